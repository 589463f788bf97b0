import { formatCount, formatSeconds } from '../format.ts'
import { MIB } from '../units.ts'
import type { MeasuredRun } from './jobs.ts'
import { showGogc, showLimit, showWholeMiB } from './show.ts'

/** The run in figures. */
export function Facts({ measured }: { readonly measured: MeasuredRun }) {
  const { columns, trace, inferred } = measured
  const { result } = trace
  const seconds = result.wallSeconds
  const procs = columns.procs[columns.count - 1] ?? 1
  const forced = columns.forced.reduce((sum, value) => sum + value, 0)
  const peak = columns.heapEndMiB.reduce((most, size) => Math.max(most, size), 0) * MIB
  const facts: readonly (readonly [string, string, string])[] = [
    ['GC cycles', formatCount(columns.count), forced > 0 ? `${formatCount(forced)} of them forced` : ''],
    ['Peak heap', showWholeMiB(peak), 'largest as marking ended'],
    ['GC CPU', formatSeconds(result.gcSeconds), `${percent(result.gcSeconds, seconds * procs)} of ${procs} CPUs`],
    ['Elapsed', formatSeconds(seconds), 'to the end of the last cycle'],
    ...(inferred
      ? ([
          ['GOGC', showGogc(inferred.gogc), 'inferred from the goals'],
          [
            'GOMEMLIMIT',
            inferred.memoryLimit.kind === 'off' ? 'not reached' : `≈ ${showLimit(inferred.memoryLimit)}`,
            inferred.memoryLimit.kind === 'off' ? 'or not set' : 'inferred from the goals',
          ],
        ] as const)
      : []),
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

function percent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '–'
}
