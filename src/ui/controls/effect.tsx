import type { ParameterKey } from '../../scenario/params.ts'
import { shownRun } from '../../store/store.ts'
import { useApp, useAppState } from '../context.ts'
import { effectOf } from './effects.ts'

/** What a setting does in the run on screen. Made anew only where that is another text. */
export function Effect({ of }: { readonly of: ParameterKey }) {
  const { runs } = useApp()
  const text = useAppState((state) => effectOf(of, state.scenario, shownRun(state, runs).trace))
  return <span className="effect">{text}</span>
}
