import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import { countOf, formatCount, formatSeconds, formatShare, formatSize } from '../../format.ts'
import { beginsWithProcess } from '../../gctrace/columns.ts'
import { gcTimes } from '../../model/judgement/headline.ts'
import { largest, sumOf } from '../../numbers.ts'
import { toGoGogc } from '../../scenario/go-env.ts'
import { scanRateOfShape, shapesScanned } from '../../scenario/heap-shapes.ts'
import { MIB } from '../../units.ts'
import { mayHaveLimit, whyLimitUnsure } from '../limit-signs.ts'
import type { LogSummary, MeasuredRun } from '../measured.ts'
import { showWholeMiB, showWithin } from '../show.ts'

interface FactsProps {
  readonly measured: MeasuredRun
  readonly scanned: LogSummary['scanned']
}

export function Facts({ measured, scanned }: FactsProps) {
  const { columns, trace, inferred } = measured
  const covered = toCovered(measured)
  const procs = columns.procs[columns.count - 1] ?? 1
  const forced = sumOf(columns.forced)
  const peak = largest(columns.heapEndMiB) * MIB
  const facts: readonly Fact[] = [
    ['GC cycles', formatCount(columns.count), forced > 0 ? `${formatCount(forced)} of them forced` : ''],
    ['Peak heap', showWholeMiB(peak), 'highest at the end of a mark phase'],
    gcFact(trace.result.gcSeconds, sumOf(columns.idleUs) / 1e6, procs, covered),
    ['Elapsed', formatSeconds(covered.seconds), covered.text],
    ...(inferred ? settingFacts(inferred) : []),
  ]
  return (
    <section aria-label="The run in figures">
      <dl className="figures">
        {facts.map(([name, value, aside]) => (
          <div key={name}>
            <dt className="fine">{name}</dt>
            <dd className="number">{value}</dd>
            <dd className="aside fine">{aside}</dd>
          </div>
        ))}
      </dl>
      {scanned && <p>{shapeText(scanned.objects / scanned.visits)}</p>}
    </section>
  )
}

const NO_LIMIT = ['none', 'this Go, before 1.18, has no memory limit'] as const
const NONE_SEEN = ['none seen', 'not set, or not reached'] as const

type Fact = readonly [name: string, value: string, aside: string]

/**
 * GC’s share of all CPUs as the simulator shows it, marking on idle CPUs not counted, with GC’s time below it.
 * @param idle the part of `gcSeconds` on idle CPUs
 */
export function gcFact(
  gcSeconds: number,
  idle: number,
  procs: number,
  { seconds, hasShare }: Pick<ReturnType<typeof toCovered>, 'seconds' | 'hasShare'>,
): Fact {
  const times = gcTimes(gcSeconds, idle)
  if (!hasShare) return ['GC CPU', '–', `${times}; a share needs at least two cycles`]
  return ['GC CPU', formatShare((gcSeconds - idle) / (seconds * procs - idle)), times]
}

function settingFacts(inferred: InferredSettings): readonly Fact[] {
  const { gogc, limitWithin, lowGoals, isBeforeLimits, isUnclear, mayBeLowered } = inferred
  if (isUnclear)
    return ['GOGC', 'GOMEMLIMIT'].map((name): Fact => [name, 'not known', 'cycles of several processes may be mixed'])
  return [
    ['GOGC', toGoGogc(gogc), gogcSource(inferred)],
    limitWithin === undefined
      ? mayHaveLimit(inferred)
        ? ['GOMEMLIMIT', 'not sure', whyLimitUnsure(inferred)]
        : ['GOMEMLIMIT', ...(isBeforeLimits ? NO_LIMIT : NONE_SEEN)]
      : [
          'GOMEMLIMIT',
          showWithin(limitWithin),
          `inferred from ${countOf(lowGoals, 'goal')}${mayBeLowered ? ', unless GOGC was lowered' : ''}`,
        ],
  ]
}

function shapeText(objectsPerVisit: number): string {
  const found = `Heap shape, by gctrace=2: ${objectsPerVisit.toFixed(1)} objects for each scan of a span`
  const shapes = shapesScanned(objectsPerVisit)
  if (shapes.length === 0) return `${found}, like none of the heaps that we measured.`
  const rates = shapes.map(scanRateOfShape)
  const [least, most] = [Math.min(...rates), Math.max(...rates)].map((rate) => `${formatSize(rate)}/s`)
  const marked = least === most ? least : `${least} to ${most}`
  return `${found}, as in a ${shapes.map(({ name }) => name).join(', or a ')}. One CPU marks ${marked} of such a heap.`
}

function gogcSource({ gogcGoals, otherGogc, raised }: InferredSettings): string {
  if (gogcGoals === 0) return 'Go’s default: no goal surely shows it'
  const goals = gogcGoals === 1 ? 'the first goal' : `${formatCount(gogcGoals)} goals`
  if (raised) return `from ${goals}; the last ${raised.count} are higher, as under GOGC=${raised.percent}`
  if (otherGogc) return `from ${goals}; ${toGoGogc(otherGogc)} is possible too`
  return gogcGoals === 1 ? 'inferred from one goal only' : `inferred from ${formatCount(gogcGoals)} goals`
}

/**
 * These seconds do not include the time before the first cycle, unless the log begins with the process. `hasShare` is
 * false for a single cycle: GC’s share of its time means nothing.
 */
export function toCovered({ columns, trace, figures }: Pick<MeasuredRun, 'columns' | 'trace' | 'figures'>) {
  const isWhole = beginsWithProcess(columns, 0)
  const seconds = trace.result.wallSeconds
  if (!isWhole && columns.count === 1) return { seconds, hasShare: false, text: 'of one cycle alone' }
  const text = isWhole ? 'to the end of the last cycle' : 'from the log’s first cycle to its last'
  // Comparisons include half a gap more, because the program may have continued for that long.
  const compared = figures?.wallSeconds ?? seconds
  const isLonger = compared > seconds && formatSeconds(compared) !== formatSeconds(seconds)
  return {
    seconds,
    hasShare: true,
    text: isLonger
      ? `${text}; comparisons use ${formatSeconds(compared)}, because the program ran on for an unknown time`
      : text,
  }
}
