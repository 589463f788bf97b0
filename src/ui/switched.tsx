import type { ModelKind } from '../scenario/types.ts'
import { useAppState } from './context.ts'

/** What to look for just after a switch, by the previous model. */
const SWITCHED_FROM: Readonly<Record<ModelKind, string>> = {
  guide: 'Now marking overlaps allocation: cycles start at the trigger, before the goal.',
  runtime: 'Now the program stops while the collector marks, and cycles start at the goal itself.',
}

function outlineOf(from: ModelKind, procs: number, isPinned: boolean): string {
  if (isPinned) return 'The outline is the pinned run.'
  const cpus = procs === 1 ? '' : `, in CPU time of ${from === 'runtime' ? `${procs} CPUs` : 'one CPU'}`
  return `The outline is the same program in the ${from === 'guide' ? 'guide’s' : from} model${cpus}.`
}

export function Switched({ from }: { readonly from: ModelKind }) {
  const procs = useAppState((state) => state.scenario.procs)
  const isPinned = useAppState((state) => state.pinned !== undefined)
  return `${SWITCHED_FROM[from]} ${outlineOf(from, procs, isPinned)}`
}
