import { useMemo, useRef } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { createSmallChart } from '../../charts/small-chart.ts'
import type { Trace } from '../../model/trace.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { Kept } from '../../ui/kept.tsx'
import { useNear } from '../../ui/near.ts'
import { SidesPlayer } from '../../ui/playback/sides-player.tsx'
import { Problem } from '../frame/work-notice.tsx'
import { toAppHref } from '../links.ts'
import { useRuns } from '../work/context.ts'
import type { Experiment } from './groups.ts'
import { Outcome } from './outcome.tsx'

/** A setting of a published experiment, running: one link, which opens it. */
export function Card({ experiment }: { readonly experiment: Experiment }) {
  const { preset, source } = experiment
  const card = useRef<HTMLLIElement>(null)
  const ids = useMemo(() => [preset.id], [preset.id])
  const { traces: [trace] = [], problem } = useRuns(ids, useNear(card))
  const model = trace && toModel(trace, preset.title)
  return (
    <li ref={card} className="card">
      <h3>
        <a href={toAppHref(preset.id)}>{preset.title}</a>
      </h3>
      <ChartHost create={createSmallChart} model={model} className="card-chart" />
      {problem === undefined ? <Outcome preset={preset.id} trace={trace} /> : <Problem reason={problem} />}
      <p className="look">
        <Kept text={preset.look} />
      </p>
      <p className="card-source">
        {source.author}, {source.year}
      </p>
      {trace && model && (
        <SidesPlayer charts={card} hosts=".card-chart" sides={[{ name: preset.title, trace }]} window={model.window} />
      )}
    </li>
  )
}

function toModel(trace: Trace, title: string) {
  const { memoryMax, timeEnd } = fitScales(trace, undefined)
  return { trace, memoryMax, window: [0, timeEnd] as const, label: `Heap over CPU time: ${title}` }
}
