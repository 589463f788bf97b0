import './compare.css'
import { useMemo, useRef, useState } from 'react'
import type { AxisModel, ChartHandlers, HeapChartModel } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { fitScales } from '../../charts/scales.ts'
import { findDivergence } from '../../explore/divergence.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { pinnedRun, shownRun } from '../../store/store.ts'
import { areAlike, areWhole, type Measured, toMeasured } from '../../view/figures.ts'
import { FiguresTable } from '../below/figures-table.tsx'
import { ChartHost } from '../chart-host.tsx'
import { useActions, useApp, useAppState, useRested } from '../context.ts'
import { SidesPlayer } from '../playback/sides-player.tsx'
import { toDifferences, toDivergenceText } from './differences.ts'
import { COMPARISON_ID } from './show.ts'

/** The pinned run and the run on screen side by side, on the same axes, with their differences. */
export function Compare() {
  const { runs } = useApp()
  const { compare } = useActions()
  const isOpen = useAppState((state) => state.view.compare)
  // Both wait for the end of a drag: the charts above follow it.
  const pinned = useRested((state) => state.pinned)
  const scenario = useRested((state) => state.scenario)
  const presetId = useRested((state) => state.presetId)
  const shortfall = useRested((state) => state.shortfall)
  const a = useRested((state) => pinnedRun(state, runs)?.trace)
  const b = useRested((state) => shownRun(state, runs).trace)
  if (!pinned || !a) return null
  return (
    <section aria-label="Comparison">
      <details
        id={COMPARISON_ID}
        className="comparison"
        open={isOpen}
        onToggle={(event) => event.currentTarget.open !== isOpen && compare(event.currentTarget.open)}
      >
        <summary>The pinned run beside this one</summary>
        {isOpen && (
          <Both
            a={toMeasured(a, pinned)}
            b={{ scenario, trace: b, circumstances: circumstancesOf({ presetId, shortfall }) }}
          />
        )}
      </details>
    </section>
  )
}

function Both({ a, b }: { readonly a: Measured; readonly b: Measured }) {
  // One instant for all four charts. While nobody points, it is the first difference of the runs.
  const [pointed, setPointed] = useState<number>()
  const parting = useMemo(() => findDivergence(a.trace, b.trace), [a.trace, b.trace])
  const scales = useMemo(() => {
    const [one, other] = [fitScales(a.trace, b.trace), fitScales(b.trace, a.trace)]
    return { memoryMax: Math.max(one.memoryMax, other.memoryMax), timeEnd: Math.max(one.timeEnd, other.timeEnd) }
  }, [a.trace, b.trace])
  const charts = useRef<HTMLDivElement>(null)
  const sides = [
    { name: 'A', trace: a.trace },
    { name: 'B', trace: b.trace },
  ]
  return (
    <>
      <p className="lead">{toDivergenceText(parting)} A link holds both runs.</p>
      <div ref={charts} className={pointed === undefined ? 'comparison-charts' : 'comparison-charts pointed'}>
        <SideChart name="A: pinned" side={a} at={pointed ?? parting?.a?.seconds} onCursor={setPointed} {...scales} />
        <SideChart name="B: on screen" side={b} at={pointed ?? parting?.b?.seconds} onCursor={setPointed} {...scales} />
      </div>
      <SidesPlayer charts={charts} hosts=".comparison-side" sides={sides} window={[0, scales.timeEnd]} />
      <FiguresTable
        name="Differences"
        columns={['A', 'B', 'B − A']}
        rows={toDifferences(a, b).map((line) => [line.label, line.a, line.b, line.difference])}
      />
      {!areAlike(a, b) && (
        <p className="lead">
          {areWhole(a, b)
            ? 'Cycles and times have no difference here: one of the runs is longer than the other, or of another model.'
            : 'GC CPU, cycles and times have no difference here: one of the runs did not complete.'}
        </p>
      )}
    </>
  )
}

interface SideChartProps {
  readonly name: string
  readonly side: Pick<Measured, 'scenario' | 'trace'>
  /** The time at the crosshair, in seconds on the time axis. */
  readonly at: number | undefined
  readonly memoryMax: number
  readonly timeEnd: number
  readonly onCursor: NonNullable<ChartHandlers['onCursor']>
}

function SideChart({ name, side: { scenario, trace }, at, memoryMax, timeEnd, onCursor }: SideChartProps) {
  const create = useMemo(() => {
    return {
      heap: (document: Document) => createHeapChart(document, { onCursor }),
      cpu: (document: Document) => createCpuChart(document, { onCursor }),
    }
  }, [onCursor])
  const label = `${name}: ${titleOf(scenario)}`
  const common = { trace, cursorTime: at, window: [0, timeEnd] as const }
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div className="comparison-side">
        <ChartHost<HeapChartModel>
          className="comparison-host"
          create={create.heap}
          model={{ ...common, memoryMax, label: `Heap over CPU time, ${label}` }}
        />
        <ChartHost<AxisModel>
          className="comparison-host cpu"
          create={create.cpu}
          model={{ ...common, label: `GC share of CPU time, ${label}` }}
        />
      </div>
    </figure>
  )
}
