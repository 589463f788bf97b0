import { useState } from 'react'
import { formatValue } from '../../format.ts'
import { MACHINE_KNOBS } from '../../view/knobs/machine-knobs.ts'
import { useAppState } from '../context.ts'
import { KnobControl } from './knob-control.tsx'

/** Closed at first: the defaults are sensible. */
export function Machine() {
  const [isOpen, setOpen] = useState(false)
  // The results show the effect of a quota, so a closed panel must show that there is one.
  const quota = useAppState((state) => state.scenario.cpuQuota)
  return (
    <details className="machine" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Machine{quota.kind === 'cpus' && `: CPU quota ${formatValue(quota.cpus)}`}</summary>
      {isOpen && MACHINE_KNOBS.map((knob) => <KnobControl key={knob.key} knob={knob} />)}
    </details>
  )
}
