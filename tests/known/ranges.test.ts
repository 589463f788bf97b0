import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import { type Evidence, numberOf, toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { calibrate } from '../support/calibrate.ts'

function calibrated() {
  const reader = new LogReader()
  reader.push(readFileSync('tests/fixtures/services/logs/goroutines-gogc100-limitoff.log', 'utf8'))
  const made = calibrate(columnsOfRun(reader.end().columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

function programsOf(calibration: Evidence['calibration'], typed: Evidence['typed']) {
  const program = programOf(toKnown({ runs: [], manifests: [], typed, calibration }))
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return { likely: program.value.scenario, programs: ensembleOf(program.value).candidates }
}

describe('the programs of a log with measured memory outside the heap', () => {
  const calibration = calibrated()
  const alone = programsOf(calibration, {})
  const { likely, programs } = programsOf(calibration, { otherMemory: 12 * MIB, stacks: 313 * MIB })

  it('are the programs that reproduce the log, with their weights', () => {
    expect(programs).toHaveLength(alone.programs.length)
    const phases = ({ scenario, weight }: (typeof programs)[number]) => ({ phases: scenario.program.phases, weight })
    expect(programs.map(phases)).toEqual(alone.programs.map(phases))
  })

  it('all have the measured memory', () => {
    for (const { scenario } of programs) {
      expect(scenario.program.otherMemory).toBeCloseTo(12 * MIB, -4)
      expect(scenario.program.stackMemory).toBeCloseTo(313 * MIB, -5)
    }
  })

  it('keep the ranges of the log for unmeasured values', () => {
    const overheads = ({ programs }: typeof alone) => programs.map(({ scenario }) => scenario.program.heapOverhead)
    expect(overheads({ likely, programs })).toEqual(overheads(alone))
  })

  it('scan the stacks that the log shows, however much memory is allocated for stacks', () => {
    expect(likely.program.stacks).toBe(alone.likely.program.stacks)
    expect(programs[0]?.scenario.program.stacks).toBe(alone.likely.program.stacks)
  })
})

describe('the programs of a log under a memory limit', () => {
  const reader = new LogReader()
  reader.push(readFileSync('src/program/samples/thrash.log', 'utf8'))
  const made = calibrate(columnsOfRun(reader.end().columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { fitted } = made.value
  const limitsOf = ({ programs }: ReturnType<typeof programsOf>) => programs.map(({ scenario }) => scenario.memoryLimit)

  it('each have the limit that fits their memory outside the heap, as for the log alone', () => {
    const own = fitted.members.map(({ run }) => run.scenario.memoryLimit)
    expect(new Set(own.map(limitBytes)).size).toBeGreaterThan(5)
    // The last is like the first, but hardly writes to its heap.
    expect(limitsOf(programsOf(made.value, {}))).toEqual([...own, own[0]])
  })

  it('have the known limit, if there is one', () => {
    const limits = limitsOf(programsOf(made.value, { memoryLimit: 300 * MIB }))
    expect(new Set(limits.map(limitBytes))).toEqual(new Set([300 * MIB]))
  })

  it('have one limit if memory outside the heap is known', () => {
    const limits = limitsOf(programsOf(made.value, { otherMemory: 12 * MIB }))
    expect(new Set(limits.map(limitBytes)).size).toBe(1)
  })
})

describe('what is typed beside a log', () => {
  const calibration = calibrated()
  const alone = programsOf(calibration, {})

  it('is in force if it is a setting: GOMAXPROCS and the CPU limit, like the container', () => {
    const { likely, programs } = programsOf(calibration, { procs: 3, cpuQuota: 1.5, containerLimit: 900 * MIB })
    for (const scenario of [likely, ...programs.map((one) => one.scenario)]) {
      expect(scenario.procs).toBe(3)
      expect(scenario.cpuQuota).toEqual({ kind: 'cpus', cpus: 1.5 })
      expect(scenario.containerLimit).toEqual({ kind: 'bytes', bytes: 900 * MIB })
    }
  })

  it('is in force if a manifest has it: its CPU limit', () => {
    const container = { name: 'app', role: 'main', cpuLimit: 0.5, env: [] } as const
    const manifests = [{ kind: 'kubernetes', containers: [container], problems: [] } as const]
    const program = programOf(toKnown({ runs: [], manifests, typed: {}, calibration }))
    expect(program.ok && program.value.scenario.cpuQuota).toEqual({ kind: 'cpus', cpus: 0.5 })
    // The log shows GOMAXPROCS.
    expect(program.ok && program.value.scenario.procs).toBe(alone.likely.procs)
  })

  it('neither counts nor is shown if only the log gives it', () => {
    const typed = { liveHeap: 1e9, allocRate: 1e9, scanRate: 1e9, busyProcs: 1, pointerFreeLive: 1e6, gcCpu: 0.9 }
    const [typedOver, without] = [typed, {}].map((one) => toKnown({ runs: [], manifests: [], typed: one, calibration }))
    expect(typedOver!.quantities).toEqual(without!.quantities)
    expect(programsOf(calibration, typed).likely).toEqual(alone.likely)
    expect(typedOver!.fixed).toEqual(expect.arrayContaining(Object.keys(typed)))
    for (const key of ['procs', 'cpuQuota', 'gogc', 'otherMemory', 'stacks'] as const)
      expect(typedOver!.fixed).not.toContain(key)
    // Without a log, all of it counts.
    expect(numberOf(toKnown({ runs: [], manifests: [], typed }), 'liveHeap')).toBe(1e9)
  })
})
