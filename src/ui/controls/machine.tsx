import { useState } from 'react'
import { MACHINE_KNOBS } from '../../view/machine-knobs.ts'
import { KnobControl } from './knob-control.tsx'

/** What the runtime model has to know of the program and its machine besides. Folded: the defaults are sensible. */
export function Machine() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="machine" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Machine</summary>
      {isOpen && MACHINE_KNOBS.map((knob) => <KnobControl key={knob.key} knob={knob} />)}
    </details>
  )
}
