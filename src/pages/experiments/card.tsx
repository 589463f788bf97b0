import { useMemo, useRef } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { createSmallChart } from '../../charts/small-chart.ts'
import { formatCount, formatShare, formatSize } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { toVerdict } from '../../model/verdict.ts'
import { ChartHost } from '../frame/chart-host.tsx'
import { useNear } from '../frame/near.ts'
import { toAppHref } from '../links.ts'
import { useTraces } from '../work/context.ts'
import type { Experiment } from './groups.ts'

/** A setting of a published experiment, running: one link, which opens it. */
export function Card({ experiment }: { readonly experiment: Experiment }) {
  const { preset, source } = experiment
  const card = useRef<HTMLLIElement>(null)
  const ids = useMemo(() => [preset.id], [preset.id])
  const [trace] = useTraces(ids, useNear(card)) ?? []
  const model = useMemo(() => trace && toModel(trace, preset.title), [trace, preset.title])
  return (
    <li ref={card} className="card">
      <h3>
        <a href={toAppHref(preset.id)}>{preset.title}</a>
      </h3>
      <ChartHost create={createSmallChart} model={model} className="card-chart" />
      <p className="card-outcome">{trace && <Outcome trace={trace} />}</p>
      <p>{preset.look}</p>
      <p className="card-source">
        {source.author}, {source.year}
      </p>
    </li>
  )
}

function toModel(trace: Trace, title: string) {
  const { memoryMax, timeEnd } = fitScales(trace, undefined)
  return { trace, memoryMax, window: [0, timeEnd] as const, label: `Heap over CPU time: ${title}` }
}

/** The verdict in its colour, then what the run came to. */
export function Outcome({ trace }: { readonly trace: Trace }) {
  const verdict = toVerdict(trace)
  const { peakContainerBytes, gcCpuFraction, cycles } = trace.result
  return (
    <>
      <strong className={`verdict-${verdict.kind}`}>{verdict.label}</strong>
      {` · peak ${formatSize(peakContainerBytes)} · ${formatCount(cycles)} ${cycles === 1 ? 'cycle' : 'cycles'} · GC ${formatShare(gcCpuFraction)}`}
    </>
  )
}
