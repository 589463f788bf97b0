import { describe, expect, it } from 'vitest'
import { emptyTrace } from '../../../src/model/empty.ts'
import { hintOf } from '../../../src/model/judgement/hints.ts'
import { toVerdict } from '../../../src/model/verdict.ts'
import type { ParameterKey } from '../../../src/scenario/params.ts'
import { MIB } from '../../../src/units.ts'
import { run, scenarioOf } from '../../support/run.ts'

const STEADY = {
  initialLive: '20MiB',
  heapOverhead: 0,
  phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }],
}
/** Live heap of 20 MiB, then 40 from 5 s on. */
const GROWING = {
  initialLive: '20MiB',
  heapOverhead: 0,
  phases: [
    { duration: 5, allocRate: '20MiB', scanRate: '4GiB' },
    { duration: 1, allocRate: '20MiB', newSurvivalRate: 1, scanRate: '4GiB' },
    { duration: 4, allocRate: '20MiB', scanRate: '4GiB' },
  ],
}

type Case = readonly [title: string, key: ParameterKey, fields: Record<string, unknown>, says: string | RegExp]

/** Guide model: its figures can be computed by hand. */
const GUIDE: readonly Case[] = [
  ['GOGC by itself', 'gogc', {}, 'goal = live heap × 2'],
  [
    'GOGC of a program that starts with nothing',
    'gogc',
    { program: { ...GROWING, initialLive: 0 } },
    'the minimum heap set 78 % of goals',
  ],
  ['GOGC=0, where no goal is the minimum heap', 'gogc', { gogc: 0 }, 'live + a minimum set 100 % of goals'],
  ['GOGC=50', 'gogc', { gogc: 50 }, 'goal = live heap × 1.5'],
  [
    'GOGC where the limit sets every goal',
    'gogc',
    { memoryLimit: '30MiB' },
    'not used: the memory limit set every goal',
  ],
  [
    'GOGC where the limit sets some',
    'gogc',
    { memoryLimit: '45MiB', program: GROWING },
    /^goal = live × 2; the limit set \d+ % of goals$/,
  ],
  [
    'GOGC where Go’s minimum is more than it asks for',
    'gogc',
    { program: { ...STEADY, initialLive: '1MiB' } },
    'the minimum heap set 100 % of goals',
  ],
  ['GOGC where no cycle runs', 'gogc', { program: { initialLive: '20MiB', phases: [] } }, 'goal = live heap × 2'],
  [
    'GOGC where the limit sets the goal of the only cycle',
    'gogc',
    { memoryLimit: '30MiB', program: { ...STEADY, phases: [{ duration: 0.75, allocRate: '20MiB' }] } },
    'not used: the memory limit set every goal',
  ],
  [
    'GOGC where Go’s minimum is more, of the only cycle',
    'gogc',
    { program: { ...STEADY, initialLive: '1MiB', phases: [{ duration: 0.25, allocRate: '20MiB' }] } },
    'the minimum heap set 100 % of goals',
  ],
  ['GOGC that changes on the way', 'gogc', { changes: [{ at: 5, gogc: 50 }] }, 'at first: goal = live heap × 2'],
  [
    'GOGC that changes as the program ends',
    'gogc',
    { program: { ...STEADY, phases: [{ duration: 1, allocRate: '5MiB' }] }, changes: [{ at: 1, gogc: 50 }] },
    'goal = live heap × 2',
  ],
  ['GOGC=off without a limit', 'gogc', { gogc: 'off' }, 'nothing starts a cycle: memory only grows'],
  ['GOGC=off with a limit', 'gogc', { gogc: 'off', memoryLimit: '60MiB' }, 'only the memory limit starts cycles'],
  [
    'GOGC=off and a limit that comes later',
    'gogc',
    { gogc: 'off', changes: [{ at: 5, memoryLimit: '60MiB' }] },
    'only the memory limit starts cycles',
  ],
  [
    'GOGC=off and calls',
    'gogc',
    { gogc: 'off', changes: [{ at: 5, forceGC: true }] },
    'only runtime.GC() starts cycles',
  ],
  [
    'GOGC=off and memory given back',
    'gogc',
    { gogc: 'off', changes: [{ at: 5, freeOSMemory: true }] },
    'only debug.FreeOSMemory() starts cycles',
  ],
  [
    'GOGC=off and both calls',
    'gogc',
    { gogc: 'off', changes: [{ at: 5, freeOSMemory: true, forceGC: true }] },
    'only runtime.GC() and debug.FreeOSMemory() start cycles',
  ],
  [
    'GOGC=off with a limit and a call',
    'gogc',
    { gogc: 'off', memoryLimit: '60MiB', changes: [{ at: 5, forceGC: true }] },
    'only the memory limit and runtime.GC() start cycles',
  ],
  [
    'GOGC=off that is switched on later, without a call',
    'gogc',
    { gogc: 'off', changes: [{ at: 5, gogc: 100 }] },
    'at first: nothing starts a cycle: memory only grows',
  ],

  ['no limit', 'memoryLimit', {}, 'no limit: goals follow GOGC alone'],
  ['a limit far above', 'memoryLimit', { memoryLimit: '1GiB' }, 'sets the goal of no cycle'],
  ['a limit that no cycle had to hold', 'memoryLimit', { gogc: 'off', memoryLimit: '100GiB' }, 'no cycle ran'],
  ['a limit that sets all goals', 'memoryLimit', { memoryLimit: '30MiB' }, /^sets the goal of (\d+) of \1 cycles$/],
  [
    'a limit below the live heap',
    'memoryLimit',
    { memoryLimit: '15MiB' },
    /^leaves the heap no room in 100 % of cycles$/,
  ],
  [
    'a limit above the live heap that leaves less for it, beside other memory',
    'memoryLimit',
    { memoryLimit: '30MiB', program: { ...STEADY, otherMemory: '15MiB' } },
    /^leaves the heap no room in 100 % of cycles$/,
  ],
  [
    'a limit that is passed, though it set no goal',
    'memoryLimit',
    { memoryLimit: '2MiB', program: { initialLive: '1MiB', phases: [{ duration: 1, allocRate: '20MiB' }] } },
    'passed by 2.0 MiB',
  ],
  [
    'a limit imposed on the way',
    'memoryLimit',
    { gogc: 'off', changes: [{ at: 2, memoryLimit: '40MiB' }] },
    'passed by 20.0 MiB',
  ],
  [
    'a limit that is set on the way',
    'memoryLimit',
    { memoryLimit: 'off', changes: [{ at: 0.01, memoryLimit: '30MiB' }] },
    /^off at first; sets the goal of [1-9]\d* of \d+ cycles$/,
  ],
  ['GOGC=0 is not the limit’s doing', 'memoryLimit', { gogc: 0, memoryLimit: '1GiB' }, 'sets the goal of no cycle'],

  ['no container', 'containerLimit', {}, 'no container: no kill is simulated'],
  ['room', 'containerLimit', { containerLimit: '100MiB' }, '60.0 MiB to spare'],
  ['no room', 'containerLimit', { containerLimit: '40MiB' }, 'no room left'],
  ['killed', 'containerLimit', { containerLimit: '30MiB' }, 'killed at 0.50 s'],
  [
    'killed by a limit set on the way',
    'containerLimit',
    { changes: [{ at: 5.5, containerLimit: '25MiB' }] },
    /^killed at 5\.\d\d s$/,
  ],
  [
    'a container that is resized before memory grows: the tighter of both',
    'containerLimit',
    { containerLimit: '50MiB', program: GROWING, changes: [{ at: 5, containerLimit: '4GiB' }] },
    '10.0 MiB to spare of 50.0 MiB',
  ],

  ['the GC CPU limit off', 'cpuLimiter', { cpuLimiter: false }, 'off, as in the guide’s figures; always on in Go'],
  ['the GC CPU limit on', 'cpuLimiter', { cpuLimiter: true }, 'did not act; always on in Go'],
  [
    'the GC CPU limit acting',
    'cpuLimiter',
    { cpuLimiter: true, memoryLimit: '10MiB', program: { ...STEADY, fixedCost: 0.5 } },
    /^limited for \d.* s; always on in Go$/,
  ],
  [
    'the GC CPU limit switched on later',
    'cpuLimiter',
    { cpuLimiter: false, changes: [{ at: 5, cpuLimiter: true }] },
    'off at first; always on in Go',
  ],

  ['one CPU', 'procs', { cpuLimiter: true }, 'the CPU limiter can bank 1 CPU‑second'],
  ['four CPUs', 'procs', { cpuLimiter: true, procs: 4 }, 'the CPU limiter can bank 4 CPU‑seconds'],
  ['CPUs without the limiter', 'procs', { procs: 4 }, 'used by the CPU limiter alone, which is off'],
]

it.each(GUIDE)('%s', (_, key, fields, says) => {
  const hint = hintOf(key, run({ program: STEADY, ...fields }))
  if (typeof says === 'string') expect(hint).toBe(says)
  else expect(hint).toMatch(says)
})

describe('in the runtime model', () => {
  const hint = (key: ParameterKey, fields: Record<string, unknown>) =>
    hintOf(key, run({ model: 'runtime', program: STEADY, ...fields }))

  it('stacks and globals count towards the goal', () => {
    const program = { ...STEADY, stacks: '8MiB' }
    expect(hint('gogc', { program })).toBe('goal = live × 2 + stacks, globals')
    expect(hint('gogc', { gogc: 400, program })).toBe('goal = live × 5 + (stacks, globals) × 4')
    expect(hint('gogc', { gogc: 50, program })).toBe('goal = live × 1.5 + (stacks, globals) × 0.5')
    expect(hint('gogc', { program: { ...GROWING, stacks: '8MiB' }, memoryLimit: '75MiB' })).toMatch(
      /^goal = live × 2 \+ roots; \d+ % set by the limit$/,
    )
    expect(hint('gogc', {})).toBe('goal = live heap × 2')
  })

  it.each([30, 100, 400])('the formula is that of every goal that GOGC=%i sets', (gogc) => {
    const program = { ...STEADY, stacks: '8MiB' }
    const { cycles, points } = run({ model: 'runtime', gogc, program })
    expect(cycles.count).toBeGreaterThan(0)
    // live × (1 + GOGC/100) + stacks × GOGC/100
    for (let i = 0; i < cycles.count; i++) {
      const live = points.live[cycles.startPoint[i]!]!
      const goal = live * (1 + gogc / 100) + (8 * MIB * gogc) / 100
      expect(Math.abs(cycles.goal[i]! / goal - 1)).toBeLessThan(0.001)
    }
  })

  it('GOGC is in use where every goal is the least one, which follows it', () => {
    const program = { initialLive: '1KiB', phases: [{ duration: 10, allocRate: '20MiB' }] }
    const cycles = [100, 200, 400].map((gogc) => run({ model: 'runtime', program, gogc }).result.cycles)
    expect(cycles).toEqual([...new Set(cycles)].sort((a, b) => b - a))
    expect(hint('gogc', { gogc: 200, program })).toBe('the minimum heap set 100 % of goals')
  })

  it('GOGC is not said to set goals that leave room to sweep: 1 MiB above a small live heap', () => {
    const program = { initialLive: '5MiB', phases: [{ duration: 2, allocRate: '50MiB' }] }
    const { cycles } = run({ model: 'runtime', gogc: 5, program })
    expect(cycles.goal[9]! - cycles.runtime!.liveFound[8]!).toBeGreaterThanOrEqual(MIB)
    expect(hint('gogc', { gogc: 5, program })).toMatch(/^live \+ a minimum set (100|over 99) % of goals$/)
  })

  it('a kill is given in elapsed time', () => {
    const program = { ...STEADY, pace: 'clock', phases: [{ duration: 10, allocRate: '20MiB' }] }
    const killed = run({ model: 'runtime', procs: 4, containerLimit: '30MiB', program })
    expect(hintOf('containerLimit', killed)).toBe('killed at 0.50 s elapsed')
  })

  it('a program that starts above its container is not said to have run for 0 s', () => {
    const at = { containerLimit: '10MiB', program: STEADY }
    expect(hint('containerLimit', at)).toBe('killed as it starts')
    expect(toVerdict(run(at), {}).label).toBe('killed as it starts')
  })

  it('the hint on GOMAXPROCS is what background marking may use if the limiter is off', () => {
    expect(hint('procs', { cpuLimiter: false, procs: 4 })).toBe('background marking may use a quarter of 4 CPUs')
    expect(hint('procs', { cpuLimiter: false, procs: 1 })).toBe('background marking may use a quarter of 1 CPU')
  })
})

it('claims nothing without a run', () => {
  const trace = emptyTrace(scenarioOf({ memoryLimit: '30MiB', containerLimit: '30MiB', program: STEADY }))
  for (const key of ['gogc', 'memoryLimit', 'containerLimit', 'cpuLimiter', 'procs'] as const)
    expect(hintOf(key, trace)).toBe('')
})
