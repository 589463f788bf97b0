import { hintOf } from '../../model/judgement/hints.ts'
import type { ParameterKey } from '../../scenario/params.ts'
import { shownRun } from '../../store/store.ts'
import { useApp, useAppState } from '../context.ts'

/** What a setting does in the run on screen. Made anew only where that is another text. */
export function Effect({ of }: { readonly of: ParameterKey }) {
  const { runs } = useApp()
  const text = useAppState((state) => hintOf(of, shownRun(state, runs).trace))
  return <span className="effect">{text}</span>
}
