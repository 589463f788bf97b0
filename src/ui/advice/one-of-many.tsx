import { isOneOfMany } from '../../explore/one-of-many.ts'
import { useAppState } from '../context.ts'

/** Says that answers on the shown program are no answers on all programs that fit its input; nothing for others. */
export function OneOfMany() {
  const isShown = useAppState(({ scenario }) => isOneOfMany(scenario))
  if (!isShown) return null
  return <p>This is one of many programs that fit the input; “Your program” judges all of them.</p>
}
