import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { MINIMUM_GOAL_MIB } from '../../src/gctrace/goals.ts'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'

/** One cycle: sizes in MiB, as they are before Go prints whole ones. */
export interface Cycle {
  readonly live: number
  readonly stacks?: number
  readonly globals?: number
  /** The highest goal that a memory limit leaves room for. */
  readonly room?: number
}

/**
 * What a log says about its settings in which GOGC sets each goal from the cycle before (Go 1.26, mgcpacer.go, commit).
 * @param first the goal of the process's first cycle; without it the log begins later
 */
export function inferFrom(gogc: number, cycles: readonly Cycle[], first?: number) {
  const goalAfter = ({ live, stacks = 0, globals = 0 }: Cycle) =>
    Math.max((MINIMUM_GOAL_MIB * gogc) / 100, live + ((live + stacks + globals) * gogc) / 100)
  const from = first === undefined ? 5 : 1
  const lines = cycles.map(({ live, stacks = 0, globals = 0, room = Infinity }, i) => {
    const due = Math.min(room, i > 0 ? goalAfter(cycles[i - 1]!) : (first ?? 2 * live))
    const start = Math.min(0.98 * due, Math.max(live, 0.9 * due))
    const heaps = [start, Math.max(start, live), live].map(Math.floor).join('->')
    const others = [
      `${Math.floor(due)} MB goal`,
      `${Math.floor(stacks)} MB stacks`,
      `${Math.floor(globals)} MB globals`,
    ]
    const times = `@${(0.1 * (from + i)).toFixed(3)}s 5%: 0.05+3+0.02 ms clock, 0.10+0/6/0+0.04 ms cpu`
    return `gc ${from + i} ${times}, ${heaps} MB, ${others.join(', ')}, 2 P`
  })
  const { columns } = readLog(lines.join('\n'))
  return inferSettings(columns, toSeries(columns)!)
}

/** Live heaps that go up and down by a tenth, so that rounding to whole MiB differs from cycle to cycle. */
export function around(live: number, count = 12, rest: Partial<Cycle> = {}): Cycle[] {
  return Array.from({ length: count }, (_, i) => ({ ...rest, live: live * (0.9 + 0.2 * ((i * 0.618) % 1)) }))
}

/** The settings inferred from the log of a simulated program with this many MiB live. */
export function infer(gogc: number | 'off', memoryLimit: string, liveMiB = 49) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc,
    memoryLimit,
    procs: 4,
    program: {
      globals: '300KiB',
      otherMemory: '4MiB',
      pace: 'clock',
      phases: [
        { duration: 0.5, allocRate: (liveMiB / 0.35) * MIB, newSurvivalRate: 0.7, goroutines: 1 },
        { duration: 8, allocRate: '150MiB' },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  const { columns } = readLog(printGctrace(simulate(made.value), made.value))
  return inferSettings(columns, toSeries(columns)!)
}
