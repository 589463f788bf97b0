import type { InferredSettings } from '../calibration/shape/infer-settings.ts'
import { formatCount, formatSeconds } from '../format.ts'
import { MIB } from '../units.ts'
import type { MeasuredRun } from './jobs.ts'
import { showGogc, showWholeMiB, showWithin } from './show.ts'

/** The run in figures. */
export function Facts({ measured }: { readonly measured: MeasuredRun }) {
  const { columns, trace, inferred } = measured
  const { result } = trace
  const seconds = result.wallSeconds
  const procs = columns.procs[columns.count - 1] ?? 1
  const forced = columns.forced.reduce((sum, value) => sum + value, 0)
  const peak = columns.heapEndMiB.reduce((most, size) => Math.max(most, size), 0) * MIB
  const facts: readonly Fact[] = [
    ['GC cycles', formatCount(columns.count), forced > 0 ? `${formatCount(forced)} of them forced` : ''],
    ['Peak heap', showWholeMiB(peak), 'highest at the end of a mark phase'],
    ['GC CPU', formatSeconds(result.gcSeconds), `${percent(result.gcSeconds, seconds * procs)} of ${procs} CPUs`],
    ['Elapsed', formatSeconds(seconds), 'to the end of the last cycle'],
    ...(inferred ? settingFacts(inferred) : []),
  ]
  return (
    <section aria-label="The run in figures">
      <dl className="figures">
        {facts.map(([name, value, aside]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">{value}</dd>
            <dd className="aside">{aside}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A figure, its value, and where it comes from. */
type Fact = readonly [name: string, value: string, aside: string]

function settingFacts(inferred: InferredSettings): readonly Fact[] {
  const { gogc, limitWithin, limitGoals } = inferred
  return [
    ['GOGC', showGogc(gogc), gogcSource(inferred)],
    limitWithin === undefined
      ? ['GOMEMLIMIT', 'none seen', 'not set, or not reached']
      : ['GOMEMLIMIT', showWithin(limitWithin), `inferred from ${formatCount(limitGoals)} goals`],
  ]
}

function gogcSource({ gogcGoals }: InferredSettings): string {
  if (gogcGoals === 0) return 'Go’s default: no goal tells'
  return gogcGoals === 1 ? 'inferred from one goal only' : `inferred from ${formatCount(gogcGoals)} goals`
}

function percent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '–'
}
