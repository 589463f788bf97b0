import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../src/known/findings.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF, toGcPercent, toLimit } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

interface Moment {
  readonly seconds: number
  readonly cycles: number
  /** All in MiB. */
  readonly objects: number
  readonly goal: number
  readonly resident: number
  readonly sys: number
  readonly released: number
  readonly gogc?: number
  readonly limit?: number
}

/** A scrape of a process that allocates 200 MiB each second. */
function scrapeOf({ seconds, cycles, objects, goal, resident, sys, released, gogc, limit }: Moment): string {
  const inUse = 1.05 * objects
  const sizes = {
    go_memstats_alloc_bytes_total: 1000 + 200 * seconds,
    go_memstats_heap_alloc_bytes: objects,
    go_memstats_heap_inuse_bytes: inUse,
    go_memstats_heap_idle_bytes: sys - 8 - inUse,
    go_memstats_heap_released_bytes: released,
    go_memstats_heap_sys_bytes: sys - 8,
    go_memstats_next_gc_bytes: goal,
    go_memstats_stack_inuse_bytes: 1,
    go_memstats_sys_bytes: sys,
    process_resident_memory_bytes: resident,
    ...(limit !== undefined && { go_gc_gomemlimit_bytes: limit }),
  }
  const others = {
    go_gc_duration_seconds_count: cycles,
    go_memstats_last_gc_time_seconds: 1796051000 + seconds,
    process_start_time_seconds: 1796050000,
    process_cpu_seconds_total: seconds / 10,
    go_sched_gomaxprocs_threads: 2,
    ...(gogc !== undefined && { go_gc_gogc_percent: gogc }),
  }
  const all = { ...Object.fromEntries(Object.entries(sizes).map(([name, mib]) => [name, mib * MIB])), ...others }
  return Object.entries(all)
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}

async function read(moments: readonly Moment[], ...others: readonly string[]) {
  const evidence = await readEvidence([...moments.map(scrapeOf), ...others])
  const known = toKnown(evidence)
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const under = (settings: Settings) => {
    const prediction = finish(searchKnown(program.value, (scenario) => underSettings(scenario, settings)))
    return { outlook: toOutlook(prediction)?.kind, need: prediction.spread.peakContainerBytes, prediction }
  }
  return { known, under, findings: findingsOf(evidence.manifests, known) }
}

const OF_400 = { objects: 200, goal: 308, resident: 322, sys: 328, released: 3 } as const
const OF_50 = { objects: 75, goal: 93, resident: 108, sys: 328, released: 219 } as const
const OF_LIMIT = { objects: 90, goal: 125, resident: 139, sys: 328, released: 191 } as const
const within = (mib: number) => ({ containerLimit: toLimit(mib * MIB) })

describe('memory that a process had before it changed its settings', () => {
  const changed: readonly Moment[] = [
    { ...OF_400, seconds: 0, cycles: 12, gogc: 400, limit: 2 ** 43 },
    { ...OF_400, seconds: 18, cycles: 27, gogc: 400, limit: 2 ** 43 },
    { ...OF_50, seconds: 40, cycles: 157, gogc: 50, limit: 2 ** 43 },
    { ...OF_50, seconds: 48, cycles: 209, gogc: 50, limit: 2 ** 43 },
  ]

  it('is not what it has under a lower GOGC', async () => {
    const { under } = await read(changed)
    const { outlook, need } = under(within(200))
    expect(outlook).not.toBe('would-be-killed')
    expect(need.low / MIB).toBeLessThan(108)
    expect(need.high / MIB).toBeLessThan(150)
  })

  it('is not what it has under a memory limit', async () => {
    const limited = changed.map((one, i) => ({ ...one, gogc: 400, ...(i > 1 && { ...OF_LIMIT, limit: 150 }) }))
    const { under } = await read(limited)
    for (const container of [240, 400]) {
      const { outlook, need } = under(within(container))
      expect(outlook).not.toBe('would-be-killed')
      expect(need.low / MIB).toBeLessThan(139)
      expect(need.high / MIB).toBeLessThan(300)
    }
  })

  it('is not counted either while Go still keeps a part of it', async () => {
    const kept = changed.map((one, i) => (i === 2 ? { ...one, resident: 322, released: 3 } : one))
    const { known } = await read(kept)
    expect(known.scraped!.mostHeld! / MIB).toBeLessThan(110)
    expect(known.scraped!.mostTaken! / MIB).toBeLessThan(110)
  })

  it('counts as long as the settings are the same', async () => {
    const { under } = await read(changed.slice(0, 2))
    expect(under(within(200)).outlook).toBe('would-be-killed')
  })
})

describe('scrapes without settings beside a manifest with a lower memory limit', () => {
  const pod = (limit: string) =>
    `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: api, resources: {limits: {memory: 132Mi}}, env: [{name: GOMEMLIMIT, value: ${limit}}]}]}\n`
  const scraped: readonly Moment[] = [
    { objects: 85, goal: 156, resident: 168, sys: 170, released: 3, seconds: 0, cycles: 30 },
    { objects: 100, goal: 160, resident: 175, sys: 177, released: 6, seconds: 20, cycles: 81 },
  ]

  it('were taken without it, if GOGC made a higher goal: their memory shows nothing about it', async () => {
    const { known, under } = await read(scraped, pod('115MiB'))
    expect(find(known, 'memoryLimit')?.value).toBe(115 * MIB)
    expect(known.watched.get('memoryLimit')?.value).toBe('off')
    const { outlook, need, prediction } = under({ gogc: toGcPercent(100) })
    expect(outlook).not.toBe('would-be-killed')
    expect(need.low / MIB).toBeLessThan(115)
    expect(toWarnings(prediction).join()).not.toMatch(/with this GOGC and GOMEMLIMIT/)
    // Without the limit, they do.
    const without = under({ memoryLimit: OFF })
    expect(without.outlook).toBe('would-be-killed')
    expect(toWarnings(without.prediction).join()).toMatch(/with this GOGC and GOMEMLIMIT/)
  })

  it('are named in a finding', async () => {
    const { findings } = await read(scraped, pod('115MiB'))
    const finding = findings.find(({ kind }) => kind === 'not-in-force')
    expect(finding?.title).toBe('The scrapes show another GOMEMLIMIT than the manifest has')
    expect(finding?.text).toContain(
      'GOMEMLIMIT: 115MiB from the Kubernetes manifest, api; at least 160 MiB from the heap goals of the scrapes. They are older',
    )
    expect(finding?.effect?.runs.map(({ name }) => name)).toEqual(['With the scrapes’ settings', 'With the manifest’s'])
  })

  it('may be under it, if only the live heap is above it, or if it allows the goals', async () => {
    const live = scraped.map((one) => ({ ...one, objects: one.goal }))
    for (const [moments, limit] of [
      [live, '115MiB'],
      [scraped, '200MiB'],
    ] as const) {
      const { known, findings } = await read(moments, pod(limit))
      expect(known.watched.get('memoryLimit')?.sureness).toBe('set')
      expect(findings.some(({ kind }) => kind === 'not-in-force')).toBe(false)
    }
  })
})

describe('scrapes without settings beside a manifest with a lower GOGC', () => {
  const pod = (gogc: number) =>
    `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: api, resources: {limits: {memory: 200Mi}}, env: [{name: GOGC, value: "${gogc}"}]}]}\n`
  const scraped: readonly Moment[] = [
    { ...OF_400, seconds: 0, cycles: 40, objects: 140 },
    { ...OF_400, seconds: 18, cycles: 55, objects: 290 },
  ]

  it('were taken without it, if the heap held less than it says was live: their memory shows nothing about it', async () => {
    const { known, under, findings } = await read(scraped, pod(50))
    expect(find(known, 'gogc')).toMatchObject({ value: 50, sureness: 'set' })
    expect(known.watched.get('gogc')).toMatchObject({ sureness: 'derived' })
    const { outlook, prediction } = under({})
    expect(outlook).not.toBe('would-be-killed')
    expect(toWarnings(prediction).join()).not.toMatch(/with this GOGC and GOMEMLIMIT/)
    expect(findings.find(({ kind }) => kind === 'not-in-force')?.title).toBe(
      'The scrapes show another GOGC than the manifest has',
    )
  })

  it('may be under one that the heap allows', async () => {
    const { known, findings } = await read(scraped, pod(200))
    expect(known.watched.get('gogc')).toMatchObject({ value: 200, sureness: 'set' })
    expect(findings.some(({ kind }) => kind === 'not-in-force')).toBe(false)
  })
})
