import { useShallow } from 'zustand/shallow'
import { aboutQuantity, type QuantityKey } from '../../known/quantities.ts'
import { Button } from '../../ui/button.tsx'
import { showValue } from '../answer/show.ts'
import { useProgram, useProgramState } from '../context.ts'
import type { TypedValues } from '../jobs.ts'
import type { Lost, ProgramState } from '../session.ts'

/** Says what an earlier visit in this tab left, and what is missing of it. */
export function Restored() {
  const { startOver } = useProgram()
  const lost = useProgramState(useShallow(stillLost))
  const written = Object.entries(useProgramState(useShallow(stillWritten))).map(([key, value]) => {
    const { label, unit } = aboutQuantity(key as QuantityKey)
    return `${label} ${showValue({ key: key as QuantityKey, value, unit })}`
  })
  return (
    <p className={lost.length > 0 ? 'misses' : 'footnote'}>
      Your inputs are here again, from this tab.
      {lost.length > 0 &&
        ` Not kept: ${lost.map(({ name }) => name).join(', ')}. Such texts may hold secrets, or are too large. Add them again.`}
      {written.length > 0 && ` Until then these values, read from such texts, count as typed: ${written.join(', ')}.`}{' '}
      <Button onClick={startOver}>Start over</Button>
    </p>
  )
}

/** The kept inputs of an earlier visit that are missing, unless an input of the same kind is there again. */
export function stillLost({ inputs, restored }: Pick<ProgramState, 'inputs' | 'restored'>): readonly Lost[] {
  return restored?.lost.filter(({ of }) => !inputs.some(({ state }) => state.kind === 'read' && state.as === of)) ?? []
}

/** The kept settings of manifests that are missing, unless the user has changed them: they count as typed. */
export function stillWritten({ restored, typed }: Pick<ProgramState, 'typed' | 'restored'>): TypedValues {
  const all = Object.entries(restored?.written ?? {})
  return Object.fromEntries(all.filter(([key, value]) => typed[key as QuantityKey] === value))
}
