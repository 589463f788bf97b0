import { useDeferredValue, useState } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { formatCount, formatSizeNumber, type SizeUnit, sizeUnit } from '../../format.ts'
import { hasTwoClocks } from '../../model/clock.ts'
import { cycleEnd, cycleLiveFound, cycleStart, isForced } from '../../model/cycles.ts'
import { gcShareOfCycle } from '../../model/gc-share.ts'
import { whatNoCycleDid } from '../../model/judgement/rules.ts'
import { GOAL_RULES, type Trace } from '../../model/trace.ts'
import { RULE_NAMES } from '../../view/rule-names.ts'
import { useRun } from '../context.ts'
import { CyclePages } from './cycle-pages.tsx'

export function RunTable() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="run-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The run as a table</summary>
      {isOpen && <Cycles />}
    </details>
  )
}

function Cycles() {
  // Hundreds of cells can wait; the dragged slider cannot.
  const trace = useDeferredValue(useRun().trace)
  const { count } = trace.cycles
  if (count === 0) return <p>No GC cycle {whatNoCycleDid(trace)}.</p>
  const unit = sizeUnit(fitScales(trace, undefined).memoryMax)
  return (
    <CyclePages
      name="GC cycles of this run"
      columns={toColumns(trace, unit)}
      count={count}
      most={200}
      toRow={(i) => toRow(trace, i, unit)}
    />
  )
}

/** If a run has two clocks, times are elapsed times, and their places on the CPU-time axis are beside them. */
function toColumns(trace: Trace, { name }: SizeUnit): readonly string[] {
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

function toRow(trace: Trace, i: number, unit: SizeUnit): readonly [string, ...string[]] {
  const { cycles, points } = trace
  const at = cycles.startPoint[i] ?? 0
  const start = cycleStart(trace, i)
  const rule = GOAL_RULES[cycles.rule[i] ?? 0] ?? 'gogc'
  const held = cycles.held?.[i] ?? 0
  const goal = cycles.goal[i] ?? 0
  const size = (bytes: number) => formatSizeNumber(bytes, unit)
  const { runtime } = cycles
  const took = runtime ? (runtime.endWall[i] ?? 0) - (runtime.startWall[i] ?? 0) : cycleEnd(trace, i) - start
  return [
    formatCount(i + 1) + (isForced(trace, i) ? ' forced' : ''),
    ...(runtime ? [(runtime.startWall[i] ?? 0).toFixed(3)] : []),
    start.toFixed(3),
    size((points.live[at] ?? 0) + (points.fresh[at] ?? 0)),
    goal === Infinity ? '–' : size(goal),
    goal === Infinity ? 'none: GOGC is off' : RULE_NAMES[rule],
    size(cycleLiveFound(trace, i)),
    (took * 1000).toFixed(1),
    held > 0 ? held.toFixed(3) : '–',
    (gcShareOfCycle(trace, i) * 100).toFixed(1),
  ]
}
