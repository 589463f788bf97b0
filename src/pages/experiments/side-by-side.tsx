import { type CSSProperties, useMemo, useRef, useState } from 'react'
import type { ChartHandlers, TimeRange } from '../../charts/chart.ts'
import { formatBriefSize } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { findPreset } from '../../scenario/presets/catalogue.ts'
import { SidesPlayer } from '../../ui/playback/sides-player.tsx'
import { toAppHref } from '../links.ts'
import { Outcome } from './outcome.tsx'
import { RunChart } from './run-chart.tsx'
import { type SharedScales, toSharedScales } from './shared-scales.ts'

interface SideBySideProps {
  readonly presets: readonly string[]
  /** Of these presets, in their order; undefined while they are being computed. */
  readonly traces: readonly Trace[] | undefined
}

const NOTHING_YET: SharedScales = { memoryMax: 1, timeEnd: 1, cut: [] }

/** Runs on shared axes. The crosshair stands at the same instant of all of them, and zooming into one zooms into all. */
export function SideBySide({ presets, traces }: SideBySideProps) {
  const { memoryMax, timeEnd, cut } = useMemo(() => (traces ? toSharedScales(traces) : NOTHING_YET), [traces])
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoom, setZoom] = useState<TimeRange | null>(null)
  const handlers = useMemo<ChartHandlers>(() => ({ onCursor: setCursor, onZoom: setZoom }), [])
  const window = useMemo<TimeRange>(() => zoom ?? [0, timeEnd], [zoom, timeEnd])
  const charts = useRef<HTMLUListElement>(null)
  const sides = traces?.map((trace, i) => ({ name: findPreset(presets[i] ?? '')?.title ?? '', trace }))
  return (
    <>
      <ul ref={charts} className={`runs runs-${Math.min(presets.length, 3)}`}>
        {presets.map((id, i) => {
          const trace = traces?.[i]
          const title = findPreset(id)?.title ?? id
          return (
            <li key={id}>
              <h4>
                <a href={toAppHref(id)}>{title}</a>
              </h4>
              <Outcome preset={id} trace={trace} />
              {trace && cut.includes(trace) && (
                <p className="cut">
                  Goes on beyond this scale, to {formatBriefSize(trace.result.peakContainerBytes)}: drawn whole, it
                  would flatten the others.
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
      <div className="sides-place" style={{ '--sides': presets.length } as CSSProperties}>
        {sides && (
          <SidesPlayer
            charts={charts}
            hosts=".run-chart"
            sides={sides}
            window={window}
            onZoom={(to) => setZoom(to ? [to.start, to.end] : null)}
          />
        )}
      </div>
      {zoom && (
        <button type="button" className="quiet on" onClick={() => setZoom(null)}>
          Whole runs
        </button>
      )}
    </>
  )
}
