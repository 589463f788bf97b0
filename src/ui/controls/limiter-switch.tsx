import { useId } from 'react'
import { parameter } from '../../scenario/params.ts'
import { useActions, useAppState } from '../context.ts'
import { Effect, SettingName } from './setting-name.tsx'

export function LimiterSwitch() {
  const id = useId()
  const { preview, settle } = useActions()
  const isOn = useAppState((state) => state.scenario.cpuLimiter)
  return (
    <div className="knob knob-cpuLimiter">
      <SettingName of="cpuLimiter" />
      <input
        type="checkbox"
        role="switch"
        className="switch"
        name="cpuLimiter"
        aria-label={parameter('cpuLimiter').label}
        aria-describedby={id}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => {
          preview({ cpuLimiter: event.target.checked })
          settle()
        }}
      />
      <div id={id} className="message">
        <Effect of="cpuLimiter" />
      </div>
    </div>
  )
}
