import { useMemo, useState } from 'react'
import type { ChartHandlers, TimeRange } from '../../charts/chart.ts'
import { formatSize } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { findPreset } from '../../scenario/presets/catalogue.ts'
import { toAppHref } from '../links.ts'
import { Outcome } from './card.tsx'
import { RunChart } from './run-chart.tsx'
import { toSharedScales } from './shared-scales.ts'

interface SideBySideProps {
  readonly presets: readonly string[]
  /** Of these presets, in their order. */
  readonly traces: readonly Trace[]
}

/** Runs on shared axes. The crosshair stands at the same instant of all of them, and zooming into one zooms into all. */
export function SideBySide({ presets, traces }: SideBySideProps) {
  const { memoryMax, timeEnd, cut } = useMemo(() => toSharedScales(traces), [traces])
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoom, setZoom] = useState<TimeRange | null>(null)
  const handlers = useMemo<ChartHandlers>(() => ({ onCursor: setCursor, onZoom: setZoom }), [])
  const window = useMemo<TimeRange>(() => zoom ?? [0, timeEnd], [zoom, timeEnd])
  return (
    <>
      <ul className={`runs runs-${Math.min(presets.length, 3)}`}>
        {presets.map((id, i) => {
          const trace = traces[i]
          const title = findPreset(id)?.title ?? id
          if (!trace) return null
          return (
            <li key={id}>
              <h4>
                <a href={toAppHref(id)}>{title}</a>
              </h4>
              <p className="card-outcome">
                <Outcome trace={trace} />
              </p>
              {cut.includes(trace) && (
                <p className="cut">
                  Goes on beyond this scale, to {formatSize(trace.result.peakContainerBytes)}: drawn whole, it would
                  flatten the others.
                </p>
              )}
              <RunChart
                trace={trace}
                label={title}
                memoryMax={memoryMax}
                window={window}
                cursor={cursor}
                handlers={handlers}
              />
            </li>
          )
        })}
      </ul>
      {zoom && (
        <button type="button" className="quiet on" onClick={() => setZoom(null)}>
          Whole runs
        </button>
      )}
    </>
  )
}
