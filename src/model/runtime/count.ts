import { addGoal, addPeriod, addStretch, type SetBy, THRASHING_SHARE } from '../tally.ts'
import { GOAL_RULES, type GoalRule } from '../trace.ts'
import type { Run } from './run.ts'

/*
 * A run counts what it will be judged by as it goes, so that it can be judged where no column of it is kept.
 */

/** The run stands at a point with so much memory. */
export function countPoint({ tally, counted, wall, memoryLimit }: Run, memory: number): void {
  if (wall > counted.wall) addStretch(tally, wall - counted.wall, counted.memory, memory, memoryLimit)
  counted.wall = wall
  counted.memory = memory
}

/** A cycle is completed. `live`: the heap that its goal was computed from. */
export function countCycle(run: Run, live: number): void {
  const { tally, counted, cycle, compulsory, offered } = run
  const { startWall, endWall } = cycle
  addGoal(tally, SET_BY[GOAL_RULES[cycle.rule] ?? 'gogc'], cycle.goal, live, cycle.byGogc)
  addPeriod(
    tally,
    endWall - counted.endWall,
    endWall - startWall,
    compulsory - counted.compulsory,
    offered - counted.offered,
    THRASHING_SHARE.runtime,
    tally.rules.cycles > 1,
  )
  counted.endWall = endWall
  counted.compulsory = compulsory
  counted.offered = offered
}

const SET_BY: Readonly<Record<GoalRule, SetBy>> = {
  gogc: 'gogc',
  'memory-limit': 'limit',
  'minimum-heap': 'minimum',
  'live-heap-floor': 'floor',
  'sweep-distance': 'other',
  'minimum-runway': 'other',
}
