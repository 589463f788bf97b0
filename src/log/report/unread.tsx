import { countOf, formatCount } from '../../format.ts'
import type { Neighbour } from '../../gctrace/read/problems.ts'
import type { LogSummary } from '../engine/jobs.ts'
import { ProblemList } from '../intake/refused.tsx'

const NEIGHBOURS: Readonly<Record<Neighbour['kind'], string>> = {
  'gc-forced': '“GC forced”: the two-minute timer',
  pacer: 'of the pacer (gcpacertrace=1)',
  scavenger: 'of the scavenger (scavtrace=1)',
  scan: 'of what was scanned (gctrace=2)',
  finalizers: 'of finalizers (checkfinalizers=1)',
}

function allRead(lines: number): string {
  return lines === 1
    ? 'Nothing: its line was read as a cycle.'
    : `Nothing: all ${formatCount(lines)} lines were read as cycles.`
}

/** The lines that are not cycles: lines that we could not read, with the reason, and other lines of the runtime. */
export function Unread({ log: { problems, neighbours, lines, cycles } }: { readonly log: LogSummary }) {
  return (
    <section className="unread" aria-labelledby="unread-title">
      <h2 id="unread-title">What else is in the log</h2>
      {problems.length === 0 && neighbours.length === 0 && <p>{allRead(Math.max(lines, cycles))}</p>}
      <ProblemList problems={problems} />
      {neighbours.length > 0 && (
        <ul className="problems">
          {neighbours.map(({ kind, count, line }) => (
            <li key={kind}>
              {countOf(count, 'line')} {NEIGHBOURS[kind]}, from line {formatCount(line)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
