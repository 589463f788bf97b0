import { useMemo, useRef } from 'react'
import { createSmallChart } from '../../charts/small-chart.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { presetScenario } from '../../scenario/presets/as-published.ts'
import type { Preset } from '../../scenario/presets/preset.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { PUBLISHED_PRESETS, type PublishedFigure } from '../../scenario/presets/published.ts'
import { MIB } from '../../units.ts'
import { Button } from '../button.tsx'
import { ChartHost } from '../chart-host.tsx'
import { useActions, useApp, useAppState } from '../context.ts'
import { useNear } from '../near.ts'

type Printed = Preset & { readonly printed: PublishedFigure }

const PAPER = SOURCES.find(({ id }) => id === 'paper')!

const FIGURES = PUBLISHED_PRESETS.filter((preset): preset is Printed => preset.printed !== undefined)

const NAMES: Readonly<Record<string, string>> = {
  'guide-50': 'GOGC 50',
  'guide-100': 'GOGC 100',
  'guide-200': 'GOGC 200',
  'guide-thrash': 'GOGC off, limit 25 MiB',
}

/** The published figures, computed on this page, beside the printed values. */
export function Published() {
  const { runs } = useApp()
  const scenarios = useMemo(() => FIGURES.map((preset) => presetScenario(preset, 'guide')), [])
  const traces = scenarios.map((scenario) => runs.runOf(scenario).trace)
  const memoryMax = Math.max(...traces.map(({ result }) => result.peakMemoryBytes)) * 1.05
  const timeEnd = Math.max(...traces.map(endOf))
  return (
    <section className="published" aria-labelledby="published-title">
      <h2 id="published-title">The published figures</h2>
      <p className="lead">
        Printed in an article ({PAPER.author}, “{PAPER.title}”, {PAPER.year}), and computed here by the same model, on
        one scale. Choose one to explore it.
      </p>
      <ul>
        {FIGURES.map((preset, i) => {
          const trace = traces[i]
          return trace && <Card key={preset.id} preset={preset} trace={trace} memoryMax={memoryMax} timeEnd={timeEnd} />
        })}
      </ul>
      <p className="footnote">
        The article prints a peak of 90.4 MiB for GOGC 200. No whole GOGC gives that in its own model, which says 90.0;
        201.3 would. It is unexplained, and shown as it is.
      </p>
    </section>
  )
}

interface CardProps {
  readonly preset: Printed
  readonly trace: Trace
  readonly memoryMax: number
  readonly timeEnd: number
}

function Card({ preset, trace, memoryMax, timeEnd }: CardProps) {
  const { loadPreset } = useActions()
  const isCurrent = useAppState((state) => state.presetId === preset.id)
  const place = useRef<HTMLLIElement>(null)
  const isNear = useNear(place)
  const name = NAMES[preset.id] ?? preset.title
  const load = () => {
    loadPreset(preset.id)
    scrollTo({ top: 0 })
  }
  const model = { trace, memoryMax, label: `Heap over CPU time: ${name}`, window: [0, timeEnd] as const }
  return (
    <li ref={place}>
      <Button className="load" aria-current={isCurrent} onClick={load}>
        {name}
      </Button>
      <ChartHost className="small-host" create={createSmallChart} model={isNear ? model : undefined} />
      <Comparison printed={preset.printed} trace={trace} />
    </li>
  )
}

function Comparison({ printed, trace }: { readonly printed: PublishedFigure; readonly trace: Trace }) {
  const { gcCpuFraction, peakMemoryBytes, totalSeconds } = trace.result
  const rows = [
    ['GC CPU', printed.gcCpuPercent.toFixed(1), (gcCpuFraction * 100).toFixed(1), '%'],
    ['Peak', printed.peakMiB.toFixed(1), (peakMemoryBytes / MIB).toFixed(1), 'MiB'],
    ['Total', printed.totalSeconds.toFixed(2), totalSeconds.toFixed(2), 's'],
  ] as const
  return (
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">printed</th>
          <th scope="col">computed</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, was, is, unit]) => (
          <tr key={label}>
            <th scope="row" className="measure">
              {label}
            </th>
            <td className={was === is ? '' : 'differs'}>{was}</td>
            <td className={was === is ? '' : 'differs'}>{is}</td>
            <td className="of">{unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
