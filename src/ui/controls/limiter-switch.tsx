import { useId } from 'react'
import { parameter } from '../../scenario/params.ts'
import { useActions, useAppState, useRun } from '../context.ts'
import { effectOf } from './effects.ts'
import { SettingName } from './setting-name.tsx'

/** The GC CPU limit, on or off. */
export function LimiterSwitch() {
  const id = useId()
  const { set } = useActions()
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const { label } = parameter('cpuLimiter')
  return (
    <div className="knob knob-cpuLimiter">
      <SettingName of="cpuLimiter" />
      <input
        type="checkbox"
        role="switch"
        className="switch"
        name="cpuLimiter"
        aria-label={label}
        aria-describedby={id}
        checked={scenario.cpuLimiter}
        aria-checked={scenario.cpuLimiter}
        onChange={(event) => set({ cpuLimiter: event.target.checked })}
      />
      <div id={id} className="message">
        <span className="effect">{effectOf('cpuLimiter', scenario, trace)}</span>
      </div>
    </div>
  )
}
