import { commit, createController } from '../pacer/controller.ts'
import { memoryLimitGoal } from '../pacer/goal.ts'
import { computeTrigger } from '../pacer/trigger.ts'
import { Comparison, type Verification } from './comparison.ts'
import { verifyLimiter } from './limiter-calls.ts'
import { drivePacer } from './pacer-driver.ts'
import { type GoalState, readGoalState, readPacerScenario } from './recordings.ts'

export type RecordingKind = 'goal-trigger' | 'limiter' | 'pacer'

/** What a file of this name records; undefined: nothing of ours. */
export function recordingKindOf(file: string): RecordingKind | undefined {
  if (file === 'goal-trigger.json') return 'goal-trigger'
  if (file === 'limiter.json') return 'limiter'
  return /^pacer-.+\.json$/.test(file) ? 'pacer' : undefined
}

/**
 * Computes anew what a recording of Go's pacer or limiter holds, and compares: whole numbers and flags exactly, floats
 * to 1e-12 of their value.
 * @param raw the file's parsed JSON: a wrong shape is a problem with its path, never an exception
 */
export function verifyRecording(kind: RecordingKind, file: string, raw: unknown): Verification {
  const comparison = new Comparison(file)
  switch (kind) {
    case 'goal-trigger':
      verifyGoals(comparison, raw)
      break
    case 'limiter':
      verifyLimiter(comparison, raw)
      break
    case 'pacer':
      verifyPacer(comparison, raw)
      break
  }
  if (comparison.values === 0 && comparison.problems.length === 0)
    comparison.reader.note('', 'nothing is recorded here')
  return comparison
}

/** goal-trigger.json: controller states, and what Go made of each after commit. */
function verifyGoals(comparison: Comparison, raw: unknown): void {
  const { reader } = comparison
  for (const [i, item] of reader.list(raw, '').entries()) {
    const path = `[${i}]`
    const row = reader.fields(item, path)
    const state = row && readGoalState(reader, row.In, `${path}.In`)
    if (row && state) comparison.compare(path, row, planFrom(state))
  }
}

/** The plan for a controller state, under the names of the recording. */
function planFrom({ isSweepDone, ...state }: GoalState) {
  const c = createController(state.gcPercent, state.memoryLimit)
  Object.assign(c, state)
  commit(c, isSweepDone)
  computeTrigger(c)
  const hasNoGoal = c.gcPercentGoal === Infinity
  return {
    Goal: c.goal,
    Trigger: c.trigger,
    GCPercentGoal: hasNoGoal ? 0 : c.gcPercentGoal,
    GCPercentGoalIsMax: hasNoGoal,
    MemoryLimitGoal: memoryLimitGoal(c),
    Runway: c.runway,
    HeapMinimum: c.heapMinimum,
  }
}

/** pacer-NAME.json: a scenario of Go's pacer test, cycle by cycle. */
function verifyPacer(comparison: Comparison, raw: unknown): void {
  const { reader } = comparison
  const { scenario, cycles } = readPacerScenario(reader, raw)
  if (reader.problems.length > 0) return
  const driven = drivePacer(scenario)
  if (!driven.ok) {
    reader.problems.push(...driven.problems)
    return
  }
  for (const [i, cycle] of driven.value.entries()) comparison.compare(`cycles[${i}]`, cycles[i] ?? {}, { ...cycle })
}
