import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../src/explore/advice/advice.ts'
import { toNoneText } from '../../src/explore/advice/words.ts'
import { whyOverridden } from '../../src/known/by-program.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { toRun } from '../tools/evidence-services.ts'
import { readEvidence } from './read-evidence.ts'
import { percent, recordedAlone } from './recorded.ts'

/** Scrapes of one process with these GOGC and memory limits, in MiB; 0: none. */
function scraped(gogc: readonly number[], limits: readonly number[] = [0]) {
  const scrapes = gogc.map((percent, i) => ({
    seconds: 3600 + 10 * i,
    values: new Map<Field, number>([
      ['goal', (1 + Math.max(0, percent) / 100) * 60 * MIB],
      ['heapAlloc', 65 * MIB],
      ['allocTotal', (1000 + 300 * i) * MIB],
      ['cycles', 100 + 5 * i],
      ['gogc', percent],
      ['memoryLimit', (limits[i % limits.length] || 2 ** 43) * MIB],
      ['procs', 2],
    ]),
  }))
  return toKnown({ runs: [toRun(scrapes)], manifests: [], typed: {} })
}

describe('a program that sets GOGC or its memory limit itself', () => {
  it('is found if the values differ between scrapes of one process', () => {
    expect(findingsOf([], scraped([5275, 136, 122, 136]))).toEqual([
      {
        kind: 'set-by-program',
        title: 'The program sets GOGC itself',
        text: 'Scrapes of one process show 5275, 136 and 122. The program overrides the GOGC of its environment while it runs.',
      },
    ])
    const [limit] = findingsOf([], scraped([100, 100], [0, 500]))
    expect(limit?.text).toMatch(/^Scrapes of one process show off and 500 MiB\. The program overrides the GOMEMLIMIT/)
    expect(findingsOf([], scraped([-1, 100]))[0]?.text).toMatch(/ show off and 100\./)
    expect(findingsOf([], scraped([100, 100]))).toEqual([])
    const many = Array.from({ length: 30 }, (_, i) => 100 + i)
    expect(findingsOf([], scraped(many))[0]?.text).toMatch(/ show 100, 101, 102, 103 and 26 more\./)
  })

  it('gets no advice to set an environment variable', () => {
    const adviceTo = (known: ReturnType<typeof scraped>) => {
      const program = programOf(known)
      if (!program.ok) throw new Error(program.problems[0]?.message)
      const whyNone = whyOverridden(known.ownSettings)
      return findAdvice(program.value.scenario, undefined, undefined, { whyNone })
    }
    const tuned = adviceTo(scraped([136, 122]))
    expect(tuned.recommended).toBeNull()
    expect(tuned.options.length).toBeGreaterThan(1)
    expect(toNoneText(tuned)).toBe(
      'The program sets GOGC itself (scrapes show 136 and 122): it overrides GOGC of its environment. We simulate each option with one value for the whole run. So no option is recommended.',
    )
    expect(adviceTo(scraped([122, 122])).recommended).not.toBeNull()
  })
})

/**
 * Scrapes 20 s apart under GOGC=100 without a limit, with a live heap of 50 MiB and 15 MiB/s allocated, and a cycle every `every`
 * seconds: GOGC alone starts one in three seconds.
 * @param forced how many of all cycles are counted as forced; undefined where that is not counted
 */
function forcing(every: number, forced?: number, more: readonly [Field, number][] = []): Known {
  const scrapes = [0, 1, 2].map((i) => ({
    seconds: 3600 + 20 * i,
    values: new Map<Field, number>([
      ['goal', 100 * MIB],
      ['heapAlloc', 55 * MIB],
      ['allocTotal', (1000 + 300 * i) * MIB],
      ['cycles', 1000 + Math.round((20 * i) / every)],
      ['gogc', 100],
      ['memoryLimit', 2 ** 63],
      ['procs', 2],
      ...(forced === undefined ? [] : [['forced', 500 + Math.round((forced * 20 * i) / every)] as const]),
      ...more,
    ]),
  }))
  return toKnown({ runs: [toRun(scrapes)], manifests: [], typed: {} })
}

function ensembleIn(known: Known) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return ensembleOf(program.value)
}

function predict(known: Known, percent: number, containerMiB = Number.POSITIVE_INFINITY, seconds?: number) {
  const program = programOf(known, seconds)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const settings = { gogc: { kind: 'percent', percent }, containerLimit: toLimit(containerMiB * MIB) } as const
  return finish(searchKnown(program.value, (scenario) => ({ ...scenario, ...settings })))
}

describe('a program that forces GC cycles, as it counts them', () => {
  const known = forcing(1, 0.8)

  it('is found, with the time between forced cycles', () => {
    const [finding] = findingsOf([], known)
    expect(finding?.title).toBe('The program forces GC cycles')
    expect(finding?.text).toMatch(/^32 of 40 cycles were forced .*, about one in 1\.25 s\./)
    expect(finding?.text).toContain('GOGC starts the other cycles.')
    expect(findingsOf([], forcing(1, 1))[0]?.text).toContain('They keep the heap below its goal, whatever GOGC is.')
    expect(findingsOf([], forcing(3, 0))).toEqual([])
    expect(findingsOf([], forcing(3, 0.05))).toEqual([])
  })

  it('has the live heap of its goals, even under a memory limit that seems to explain the cycles', () => {
    const limited = forcing(1, 0.8, [['memoryLimit', 400 * MIB]])
    expect(Number(find(limited, 'liveHeap')?.value) / MIB).toBeCloseTo(50, 0)
    expect(limited.isLiveFromLimit).toBe(false)
  })

  it('needs hardly more memory with a higher GOGC, because the forced cycles still come', () => {
    expect(predict(known, 400).spread.peakHeapBytes.likely / MIB).toBeLessThan(50 + 2 * 1.25 * 15)
    expect(predict(forcing(3, 0), 400).spread.peakHeapBytes.likely / MIB).toBeGreaterThan(200)
  })

  it('is not surely killed by a run so long that not all forced cycles are simulated', () => {
    const within = (mib: number, seconds: number) => predict(known, 400, mib, seconds)
    expect(toWarnings(within(150, 600)).join()).not.toContain('in so long a run')
    const long = within(150, 12_500)
    expect(toOutlook(long)?.kind).toBe('could-be-killed')
    expect(toWarnings(long).join()).toContain(
      'forces about one GC cycle in 1.25 s, but in so long a run we simulate only one in 12.50 s: it may need less memory',
    )
  })
})

it('a total since the start does not show whether a program continues to force cycles: both cases are simulated', () => {
  const values = new Map<Field, number>([
    ['goal', 100 * MIB],
    ['heapAlloc', 55 * MIB],
    ['allocTotal', 1000 * MIB],
    ['cycles', 20],
    ['forced', 5],
    ['gogc', 100],
    ['memoryLimit', 2 ** 63],
    ['procs', 2],
  ])
  const pauseEnds = Array.from({ length: 20 }, (_, i) => 3600 + 3 * i)
  const run = { ...toRun([{ seconds: 3660, values }]), pauseEnds }
  const known = toKnown({ runs: [run], manifests: [], typed: {} })
  expect(findingsOf([], known)[0]?.text).toMatch(
    /^5 of 20 cycles were forced .* continues to force them, so we simulate both cases\.$/,
  )
  const forces = ensembleIn(known).candidates.map(({ scenario }) => scenario.changes.some(({ forceGC }) => forceGC))
  expect(forces.filter(Boolean).length).toBeGreaterThan(0.4 * forces.length)
  expect(forces.filter(Boolean).length).toBeLessThan(0.6 * forces.length)
})

it('cycles that Go starts after two minutes do not count as forced by the program', () => {
  const scrapes = [0, 1, 2].map((i) => ({
    seconds: 3600 + 600 * i,
    values: new Map<Field, number>([
      ['goal', 100 * MIB],
      ['heapAlloc', 55 * MIB],
      ['allocTotal', (1000 + 10 * i) * MIB],
      ['cycles', 100 + 5 * i],
      ['gogc', 100],
      ['memoryLimit', 2 ** 63],
      ['procs', 2],
    ]),
  }))
  const known = toKnown({ runs: [toRun(scrapes)], manifests: [], typed: {} })
  expect([known.forced, findingsOf([], known)]).toEqual([undefined, []])
})

describe('cycles that come long before GOGC would start them, if no metric counts forced cycles', () => {
  it('are found if a limit does not explain them', () => {
    const [finding] = findingsOf([], forcing(1))
    expect(finding?.title).toBe('Something other than GOGC may start GC cycles')
    expect(finding?.text).toMatch(
      /^The program allocates 15.0 MiB per cycle, but GOGC allowed 50.0 MiB in every scrape\./,
    )
    expect(findingsOf([], forcing(2.5))).toEqual([])
    expect(findingsOf([], forcing(1, undefined, [['memoryLimit', 120 * MIB]]))).toEqual([])
    expect(findingsOf([], forcing(1, 0))).toEqual([])
  })

  it('make both outcomes uncertain under a higher GOGC: killed, and not killed', () => {
    expect(toOutlook(predict(forcing(1), 400, 150))?.kind).toBe('could-be-killed')
    expect(toOutlook(predict(forcing(3), 400, 150))?.kind).toBe('would-be-killed')
    expect(predict(forcing(1), 400).spread.peakHeapBytes.high / MIB).toBeGreaterThan(200)
  })
})

// Its store calls runtime.GC every 4 s: 14 of 15 cycles between the scrapes were forced. With GOGC=200 it had 197 MiB
// resident at the most.
describe('a program that forces cycles when they are nearly due, with metrics that do not count forced cycles', () => {
  const files = [0, 1, 2].map((i) => `selfgc/metrics-${i}.txt`)

  it('is found, because its heap never reached a goal that cycles followed', async () => {
    const { known } = await recordedAlone(files, 25)
    const [finding] = findingsOf([], known)
    expect(finding?.title).toBe('Something other than GOGC may start GC cycles')
    expect(finding?.text).toMatch(/^The program allocates 5\d\.\d MiB per cycle, but GOGC allowed 9\d\.\d MiB/)
  })

  it('is not surely killed where it would be without them', async () => {
    const { say } = await recordedAlone(files, 25)
    for (const mib of [221, 250]) expect(say(percent(200), mib).kind).toBe('could-be-killed')
    expect(say(percent(200), 150).kind).toBe('would-be-killed')
  })

  it('is not assumed where the heap reached its goals: fast programs have cycles as early', () => {
    const unforced = (heapIdle: number) =>
      forcing(2.2, undefined, [
        ['heapInuse', 70 * MIB],
        ['heapIdle', heapIdle * MIB],
      ]).forced
    expect(unforced(40)).toBeUndefined()
    expect(unforced(20)).toBeDefined()
  })
})

// It builds a batch every 2 s and drops it, and forces no cycle. 14 cycles came in the 8 s of the scrapes; with GOGC=200
// 9 came in 10 s, and it had 250 to 330 MiB resident in three runs.
describe('a program that drops batches between scrapes', async () => {
  const ofRegistry = async (registry: string) => {
    const texts = [0, 1, 2].map((n) => readFileSync(`tests/fixtures/metrics/batches/${registry}-${n}.txt`, 'utf8'))
    const known = toKnown(await readEvidence(texts, {}, 4))
    const made = programOf(known, 8)
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const under = (percent: number, mib = Infinity) =>
      finish(
        searchKnown(made.value, (scenario) => ({
          ...scenario,
          gogc: { kind: 'percent', percent },
          containerLimit: toLimit(mib * MIB),
        })),
      )
    return { known, under }
  }

  it('may have as many cycles as its scrapes counted, though no scrape shows its small heaps', async () => {
    for (const registry of ['metrics-100', 'metrics-all-100']) {
      const { under } = await ofRegistry(registry)
      expect(under(100).spread.cycles.low).toBeLessThanOrEqual(14)
      expect(under(100).spread.cycles.high).toBeGreaterThanOrEqual(14)
    }
  })

  it('is likely to force no cycle, but may', async () => {
    const { known, under } = await ofRegistry('metrics-100')
    expect(findingsOf([], known)[0]?.title).toBe('Something other than GOGC may start GC cycles')
    const { cycles } = under(100).spread
    expect(cycles.likely).toBeGreaterThanOrEqual(5)
    expect(cycles.low).toBe(0)
  })

  it('is not surely killed by its largest heap, also where the process counts that it forced no cycle', async () => {
    const { known, under } = await ofRegistry('metrics-all-100')
    expect(known.forced).toBeUndefined()
    const prediction = under(200, 287)
    expect([prediction.outcomes['oom-killed'], toOutlook(prediction)?.kind]).toEqual([1, 'could-be-killed'])
    expect(toWarnings(prediction).join()).toContain('GC cycles come sooner than the heap at any scrape explains')
  })
})
