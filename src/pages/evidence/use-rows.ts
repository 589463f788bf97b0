import { useMemo } from 'react'
import { type PublishedRow, toReportedRows } from '../../explore/published/published.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { type Pieced, usePieces } from '../work/use-pieces.ts'

export interface Computed {
  /** Every figure from the start: reported first, with what was simulated as it comes. */
  readonly rows: readonly PublishedRow[]
  /** Settings of which rows are still to be computed. */
  readonly pending: ReadonlySet<string>
  readonly work: Pieced<readonly PublishedRow[]>
}

/** What stands there until it is computed: the same objects, so that only rows that change are drawn again. */
const REPORTED = FACTS.map(toReportedRows)
const JOB = { kind: 'published' } as const

/** The published figures, each beside the simulated one as soon as that is known, in the order of the facts. */
export function useRows(): Computed {
  const work = usePieces(JOB)
  const { pieces } = work
  return useMemo(
    () => ({
      rows: REPORTED.flatMap((reported, i) => pieces[i] ?? reported),
      pending: new Set(FACTS.slice(pieces.length).map(({ preset }) => preset)),
      work,
    }),
    [pieces, work],
  )
}
