import { useDeferredValue, useState } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { formatCount, formatSizeNumber, type SizeUnit, sizeUnit } from '../../format.ts'
import { hasTwoClocks } from '../../model/clock.ts'
import { cycleEnd, cycleLiveFound, cycleStart, isForced } from '../../model/cycles.ts'
import { gcShareOfCycle } from '../../model/gc-share.ts'
import { whatNoCycleDid } from '../../model/judgement/rules.ts'
import { GOAL_RULES, type GoalRule, type Trace } from '../../model/trace.ts'
import { Button } from '../button.tsx'
import { useRun } from '../context.ts'
import { Scrolling, TableHead } from './figures-table.tsx'

const PAGE = 200

const RULE_NAMES: Readonly<Record<GoalRule, string>> = {
  gogc: 'GOGC',
  'memory-limit': 'memory limit',
  'minimum-heap': 'minimum heap',
  'live-heap-floor': 'just above the live heap',
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
  // Hundreds of cells can wait; the dragged slider cannot.
  const trace = useDeferredValue(useRun().trace)
  const [wanted, setPage] = useState(0)
  const { count } = trace.cycles
  const pages = Math.max(1, Math.ceil(count / PAGE))
  const page = Math.min(wanted, pages - 1)
  if (count === 0) return <p>No GC cycle {whatNoCycleDid(trace)}.</p>
  const unit = sizeUnit(fitScales(trace, undefined).memoryMax)
  const from = page * PAGE
  const to = Math.min(count, from + PAGE)
  return (
    <>
      {pages > 1 && (
        <nav aria-label="Pages of the table" className="pages">
          <Button isOff={page === 0} onClick={() => setPage(page - 1)}>
            Earlier
          </Button>
          <span>
            cycles {formatCount(from + 1)} to {formatCount(to)} of {formatCount(count)}
          </span>
          <Button isOff={page === pages - 1} onClick={() => setPage(page + 1)}>
            Later
          </Button>
        </nav>
      )}
      <Scrolling label="GC cycles">
        <table>
          <caption className="visually-hidden">GC cycles of this run</caption>
          <TableHead first="Cycle" columns={toColumns({ trace, unit })} />
          <tbody>
            {Array.from({ length: to - from }, (_, k) => from + k).map((i) => (
              <Row key={i} trace={trace} i={i} unit={unit} />
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  )
}

interface TableProps {
  readonly trace: Trace
  /** The unit of the chart's axis. */
  readonly unit: SizeUnit
}

/** If a run has two clocks, times are elapsed times, and their places on the CPU-time axis are beside them. */
function toColumns({ trace, unit: { name } }: TableProps): readonly string[] {
  return [
    ...(hasTwoClocks(trace) ? ['Starts, elapsed s', 'CPU s at its start'] : ['Starts, s']),
    `Heap at its start, ${name}`,
    `Goal, ${name}`,
    'Goal set by',
    `Live found, ${name}`,
    hasTwoClocks(trace) ? 'Took, elapsed ms' : 'Took, ms',
    'Held back, s',
    'GC share since the last cycle, %',
  ]
}

function Row({ trace, i, unit }: TableProps & { readonly i: number }) {
  const { cycles, points } = trace
  const at = cycles.startPoint[i] ?? 0
  const start = cycleStart(trace, i)
  const rule = GOAL_RULES[cycles.rule[i] ?? 0] ?? 'gogc'
  const held = cycles.held?.[i] ?? 0
  const goal = cycles.goal[i] ?? 0
  const size = (bytes: number) => formatSizeNumber(bytes, unit)
  const { runtime } = cycles
  const took = runtime ? (runtime.endWall[i] ?? 0) - (runtime.startWall[i] ?? 0) : cycleEnd(trace, i) - start
  return (
    <tr>
      <th scope="row" className="first">
        {formatCount(i + 1)}
        {isForced(trace, i) && ' forced'}
      </th>
      {runtime && <td>{(runtime.startWall[i] ?? 0).toFixed(3)}</td>}
      <td>{start.toFixed(3)}</td>
      <td>{size((points.live[at] ?? 0) + (points.fresh[at] ?? 0))}</td>
      <td>{goal === Infinity ? '–' : size(goal)}</td>
      <td className="words">{goal === Infinity ? 'none: GOGC is off' : RULE_NAMES[rule]}</td>
      <td>{size(cycleLiveFound(trace, i))}</td>
      <td>{(took * 1000).toFixed(1)}</td>
      <td>{held > 0 ? held.toFixed(3) : '–'}</td>
      <td>{(gcShareOfCycle(trace, i) * 100).toFixed(1)}</td>
    </tr>
  )
}
