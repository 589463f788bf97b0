import { useMemo, useRef, useState } from 'react'
import type { Comparison } from '../../explore/published-pairs.ts'
import { useNear } from '../frame/near.ts'
import { useTraces } from '../work/context.ts'
import { Differences } from './differences.tsx'
import { SideBySide } from './side-by-side.tsx'

interface ComparisonViewProps {
  readonly comparison: Comparison
  readonly isOpenAtFirst: boolean
}

/** Settings that belong side by side. Nothing of it is computed or drawn before it is opened and near the window. */
export function ComparisonView({ comparison, isOpenAtFirst }: ComparisonViewProps) {
  const { id, title, look, presets } = comparison
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const place = useRef<HTMLDetailsElement>(null)
  const isNear = useNear(place)
  const traces = useTraces(presets, isOpen && isNear)
  return (
    <details
      ref={place}
      id={`compare-${id}`}
      className="comparison"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{title}</h3> <span className="count">{presets.length} side by side</span>
      </summary>
      <p className="look">{look}</p>
      {isOpen && (traces ? <Opened comparison={comparison} traces={traces} /> : <p role="status">Computing …</p>)}
    </details>
  )
}

function Opened({
  comparison,
  traces,
}: { readonly comparison: Comparison } & Pick<Parameters<typeof SideBySide>[0], 'traces'>) {
  const table = useMemo(() => <Differences comparison={comparison} traces={traces} />, [comparison, traces])
  return (
    <>
      <SideBySide presets={comparison.presets} traces={traces} />
      {table}
    </>
  )
}
