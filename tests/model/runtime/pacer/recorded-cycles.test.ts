import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Controller, commit, createController, resetLive } from '../../../../src/model/runtime/pacer/controller.ts'
import { endCycle, startCycle } from '../../../../src/model/runtime/pacer/cycle-ends.ts'
import { memoryLimitGoal } from '../../../../src/model/runtime/pacer/goal.ts'
import { revise } from '../../../../src/model/runtime/pacer/revise.ts'
import { computeTrigger } from '../../../../src/model/runtime/pacer/trigger.ts'

/*
 * One cycle of Go's controller from each of 90 random states; tests/fixtures/pacer/README.md says how it was recorded.
 * Go's names and Go's numbers: whole numbers exactly, floats to 1e-12 of their value, since a last bit may differ.
 */

interface Plan {
  Trigger: number
  Goal: number
  /** 0 where GOGC is off. */
  GCPercentGoal: number
  MemoryLimitGoal: number
  SweepDistance: number
  Runway: number
}

interface Row {
  In: Record<string, number> & { LastConsMark: number[]; SweepDone: boolean; Periodic: boolean }
  Plan: Plan
  Live: number
  Goal: number
  Ratio: number
  Dedicated: number
  Fractional: number
  MaxIdle: number
  Revisions: { Live: number; Scan: number; Heap: number; Stack: number; Globals: number; Goal: number; Ratio: number }[]
  Duration: number
  AssistTime: number
  IdleTime: number
  Marked: number
  ConsMark: number
  Last: number[]
  Next: Plan
}

const FILE = new URL('../../../fixtures/pacer/cycles.json', import.meta.url)
const rows: Row[] = JSON.parse(readFileSync(FILE, 'utf8'))

const TOLERANCE = 1e-12

function expectClose(actual: number | undefined, recorded: number): void {
  expect(Math.abs((actual ?? Number.NaN) - recorded)).toBeLessThanOrEqual(TOLERANCE * Math.abs(recorded))
}

function controllerOf(state: Row['In']): Controller {
  const n = (key: string) => state[key] ?? Number.NaN
  const c = createController(n('GCPercent') < 0 ? Infinity : n('GCPercent'), n('MemoryLimit'))
  Object.assign(c, {
    heapMarked: n('HeapMarked'),
    heapLive: n('HeapLive'),
    heapScan: n('HeapScan'),
    lastHeapScan: n('LastHeapScan'),
    lastStackScan: n('LastStackScan'),
    stacks: n('Stacks'),
    globals: n('OldGlobals'),
    heapFree: n('HeapFree'),
    heapAlloc: n('HeapAlloc'),
    mappedReady: n('MappedReady'),
    consMark: n('ConsMark'),
    lastConsMark: [...state.LastConsMark],
  })
  return c
}

function expectPlan(c: Controller, plan: Plan): void {
  computeTrigger(c)
  expect({
    Trigger: c.trigger,
    Goal: c.goal,
    GCPercentGoal: c.gcPercentGoal === Infinity ? 0 : c.gcPercentGoal,
    MemoryLimitGoal: memoryLimitGoal(c),
    SweepDistance: c.sweepDistance,
    Runway: c.runway,
  }).toEqual(plan)
}

/** The cycle up to the end of marking. @returns the scan work done: in all, in the heap, in stacks */
function mark(c: Controller, row: Row): { work: number; heap: number; stack: number } {
  c.heapLive = row.Live
  c.globals = row.In.Globals ?? Number.NaN
  startCycle(c, row.In.Procs ?? Number.NaN, row.In.Periodic)
  expect([c.goal, c.dedicatedWorkers, c.maxIdleWorkers]).toEqual([row.Goal, row.Dedicated, row.MaxIdle])
  expectClose(c.fractionalUtilization, row.Fractional)
  expectClose(c.assistRatio, row.Ratio)
  const done = { work: 0, heap: 0, stack: 0 }
  for (const { Live, Scan, Heap, Stack, Globals, Goal, Ratio } of row.Revisions ?? []) {
    c.heapLive += Live
    c.heapScan += Scan
    done.work += Heap + Stack + Globals
    done.heap += Heap
    done.stack += Stack
    revise(c, done.work)
    expect(c.goal).toBe(Goal)
    expectClose(c.assistRatio, Ratio)
  }
  return done
}

describe('one cycle from any state', () => {
  it.each(rows.map((row, i) => [i, row] as const))('number %d goes as Go recorded it', (_, row) => {
    const c = controllerOf(row.In)
    commit(c, row.In.SweepDone)
    expectPlan(c, row.Plan)
    const { work, heap, stack } = mark(c, row)
    const { Duration: duration, AssistTime: assistTime, IdleTime: idleTime } = row
    endCycle(c, { duration, procs: row.In.Procs ?? Number.NaN, assistTime, idleTime, scanWork: work })
    expectClose(c.consMark, row.ConsMark)
    for (const [k, recorded] of row.Last.entries()) expectClose(c.lastConsMark[k], recorded)
    resetLive(c, row.Marked, heap, stack)
    commit(c, false)
    expectPlan(c, row.Next)
  })
})
