import { describe, expect, it } from 'vitest'
import { factsOf } from '../../src/model/judgement/facts.ts'
import { simulate } from '../../src/model/simulate.ts'
import { createTally } from '../../src/model/tally.ts'
import type { Trace } from '../../src/model/trace.ts'
import { type Circumstances, toEnding, toVerdict, type VerdictKind } from '../../src/model/verdict.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { withModel } from '../../src/scenario/with-model.ts'
import { GIB, MIB } from '../../src/units.ts'
import { run, scenarioOf } from '../support/run.ts'

const STEADY = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] }
/** Grows to 140 MiB of garbage and live heap, from 3 s on. */
const LATE_GROWTH = {
  initialLive: '20MiB',
  phases: [
    { duration: 3, allocRate: '5MiB', scanRate: '4GiB' },
    { duration: 3, allocRate: '20MiB', newSurvivalRate: 1, scanRate: '4GiB' },
    { duration: 4, allocRate: '20MiB', scanRate: '4GiB' },
  ],
}

interface Case {
  readonly title: string
  readonly fields: Record<string, unknown>
  readonly kind: VerdictKind
  /** Text that the reason must contain. */
  readonly says?: RegExp
  /** Text that the reason must not contain. */
  readonly never?: RegExp
}

const BOTH: readonly Case[] = [
  {
    title: 'low cost, no limit',
    fields: {},
    kind: 'healthy',
    says: /GC CPU is \d\.\d %, and this run has no limit/,
    // A log, or metrics, may leave open whether a limit is set.
    never: /its limits|is set/,
  },
  { title: 'low cost within limits', fields: { memoryLimit: '200MiB' }, kind: 'healthy', says: /within its limits/ },
  {
    title: 'a container of 100 MiB that is resized to 4 GiB before memory grows',
    fields: { containerLimit: '100MiB', program: LATE_GROWTH, changes: [{ at: 3, containerLimit: '4GiB' }] },
    kind: 'healthy',
  },
  {
    title: 'a container of 4 GiB that shrinks to 100 MiB after memory fell',
    fields: {
      containerLimit: '4GiB',
      program: {
        initialLive: '120MiB',
        phases: [
          { duration: 3, allocRate: '60MiB', oldDeathRate: 1, scanRate: '4GiB' },
          { duration: 20, allocRate: '5MiB', scanRate: '4GiB' },
        ],
      },
      // Free memory goes back to the system at a limit; without one the heap stays mapped for a while.
      changes: [
        { at: 3, memoryLimit: '60MiB', forceGC: true },
        { at: 18, containerLimit: '100MiB' },
      ],
    },
    kind: 'healthy',
  },
  {
    title: 'killed by a container limit that was set on the way',
    fields: { changes: [{ at: 5, containerLimit: '10MiB' }] },
    kind: 'killed',
    says: /: the program was killed before it finished/,
  },
  {
    title: 'killed by growth, after a change of GOGC that killed nothing',
    fields: { containerLimit: '30MiB', changes: [{ at: 0.2, gogc: 300 }] },
    kind: 'killed',
    says: /^Memory passed the container’s limit/,
  },
  {
    title: 'killed by growth',
    fields: { containerLimit: '30MiB' },
    kind: 'killed',
    says: /passed the container’s limit: the program was killed before it finished/,
  },
  {
    title: 'killed at once, by what it has before it allocates',
    fields: { containerLimit: '200MiB', program: { ...STEADY, otherMemory: '220MiB' } },
    kind: 'killed',
    says: /starts with 2\d\d(\.\d)? MiB, more than the container’s 200\.0 MiB: it was killed at once/,
  },
  {
    title: 'killed at once in a container of nothing, where it starts with nothing',
    fields: { containerLimit: '0B', program: { ...STEADY, initialLive: '0B' } },
    kind: 'killed',
    never: /starts with/,
  },
  {
    title: 'a memory limit of 40 MiB imposed on 60: it is over the limit while it is',
    fields: {
      gogc: 'off',
      program: { ...STEADY, heapOverhead: 0 },
      changes: [{ at: 2, memoryLimit: '40MiB' }],
    },
    kind: 'over-limit',
    says: /passed GOMEMLIMIT, a soft limit, by 2\d\.\d MiB for \d.* m?s(?: elapsed)?\./,
  },
  {
    title: 'a limit that is lifted before memory reaches it',
    fields: { memoryLimit: '50MiB', program: LATE_GROWTH, changes: [{ at: 3, memoryLimit: 'off' }] },
    kind: 'healthy',
  },
  {
    title: 'several changes at one instant: only the last of them is ever in force',
    fields: {
      changes: [
        { at: 5, memoryLimit: '1MiB' },
        { at: 5, memoryLimit: '400MiB' },
      ],
    },
    kind: 'healthy',
  },
  {
    title: 'GOGC=off without a limit',
    fields: { gogc: 'off' },
    kind: 'uncollected',
    says: /Nothing starts a GC cycle/,
  },
  {
    title: 'GOGC=off where nothing is allocated',
    fields: { gogc: 'off', program: { initialLive: '20MiB', phases: [{ duration: 10 }] } },
    kind: 'healthy',
  },
  {
    title: 'less than 5 % left in the container',
    fields: {
      gogc: 'off',
      memoryLimit: '40MiB',
      containerLimit: '121MiB',
      program: { ...STEADY, outsideMemory: '80MiB' },
    },
    kind: 'tight',
    says: /Less than 5 %/,
  },
  {
    title: 'hardly any room between the live heap and the limit',
    fields: { gogc: 'off', memoryLimit: '25.5MiB', program: { ...STEADY, initialLive: '23MiB', heapOverhead: 0 } },
    kind: 'tight',
    says: /^The memory limit leaves hardly any room above the live heap/,
  },
  {
    title: 'a run of too many cycles',
    fields: {
      gogc: 0,
      program: { initialLive: '20MiB', phases: [{ duration: 1e6, allocRate: '1GiB', scanRate: '16TiB' }] },
    },
    kind: 'stopped',
  },
]

describe.each(['guide', 'runtime'] as const)('the verdict in the %s model', (model) => {
  it.each(BOTH.map((one) => [one.title, one] as const))('%s', (_, { fields, kind, says, never }) => {
    const verdict = toVerdict(simulate(scenarioOf({ model, program: STEADY, ...fields }), { maxCycles: 50_000 }), {})
    expect(verdict).toMatchObject({ kind })
    if (says) expect(verdict.reason).toMatch(says)
    if (never) expect(verdict.reason).not.toMatch(never)
  })
})

const presetRun = (id: string, model: 'guide' | 'runtime', settings: object = {}): Trace => {
  const preset = findPreset(id)
  if (!preset) throw new Error(`no preset ${id}`)
  return simulate({ ...withModel(toScenario(preset), model), ...settings })
}
const shareByLimit = (trace: Trace) => factsOf(trace).rules.byLimit / factsOf(trace).rules.cycles

it('hardly any room for a moment is told as that, in a run in which GOGC sets most goals', () => {
  // 180 MiB of 200 MB survive a burst and die soon: only a few of its hundreds of cycles are near the limit.
  const phases = [
    { duration: 5, allocRate: '300MiB' },
    { duration: 0.2, allocRate: '1000MiB', newSurvivalRate: 0.9 },
    { duration: 0.3, allocRate: '200MiB', oldDeathRate: 1 },
    { duration: 10, allocRate: '200MiB' },
  ]
  const program = { initialLive: '10MiB', busyProcs: 3, pauseCost: 0.0001, heapOverhead: 0.05, phases }
  const trace = run({ model: 'runtime', memoryLimit: '290MiB', procs: 4, program })
  expect(shareByLimit(trace)).toBeLessThan(0.1)
  expect(toVerdict(trace, {})).toMatchObject({
    kind: 'tight',
    reason: expect.stringMatching(/^At times, the memory limit leaves hardly any room above the live heap/),
  })
})

const bytes = (mib: number) => ({ kind: 'bytes', bytes: mib * MIB }) as const

describe('thrashing', () => {
  it('is what the guide’s model does below the live heap', () => {
    const { kind, reason } = toVerdict(presetRun('thrash', 'guide'), {})
    expect(kind).toBe('thrashing')
    // Most of its 31.76 s, and the share at once: “the CPU or more for 21.30 s” could mean more than the CPU.
    expect(reason).toMatch(/^For 2\d\.\d+ s, GC took about half or more of the CPU, to hold the memory limit\./)
    expect(reason).toContain('Memory passed GOMEMLIMIT')
  })

  // Cycles that are held take half of the CPU, by rounding a little more or less.
  it.each([22, 24, 26, 28, 30])(
    'turns into a limit of %d MiB that is passed where the GC CPU limit holds cycles back',
    (mib) => {
      const held = presetRun('thrash-capped', 'guide', { memoryLimit: bytes(mib) })
      expect(held.result.limiterSeconds).toBeGreaterThan(0)
      expect(toVerdict(held, {}).kind).toBe('over-limit')
      expect(toVerdict(presetRun('thrash', 'guide', { memoryLimit: bytes(mib) }), {}).kind).toBe('thrashing')
    },
  )

  it('is put down neither to a memory limit that sets hardly any goal, nor in a single cycle to a heap that is soon full', () => {
    const phases = [{ duration: 4, allocRate: '200MiB' }]
    const under = (memoryLimit: string) =>
      run({ model: 'runtime', gogc: 1, memoryLimit, program: { initialLive: '30MiB', phases } })
    const [tight, loose] = [under('34MiB'), under('39.4MiB')].map((trace) => {
      const { kind, reason } = toVerdict(trace, {})
      expect(kind).toBe('thrashing')
      return { share: shareByLimit(trace), reason }
    })
    expect(tight!.share).toBeGreaterThan(0.5)
    expect(tight!.reason).toContain('to hold the memory limit')
    expect(loose!.share).toBeGreaterThan(0)
    expect(loose!.share).toBeLessThan(0.5)
    expect(loose!.reason).toContain('as the heap was soon full again')
    const slow = [{ duration: 10, allocRate: '1GiB', scanRate: '40MiB' }]
    const once = run({ model: 'runtime', program: { initialLive: '400MiB', phases: slow } })
    expect(once.result.cycles).toBe(1)
    expect(toVerdict(once, {})).toMatchObject({ kind: 'thrashing', reason: expect.stringContaining(', in one cycle.') })
  })

  it('is not claimed for this preset in the runtime model: cycles run back to back beside the program', () => {
    const trace = presetRun('thrash', 'runtime')
    const { kind, reason } = toVerdict(trace, {})
    expect(kind).toBe('over-limit')
    // From 5.9 to 7.6 s cycles run back to back; background marking takes a quarter of the CPU, assists a little more.
    expect(reason).toMatch(/back to back for 1\.7\d s \((2[5-9]|3\d)\.\d % of the CPU\)/)
  })

  it('is claimed for a program that allocates as fast as it can with a limit below its live heap', () => {
    const { kind, reason } = toVerdict(presetRun('program-thrash', 'runtime', { memoryLimit: bytes(330) }), {})
    expect(kind).toBe('thrashing')
    expect(reason).toContain('Memory passed GOMEMLIMIT')
  })

  it('names calls of runtime.GC() if they are the reason', () => {
    const changes = Array.from({ length: 60 }, (_, i) => ({ at: i / 6, forceGC: true }))
    const { kind, reason } = toVerdict(run({ program: { ...STEADY, fixedCost: 0.3 }, changes }), {})
    expect(kind).toBe('thrashing')
    expect(reason).toContain('calls of runtime.GC()')
    expect(reason).not.toContain('GOMEMLIMIT')
  })
})

describe('where one verdict ends and the next begins', () => {
  const MARGIN = 1e-6
  const calm = run({ memoryLimit: '100MiB', program: STEADY })
  const wall = calm.result.wallSeconds
  /** The same run with other counts of GC and memory. Seconds are elapsed seconds. */
  const had = ({
    thrashing = 0,
    backToBack = 0,
    running = 0,
    gcShare = 0.1,
    peak = 50 * MIB,
    container = Infinity,
    lowestGogc = Infinity,
    throttled = 0,
  }: Readonly<Record<string, number>>) => {
    const effort = { ...createTally().effort, thrashingSeconds: thrashing, runningSeconds: running }
    const spent = { backToBackSeconds: backToBack, backToBackSpent: 0.3 * backToBack, backToBackOffered: backToBack }
    return toVerdict(
      {
        ...calm,
        tally: { ...createTally(), rules: { ...createTally().rules, lowestGogc }, effort: { ...effort, ...spent } },
        result: { ...calm.result, compulsoryGcFraction: gcShare, throttledSeconds: throttled },
        segments: calm.segments.map((segment) => ({
          ...segment,
          containerLimit: container,
          peak: { ...segment.peak, memory: peak, container: peak },
        })),
      },
      {},
    )
  }

  it('tight is less than 5 % left in the container, and less than an eighth of new heap at the limit', () => {
    expect(had({ peak: 95 * MIB, container: 100 * MIB }).kind).toBe('healthy')
    expect(had({ peak: 95 * MIB + 1, container: 100 * MIB }).kind).toBe('tight')
    expect(had({ lowestGogc: 12.5 }).kind).toBe('healthy')
    expect(had({ lowestGogc: 12.4 }).kind).toBe('tight')
  })

  it('thrashing is more than a tenth of the time, however long the run', () => {
    expect(had({ thrashing: 0.1 * wall }).kind).toBe('healthy')
    expect(had({ thrashing: 0.1 * wall + MARGIN }).kind).toBe('thrashing')
  })

  it('thrashing is more than half of the CPU, and names the limiter only if it acted', () => {
    expect(had({ gcShare: 0.5 }).kind).toBe('tight')
    const { kind, reason } = had({ gcShare: 0.5 + MARGIN })
    expect(kind).toBe('thrashing')
    expect(reason).not.toContain('GC CPU limit')
  })

  it('tight is more than a quarter of the CPU', () => {
    expect(had({ gcShare: 0.25 }).kind).toBe('healthy')
    expect(had({ gcShare: 0.25 + MARGIN }).kind).toBe('tight')
  })

  it('tight is more than three quarters of the time in cycles, which is stated as at most all of it', () => {
    expect(had({ running: 0.75 * wall }).kind).toBe('healthy')
    expect(had({ running: 0.8 * wall }).reason).toBe('A GC cycle is running for 80.0 % of the time.')
    expect(had({ running: 1.01 * wall }).reason).toBe('A GC cycle is running for 100.0 % of the time.')
  })

  it('CPU-throttled is a quota that stops the program for more than a quarter of the time, whatever else is tight', () => {
    expect(had({ throttled: 0.25 * wall }).kind).toBe('healthy')
    expect(had({ throttled: 0.25 * wall + MARGIN })).toMatchObject({ kind: 'tight', label: 'CPU-throttled' })
    const { label, reason } = had({ throttled: 0.9 * wall, gcShare: 0.3 })
    expect(label).toBe('CPU-throttled')
    expect(reason).toMatch(
      /^The CPU quota stopped the program for 90\.0 % of the time: .* More than a quarter of the CPU/,
    )
    // What is worse comes first.
    expect(had({ throttled: 0.9 * wall, peak: 110 * MIB }).kind).toBe('over-limit')
  })

  it.each([
    ['thrashing', { gcShare: 0.6 }],
    ['over-limit', { peak: 110 * MIB }],
  ])('%s names a quota that stops the program for much of the time', (kind, facts) => {
    const verdict = had({ ...facts, throttled: 0.86 * wall })
    expect(verdict.kind).toBe(kind)
    expect(verdict.reason).toContain('The CPU quota stopped the program for 86.0 % of the time')
    expect(had({ ...facts, throttled: 0.2 * wall }).reason).not.toContain('quota')
  })

  it('a limit exceeded by at most 1 % counts as held, but tight', () => {
    expect(had({ peak: 101 * MIB }).kind).toBe('tight')
    expect(had({ peak: 101 * MIB + 1 }).kind).toBe('over-limit')
  })

  it('back-to-back cycles are mentioned from 10 % of the time on', () => {
    expect(had({ peak: 110 * MIB, backToBack: 0.1 * wall }).reason).not.toContain('back to back')
    const { reason } = had({ peak: 110 * MIB, backToBack: 0.1 * wall + MARGIN })
    expect(reason).toMatch(/back to back for 1\.00 s \(30\.0 % of the CPU\)/)
  })
})

describe('circumstances', () => {
  it('of an experiment: 86 GiB on a machine with 24 is more than it has', () => {
    const preset = findPreset('hash-nogc')!
    expect(preset.machineMemory).toBe(24 * GIB)
    const trace = presetRun('hash-nogc', 'runtime')
    const verdict = toVerdict(trace, preset)
    expect(verdict.kind).toBe('over-machine')
    expect(verdict.reason).toContain('on a machine with 24.00 GiB')
    expect(toEnding(trace, preset).word).toBe('machine too small')
  })

  it('hold for every setting of the same experiment', () => {
    expect(findPreset('hash-2g')?.machineMemory).toBe(24 * GIB)
    expect(toVerdict(presetRun('hash-2g', 'runtime'), findPreset('hash-2g')!).kind).toBe('healthy')
    expect(toVerdict(presetRun('people-table', 'runtime'), findPreset('people-table')!).kind).toBe('over-machine')
  })

  it('of a drawing that cannot run as drawn: the verdict says so, and judges the run that did run', () => {
    const circumstances: Circumstances = { shortfall: { phase: 2, wanted: 120 * MIB, possible: 30 * MIB } }
    expect(toVerdict(run({ program: STEADY }), circumstances)).toEqual({
      kind: 'not-as-drawn',
      label: 'not as drawn',
      reason: 'Phase 3 cannot run as drawn: 120.0 MiB live are drawn, 30.0 MiB are possible. What ran: healthy.',
    })
  })
})

describe('how a run ended', () => {
  it('says when a program was killed, even in its first second', () => {
    const killed = toVerdict(run({ containerLimit: '30MiB', program: STEADY }), {})
    expect(killed).toMatchObject({ label: 'killed at 0.50 s', when: 'at 0.50 s' })
  })

  it.each([
    ['completed', {}, /^healthy, completed after 10\.\d+ s$/],
    ['killed', { containerLimit: '30MiB' }, /^killed after 0\.5\d? s$/],
    ['killed at 0', { containerLimit: '10MiB' }, /^killed as it starts$/],
    [
      'stopped',
      { gogc: 0, program: { ...STEADY, phases: [{ duration: 1e4, allocRate: '1GiB' }] } },
      /^stopped after .+$/,
    ],
  ] as const)('%s', (_, fields, expected) => {
    const { word, rest } = toEnding(simulate(scenarioOf({ program: STEADY, ...fields }), { maxCycles: 1000 }), {})
    expect(word + rest).toMatch(expected)
  })
})
