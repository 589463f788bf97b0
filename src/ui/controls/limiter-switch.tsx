import { memo, useId } from 'react'
import { parameter } from '../../scenario/params.ts'
import { useActions, useAppState, useRun } from '../context.ts'
import { effectOf } from './effects.ts'
import { SettingName } from './setting-name.tsx'

/** The GC CPU limit, on or off. */
export function LimiterSwitch() {
  const id = useId()
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  return (
    <div className="knob knob-cpuLimiter">
      <SettingName of="cpuLimiter" />
      <Switch isOn={scenario.cpuLimiter} describedBy={id} />
      <div id={id} className="message">
        <span className="effect">{effectOf('cpuLimiter', scenario, trace)}</span>
      </div>
    </div>
  )
}

/** Made anew only when it is switched: React writes an input's attributes each time it is rendered. */
const Switch = memo(function Switch({ isOn, describedBy }: { readonly isOn: boolean; readonly describedBy: string }) {
  const { set } = useActions()
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      name="cpuLimiter"
      aria-label={parameter('cpuLimiter').label}
      aria-describedby={describedBy}
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => set({ cpuLimiter: event.target.checked })}
    />
  )
})
