import { useRef } from 'react'
import type { Curve } from '../../charts/curve-chart.ts'
import { createCurveChart } from '../../charts/curve-chart.ts'
import { SWEEP_GOGCS, type SweepPoint } from '../../explore/published/run.ts'
import { formatShare, formatValue } from '../../format.ts'
import { findPreset } from '../../scenario/presets/catalogue.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import type { FigureName } from '../../scenario/presets/published/facts/facts.ts'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import { ChartHost } from '../../ui/chart-host.tsx'
import { useNear } from '../../ui/near.ts'
import { WorkLine } from '../frame/work-line.tsx'
import { toAppHref } from '../links.ts'
import { usePieces } from '../work/use-pieces.ts'

const AXIS = { name: 'GOGC', max: 100 }
const OVERHEAD_MAX = 1.1
const FREQUENCY_MAX = 9
const JOB = { kind: 'sweep' } as const

/** Memory overhead and GC frequency against GOGC, computed point by point, with what the article printed. */
export function Sweep() {
  const place = useRef<HTMLElement>(null)
  const work = usePieces(useNear(place, true) ? JOB : undefined)
  const points = work.pieces
  const model = {
    label: 'Memory overhead and GC cycles per second against GOGC',
    axis: AXIS,
    curves: toCurves(points),
    textSize: 13,
  }
  return (
    <section ref={place} className="sweep" aria-label="GOGC from 100 down to 10">
      <h3>GOGC from 100 down to 10: what less memory costs</h3>
      <p className="look">
        The server with its cache. Half the memory overhead needs twice as many cycles; a tenth, ten times as many. The
        circles are the article’s own figures (its figure 5); it measured fewer cycles at 50 and at 10.
      </p>
      <ChartHost create={createCurveChart} model={model} className="sweep-chart" />
      <WorkLine work={work} done="All points are computed.">
        {points.length} of {SWEEP_GOGCS.length} points
      </WorkLine>
      <details>
        <summary>The numbers</summary>
        <FiguresTable
          name="Memory overhead and cycles per second by GOGC"
          first="GOGC"
          columns={['memory overhead', 'cycles per second']}
          rows={points.map(({ gogc, overhead, cyclesPerSecond }) => [
            <a key={gogc} href={toAppHref('rpc-sweep', gogc === 100 ? {} : { gogc: String(gogc) })}>
              {gogc}
            </a>,
            formatShare(overhead),
            formatValue(cyclesPerSecond),
          ])}
        />
      </details>
    </section>
  )
}

function toCurves(points: readonly SweepPoint[]): readonly [Curve, Curve] {
  return [
    {
      kind: 'overhead',
      name: 'memory overhead',
      side: 'left',
      points: points.map(({ gogc, overhead }) => [gogc, overhead]),
      measured: printed('overhead').map(([gogc, percent]) => [gogc, percent / 100]),
      max: OVERHEAD_MAX,
      format: (share) => `${Math.round(100 * share)} %`,
    },
    {
      kind: 'frequency',
      name: 'cycles per second',
      side: 'right',
      points: points.map(({ gogc, cyclesPerSecond }) => [gogc, cyclesPerSecond]),
      measured: printed('cycles-per-second'),
      max: FREQUENCY_MAX,
      format: String,
    },
  ]
}

/** The reported values of a figure, by GOGC. */
function printed(name: FigureName): [number, number][] {
  return FACTS.filter(({ experiment }) => experiment === 'rpc-sweep').flatMap(({ preset, used, judged }) => {
    const gogc = findPreset(preset)?.json.gogc ?? 100
    const own = [...used, ...judged].find(({ figure }) => figure === name)
    return typeof gogc === 'number' && typeof own?.reported === 'number'
      ? [[gogc, own.reported] as [number, number]]
      : []
  })
}
