import { useEffect, useMemo, useState } from 'react'
import { type PublishedRow, toReportedRows } from '../../explore/published.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { useWork } from '../work/context.ts'

export interface Computed {
  /** Every figure from the start: reported first, with what was simulated as it comes. */
  readonly rows: readonly PublishedRow[]
  /** Settings of which rows are still to be computed. */
  readonly pending: ReadonlySet<string>
  /** Why no more will come, for people. */
  readonly problem?: string
}

interface Settings {
  readonly rows: readonly (readonly PublishedRow[])[]
  readonly problem?: string
}

/** The published figures, each beside the simulated one as soon as that is known. */
export function useRows(): Computed {
  const { rows: computed, problem } = useSettings()
  return useMemo(
    () => ({
      rows: FACTS.flatMap((facts, i) => computed[i] ?? toReportedRows(facts)),
      pending: new Set(FACTS.slice(computed.length).map(({ preset }) => preset)),
      ...(problem === undefined ? {} : { problem }),
    }),
    [computed, problem],
  )
}

/** The rows of each setting, in the order of the facts, as they come. */
function useSettings(): Settings {
  const { workshop } = useWork()
  const [settings, setSettings] = useState<Settings>({ rows: [] })
  useEffect(() => {
    let isCurrent = true
    const found: (readonly PublishedRow[])[] = []
    const take = (rows: readonly PublishedRow[]) => {
      found.push(rows)
      if (isCurrent) setSettings({ rows: [...found] })
    }
    workshop.start({ kind: 'published' }, take, (end) => {
      if (isCurrent && end.kind === 'failed') setSettings({ rows: [...found], problem: end.reason })
    })
    return () => {
      isCurrent = false
    }
  }, [workshop])
  return settings
}
