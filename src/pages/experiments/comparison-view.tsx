import { useRef } from 'react'
import type { Comparison } from '../../explore/published/pairs.ts'
import { useNear } from '../../ui/near.ts'
import { Problem } from '../frame/work-notice.tsx'
import { toEvidenceHref } from '../links.ts'
import { useRuns } from '../work/context.ts'
import { Differences } from './differences.tsx'
import { SideBySide } from './side-by-side.tsx'

interface ComparisonViewProps {
  readonly comparison: Comparison
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** Settings to compare side by side. Computed and drawn only once it is open and near the window. */
export function ComparisonView({ comparison, isOpen, onToggle }: ComparisonViewProps) {
  const { id, title, look, presets } = comparison
  const place = useRef<HTMLDetailsElement>(null)
  const isNear = useNear(place)
  const { traces, problem } = useRuns(presets, isOpen && isNear)
  return (
    <details
      ref={place}
      id={`compare-${id}`}
      className="comparison"
      open={isOpen}
      onToggle={(event) => {
        // The event also fires if the page itself opened it.
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open)
      }}
    >
      <summary>
        <h3>{title}</h3> <span className="count">{presets.length} side by side</span>
      </summary>
      <p className="look">{look}</p>
      {isOpen && problem !== undefined && <Problem reason={problem} />}
      {isOpen && problem === undefined && (
        <>
          <SideBySide presets={presets} traces={traces} />
          <Differences comparison={comparison} traces={traces} />
          <p className="look">
            <a href={toEvidenceHref(toSharedName(presets))}>The same figures beside what the article reports</a>
          </p>
        </>
      )}
    </details>
  )
}

/** The common beginning of the names of presets: `people-table` for `people-table` and `people-table-7g`. */
export function toSharedName([first = '', ...others]: readonly string[]): string {
  let name = first
  while (!others.every((other) => other.startsWith(name))) name = name.slice(0, -1)
  return name.replace(/-$/, '')
}
