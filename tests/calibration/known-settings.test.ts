import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toKnownRun } from '../../src/calibration/calibrate.ts'
import { type CycleColumns, columnsOfRun } from '../../src/gctrace/columns.ts'
import { diagnose, type LogFinding } from '../../src/gctrace/diagnose.ts'
import { gcShare, HIDES, type LogFindingKind } from '../../src/gctrace/finding-flags.ts'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB, OFF } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { readLog } from '../gctrace/support.ts'

const FOLDERS = [
  'tests/fixtures/settings',
  'src/program/samples',
  ...['', '/later', '/further'].map((sub) => `tests/fixtures/runs${sub}/logs`),
]
const LOGS = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const),
)

function known(text: string) {
  const columns = columnsOfRun(readLog(text).columns, 0)
  const { inferred } = toKnownRun(columns)
  const settings = inferred ?? { gogc: { kind: 'percent', percent: 100 } as const, memoryLimit: OFF }
  return { columns, inferred, settings, findings: diagnose(columns, settings) }
}

/** Rules that hold for every diagnosis. */
function expectConsistent({ columns, settings, findings }: ReturnType<typeof known>): void {
  for (const finding of findings) {
    const { kind, cycles, text, figures } = finding
    for (const other of findings) {
      if (HIDES[kind]?.includes(other.kind)) expect(shared(finding, other), `${kind} and ${other.kind}`).toEqual([])
    }
    if (kind === 'memory-limit') expect(settings.memoryLimit.kind).toBe('bytes')
    if (settings.gogc.kind === 'off') expect(`${text} ${figures}`).not.toMatch(/GOGC alone|alone would/)
    if (text.includes('the memory limit leaves')) expect(settings.memoryLimit.kind).toBe('bytes')
    if (kind === 'thrashing')
      for (const [first, last] of cycles) expect(gcShare(columns, first, last)).toBeGreaterThan(1 / 3)
    const isForced = (i: number) => columns.forced[i] === 1
    if (PACED.includes(kind)) expect(cyclesOf(finding).filter(isForced)).toEqual([])
    expect(`${figures} ${text}`).not.toMatch(/\b1 (cycles|goals)\b|NaN|Infinity|undefined/)
  }
}

/** Kinds of findings about the pacer: they never describe a cycle that the program forced. */
const PACED: readonly LogFindingKind[] = ['memory-limit', 'idle-periodic', 'back-to-back', 'goal-passed']

function cyclesOf({ cycles }: LogFinding): number[] {
  return cycles.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
}

function shared(a: LogFinding, b: LogFinding): number[] {
  const others = new Set(cyclesOf(b))
  return cyclesOf(a).filter((i) => others.has(i))
}

describe('the findings of a log', () => {
  it.each(LOGS)('contradict neither each other nor the settings: %s', (_, text) => {
    expectConsistent(known(text))
  })

  it('name no limit in a log of a run without a limit', () => {
    const free = LOGS.filter(([name]) => !name.includes('-limit') || name.includes('limitoff'))
    // A limit may have made the goals of low-gogc-tail too.
    const own = free.filter(([name]) => !/^(cache|thrash|low-gogc-tail)\.log$/.test(name))
    expect(own.length).toBeGreaterThan(40)
    for (const [name, text] of own) {
      const { findings, inferred } = known(text)
      expect(
        findings.map(({ kind }) => kind),
        name,
      ).not.toContain('memory-limit')
      expect(inferred?.memoryLimit, name).toEqual(OFF)
    }
  })

  it('claim that the CPU limiter was on only if the runtime’s own metric says so', () => {
    const claimed = LOGS.filter(([, text]) => known(text).findings.some(({ kind }) => kind === 'limiter'))
    expect(claimed.map(([name]) => name).filter((name) => name !== 'thrash-gogc100-limit400MiB.log')).toEqual([])
  })

  it('are true of the run behind the log, for any program and settings', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'runtime', maxPhases: 3, maxChanges: 0 }), (drawn) => {
        // Go's limiter is always on, and a process starts without a heap.
        const scenario = { ...drawn, cpuLimiter: true, program: { ...drawn.program, initialLive: 0 } }
        const trace = simulate(scenario, { maxCycles: 300, maxSteps: 100_000 })
        fc.pre(trace.cycles.count > 0)
        const found = known(printGctrace(trace, scenario))
        expectConsistent(found)
        for (const finding of found.findings) expectTrue(finding, found.columns, trace, scenario)
      }),
      { numRuns: 150 },
    )
  })
})

/** Checks the claims of a finding against the simulation that printed the log. */
function expectTrue(finding: LogFinding, columns: CycleColumns, trace: Trace, { memoryLimit }: Scenario): void {
  const runtime = trace.cycles.runtime!
  switch (finding.kind) {
    case 'limiter':
      expect(trace.result.limiterSeconds).toBeGreaterThan(0)
      break
    case 'memory-limit':
      expect(memoryLimit.kind).toBe('bytes')
      break
    case 'idle-periodic':
      for (const i of cyclesOf(finding)) expect(runtime.periodic[i], `cycle ${i + 1}`).toBe(1)
      break
    case 'forced':
      for (const i of cyclesOf(finding)) expect(columns.forced[i]).toBe(1)
      break
    default:
  }
}

describe('the settings of a log', () => {
  const recorded = readdirSync('tests/fixtures/settings').flatMap((name) => {
    const [, program, gogc, limit] = /^(.+)-gogc(\w+)-limit(\w+)\.log$/.exec(name) ?? []
    return program && gogc && limit ? [[name, gogc, limit] as const] : []
  })
  /** Logs with one to three low goals, which do not prove a limit: we infer none. */
  const TOO_FEW = ['people-gogcoff-limit200MiB.log', 'raft-gogc100-limit184MiB.log', 'arenas-gogc100-limit141MiB.log']

  it.each(recorded.filter(([name]) => !TOO_FEW.includes(name)))(
    'are inferred from recorded goals: %s',
    (name, gogc, limit) => {
      const { inferred } = known(readFileSync(`tests/fixtures/settings/${name}`, 'utf8'))
      expect(inferred?.gogc).toEqual(gogc === 'off' ? { kind: 'off' } : { kind: 'percent', percent: Number(gogc) })
      expect(inferred?.memoryLimit.kind).toBe(limit === 'off' ? 'off' : 'bytes')
      expect(inferred?.gogcGoals).toBeGreaterThan(0)
      if (inferred?.memoryLimit.kind !== 'bytes') return
      expect(inferred.lowGoals).toBeGreaterThanOrEqual(3)
      // gctrace prints scanned stacks, but the limit counts allocated ones: 107 MiB more in this program.
      const room = name.startsWith('goroutines') ? 150 : 0.12 * Number.parseInt(limit, 10)
      expect(Math.abs(inferred.memoryLimit.bytes / MIB - Number.parseInt(limit, 10))).toBeLessThanOrEqual(room)
    },
  )

  it.each(TOO_FEW)('include no limit if too few goals show it: %s', (name) => {
    const { inferred } = known(readFileSync(`tests/fixtures/settings/${name}`, 'utf8'))
    // It had one: a goal that GOGC does not explain leaves that open, also if the heap had passed that goal.
    expect(inferred).toMatchObject({ memoryLimit: OFF, lowGoals: 1 })
  })

  const services = ['services/logs', 'services/kinds/logs'].flatMap((folder) =>
    readdirSync(`tests/fixtures/${folder}`).flatMap((name) => {
      const [, gogc, limit] = /-gogc(\w+)-limit(\w+?)(?:-b)?\.log$/.exec(name) ?? []
      return gogc && limit ? [[name, gogc, limit, `tests/fixtures/${folder}/${name}`] as const] : []
    }),
  )

  it.each(services)('are inferred from logs of recorded services: %s', (_, gogc, limit, file) => {
    const { inferred } = known(readFileSync(file, 'utf8'))
    expect(inferred?.gogc).toEqual(gogc === 'off' ? { kind: 'off' } : { kind: 'percent', percent: Number(gogc) })
    expect(inferred?.memoryLimit.kind).toBe(limit === 'off' ? 'off' : 'bytes')
    if (limit === 'off') return expect(inferred?.limitWithin).toBeUndefined()
    // A log does not show the memory outside the heap, so the limit is only known within bounds.
    const { low, high } = inferred?.limitWithin ?? { low: Number.NaN, high: Number.NaN }
    expect(low / MIB).toBeLessThanOrEqual(Number.parseInt(limit, 10))
    expect(high / MIB).toBeGreaterThanOrEqual(Number.parseInt(limit, 10))
  })

  it('are not inferred from one goal that an allocation moved', () => {
    // The program allocates 654 MiB at once, then has a heap of 300 to 420 MiB under GOGC=100.
    const lives = [300, 340, 420, 380, 310]
    const lines = lives.map((live, i) => {
      const [start, goal] = i === 0 ? [654, 654] : [2 * lives[i - 1]! - 20, 2 * lives[i - 1]!]
      return `gc ${i + 1} @${i + 1}.000s 1%: 0.02+10+0.02 ms clock, 0.1+0/8/0+0.1 ms cpu, ${start}->${start + 5}->${live} MB, ${goal} MB goal, 0 MB stacks, 0 MB globals, 4 P`
    })
    expect(known(lines.join('\n')).inferred).toMatchObject({
      gogc: { kind: 'percent', percent: 100 },
      memoryLimit: OFF,
    })
  })

  it('name GOGC as assumed if no goal shows it', () => {
    const text = 'gc 9 @1.000s 1%: 0.02+10+0.02 ms clock, 0.1+0/8/0+0.1 ms cpu, 30->31->20 MB, 34 MB goal, 4 P'
    expect(known(text).inferred).toMatchObject({ gogcGoals: 0, memoryLimit: OFF })
  })

  it('are GOGC=off and no limit if Go prints the goal that means none', () => {
    const line = (i: number) =>
      `gc ${i} @${i}.000s 1%: 0.02+10+0.02 ms clock, 0.1+0/8/0+0.1 ms cpu, 30->31->20 MB, 17592186044415 MB goal, 4 P`
    expect(known([1, 2, 3, 4].map(line).join('\n')).inferred).toMatchObject({ gogc: OFF, memoryLimit: OFF })
  })
})
