import { useDeferredValue, useState } from 'react'
import { formatCount, formatMiB } from '../format.ts'
import { cycleEnd, cycleLiveFound, cycleStart, isForced } from '../model/cycles.ts'
import { gcShareOfCycle } from '../model/gc-share.ts'
import { GOAL_RULES, type GoalRule, type Trace } from '../model/trace.ts'
import { useRun } from './context.ts'

const PAGE = 200

const RULE_NAMES: Readonly<Record<GoalRule, string>> = {
  gogc: 'GOGC',
  'memory-limit': 'memory limit',
  'minimum-heap': 'minimum heap',
  'live-heap-floor': 'least runway above the live heap',
  'sweep-distance': 'room to sweep',
  'minimum-runway': 'room to mark',
}

/** The run as a table, one row per cycle, 200 at a time. */
export function RunTable() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="run-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The run as a table</summary>
      {isOpen && <Pages />}
    </details>
  )
}

function Pages() {
  // Hundreds of cells may wait; the slider that is being dragged may not.
  const trace = useDeferredValue(useRun().trace)
  const [wanted, setPage] = useState(0)
  const { count } = trace.cycles
  const pages = Math.max(1, Math.ceil(count / PAGE))
  const page = Math.min(wanted, pages - 1)
  if (count === 0) return <p>No GC cycle ran.</p>
  const from = page * PAGE
  const to = Math.min(count, from + PAGE)
  return (
    <>
      {pages > 1 && (
        <nav aria-label="Pages of the table" className="pages">
          <button type="button" className="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Earlier
          </button>
          <span>
            cycles {formatCount(from + 1)} to {formatCount(to)} of {formatCount(count)}
          </span>
          <button type="button" className="quiet" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Later
          </button>
        </nav>
      )}
      {/* Focusable, so that the keyboard can scroll it sideways on a narrow screen. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label="GC cycles">
        <table>
          <caption className="visually-hidden">GC cycles of this run. Sizes in MiB, times in CPU-seconds.</caption>
          <thead>
            <tr>
              <th scope="col" className="column first">
                Cycle
              </th>
              <th scope="col" className="column">
                Starts, s
              </th>
              <th scope="col" className="column">
                Heap then, MiB
              </th>
              <th scope="col" className="column">
                Goal, MiB
              </th>
              <th scope="col" className="column">
                Goal set by
              </th>
              <th scope="col" className="column">
                Live found, MiB
              </th>
              <th scope="col" className="column">
                Took, ms
              </th>
              <th scope="col" className="column">
                Held back, s
              </th>
              <th scope="col" className="column">
                GC share since the last, %
              </th>
            </tr>
          </thead>
          <tbody>
            {indices(from, to).map((i) => (
              <Row key={i} trace={trace} i={i} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

function Row({ trace, i }: { readonly trace: Trace; readonly i: number }) {
  const { cycles, points } = trace
  const at = cycles.startPoint[i] ?? 0
  const start = cycleStart(trace, i)
  const rule = GOAL_RULES[cycles.rule[i] ?? 0] ?? 'gogc'
  const held = cycles.held?.[i] ?? 0
  const goal = cycles.goal[i] ?? 0
  return (
    <tr>
      <th scope="row" className="first">
        {formatCount(i + 1)}
        {isForced(trace, i) && ' forced'}
      </th>
      <td>{start.toFixed(3)}</td>
      <td>{formatMiB((points.live[at] ?? 0) + (points.fresh[at] ?? 0))}</td>
      <td>{goal === Infinity ? '–' : formatMiB(goal)}</td>
      <td className="words">{goal === Infinity ? 'none: GOGC is off' : RULE_NAMES[rule]}</td>
      <td>{formatMiB(cycleLiveFound(trace, i))}</td>
      <td>{((cycleEnd(trace, i) - start) * 1000).toFixed(1)}</td>
      <td>{held > 0 ? held.toFixed(3) : '–'}</td>
      <td>{(gcShareOfCycle(trace, i) * 100).toFixed(1)}</td>
    </tr>
  )
}
