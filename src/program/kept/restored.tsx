import { useShallow } from 'zustand/shallow'
import { INPUT_KINDS } from '../../known/input/input-kind.ts'
import { Button } from '../../ui/button.tsx'
import { useProgram, useProgramState } from '../context.ts'
import type { ProgramState } from '../session.ts'

/** Says what an earlier visit in this tab left, and what is missing of it. */
export function Restored() {
  const { startOver } = useProgram()
  const lost = useProgramState(useShallow(stillLost))
  return (
    <p className={lost.length > 0 ? 'misses' : 'footnote'}>
      Your inputs are here again, from this tab.
      {lost.length > 0 &&
        ` Not kept: ${lost.join(', ')}. Such texts may hold secrets, or are too large. Add them again.`}{' '}
      <Button onClick={startOver}>Start over</Button>
    </p>
  )
}

/** The kept inputs of an earlier visit that are missing, unless an input of the same kind is there again. */
export function stillLost({ inputs, restored }: Pick<ProgramState, 'inputs' | 'restored'>): readonly string[] {
  const kinds = inputs.flatMap(({ state }) => (state.kind === 'read' ? [INPUT_KINDS[state.as]] : []))
  return (
    restored?.lost.filter((name) => name.startsWith('the command') || !kinds.some((kind) => name.includes(kind))) ?? []
  )
}
