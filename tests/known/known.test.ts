import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, type Known, numberOf, toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { programOf, toAsked, withFitted } from '../../src/known/scenario.ts'
import { simulate } from '../../src/model/simulate.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { GIB, MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { knownFrom as knownFromFiles, readInput } from '../tools/evidence-metrics.ts'

async function knownFrom(texts: readonly string[], interval?: number, typed = {}): Promise<Known> {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { interval, typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const SCRAPES = ['metrics-0.txt', 'metrics-4.txt']

const scrape = (values: Record<string, number>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('')

/** A scrape of a service at some second of its life, with its live heap and its cycle count. */
const service = (second: number, { rate = 100 * MIB, goal = 200 * MIB, perSecond = 1.3 } = {}) =>
  scrape({
    go_memstats_alloc_bytes_total: 1e9 + rate * second,
    go_gc_duration_seconds_count: 10 + Math.floor(perSecond * second),
    go_memstats_next_gc_bytes: goal,
    go_gc_gogc_percent: 100,
    go_gc_gomemlimit_bytes: 2 ** 63,
    process_start_time_seconds: 1000,
  })

describe('two scrapes', () => {
  it.each([
    // Written in the program: 200 and 100 MiB/s less what late ticks drop; live, as its gctrace has it.
    { mode: 'steady', rate: 193, live: 46, cycles: 5.55 },
    { mode: 'cache', rate: 99, live: 210, cycles: 0.49 },
  ])('of a recorded service give its rates and live heap: $mode', ({ mode, rate, live, cycles }) => {
    const known = knownFromFiles(mode, SCRAPES)
    expect(Math.abs(numberOf(known, 'allocRate')! / MIB / rate - 1)).toBeLessThan(0.05)
    expect(Math.abs(numberOf(known, 'liveHeap')! / MIB / live - 1)).toBeLessThan(0.02)
    expect(Math.abs(numberOf(known, 'cyclesPerSecond')! / cycles - 1)).toBeLessThan(0.07)
  })

  it('give the allocation rate by the given interval, in any order', async () => {
    const known = await knownFrom([service(30), service(0)], 30)
    expect(numberOf(known, 'allocRate')).toBeCloseTo(100 * MIB, -3)
    expect(known.seconds).toBe(30)
  })

  it('are not mixed across a restart', async () => {
    const restarted = service(5).replace('_seconds 1000', '_seconds 2000')
    const known = await knownFrom([service(0), service(10), restarted], 10)
    expect(numberOf(known, 'allocRate')).toBeCloseTo(100 * MIB, -3)
  })

  it('give the live heap under a memory limit from what each cycle allocates', async () => {
    // A cycle allocates 30 MiB, not the 100 that GOGC allows: so the limit sets the goal of 243 MiB.
    const limited = (second: number) =>
      service(second, { goal: 243 * MIB, perSecond: 3.4 }).replace(String(2 ** 63), String(260 * MIB))
    const live = numberOf(await knownFrom([limited(0), limited(20)], 20), 'liveHeap')!
    expect(live).toBeGreaterThan((243 - 30 / 0.7) * MIB)
    expect(live).toBeLessThan((243 - 30 / 0.95 + 1) * MIB)
  })

  it('give the same program under a memory limit, whatever the texts of its sources', async () => {
    const limited = (second: number) =>
      service(second, { goal: 243 * MIB, perSecond: 3.4 }).replace(String(2 ** 63), String(260 * MIB))
    const known = await knownFrom([limited(0), limited(20)], 20)
    const unworded = { ...known, quantities: known.quantities.map((one) => ({ ...one, source: '' })) }
    const [program, other] = [known, unworded].map((one) => programOf(one))
    expect(program!.ok && other!.ok && other!.value.scenario).toEqual(program!.ok && program!.value.scenario)
  })
})

describe('the scenario', () => {
  it('reproduces the measured cycles and live heap', () => {
    const known = knownFromFiles('steady', SCRAPES)
    const program = programOf(known)
    const { result } = simulate(program.ok ? program.value.scenario : (undefined as never))
    // The two scrapes show 5.55 cycles a second; the run lasts a minute.
    expect(Math.abs(result.cycles / 60 / 5.55 - 1)).toBeLessThan(0.05)
    expect(Math.abs(result.peakLiveBytes / MIB / 46 - 1)).toBeLessThan(0.05)
  })

  it('needs no more than five typed numbers, of any size', async () => {
    const typed = { liveHeap: 2 * GIB, allocRate: 500 * MIB, containerLimit: 4 * GIB, procs: 4, gcCpu: 0.05 }
    const program = programOf(toKnown({ runs: [], manifests: [], typed }))
    expect(program.ok && program.value.scenario.containerLimit).toEqual({ kind: 'bytes', bytes: 4 * GIB })
    const { peakLiveBytes } = simulate(program.ok ? program.value.scenario : (undefined as never)).result
    // The mean is fitted; the highest of a few cycles is above it by what they let pass.
    expect(Math.abs(peakLiveBytes / GIB / 2 - 1)).toBeLessThan(0.1)
  })

  it('has the mark cost that gives the typed GC share of CPU', () => {
    const typed = { liveHeap: 400 * MIB, allocRate: 400 * MIB, procs: 4, gcCpu: 0.1 }
    const program = programOf(toKnown({ runs: [], manifests: [], typed }))
    const { gcSeconds, wallSeconds } = simulate(program.ok ? program.value.scenario : (undefined as never)).result
    expect(gcSeconds / (4 * wallSeconds)).toBeGreaterThan(0.08)
    expect(gcSeconds / (4 * wallSeconds)).toBeLessThan(0.12)
  })

  it.each([0.9, 1, 1.3])('has a mark rate within its bounds at %d cycles per second', async (perSecond) => {
    const program = programOf(await knownFrom([service(0, { perSecond }), service(30, { perSecond })], 30))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const { value, low, high } = find(withFitted(program.value), 'scanRate')!
    expect(value).toBe(program.value.fit?.scanRate)
    expect(low).toBeLessThan(Number(value))
    expect(high).toBeGreaterThan(Number(value))
    // We draw programs within these bounds around the likely one.
    const rates = ensembleOf(program.value).candidates.map(({ scenario }) => scenario.program.phases[0]!.scanRate)
    const inside = rates.filter((rate) => rate >= low! && rate <= high!)
    expect(inside.length / rates.length).toBeCloseTo(0.9, 1)
  })

  it('names the missing quantities if too little is known', async () => {
    const program = programOf(await knownFrom(['go_gc_gogc_percent 100\n']))
    expect(!program.ok && program.problems[0]?.message).toMatch(/live heap.*allocation rate/)
  })

  it('follows a program that changes, including its spike', async () => {
    const times = Array.from({ length: 97 }, (_, i) => 900 * i)
    const spike = (t: number) => (t >= 32400 && t < 36000 ? 400 : 50) * MIB
    let total = 0
    const values = times.map((t) => {
      total += 900 * spike(t)
      return [t, String(total)]
    })
    const goals = times.map((t) => [t, String(80 * MIB)])
    const result = [
      { metric: { __name__: 'go_memstats_alloc_bytes_total', pod: 'a' }, values },
      { metric: { __name__: 'go_memstats_next_gc_bytes', pod: 'a' }, values: goals },
    ]
    const known = await knownFrom([JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })])
    const program = programOf(known)
    const { scenario, timesShorter = 1 } = program.ok ? program.value : (undefined as never)
    const { phases } = scenario.program
    expect(phases.length).toBeGreaterThan(2)
    expect(phases.length).toBeLessThanOrEqual(40)
    const highest = phases.toSorted((a, b) => b.allocRate - a.allocRate)[0]
    // A day of more cycles than we simulate.
    expect(timesShorter).toBeGreaterThan(1)
    expect(highest!.duration * timesShorter).toBeCloseTo(3600, 0)
    expect(phases.reduce((sum, { duration }) => sum + duration, 0) * timesShorter).toBeCloseTo(96 * 900, -1)
  })
})

describe('a setting that the user overrides', () => {
  it('changes the run, not the fitted program', () => {
    const at = (typed: object) => {
      const evidence = toEvidence(
        SCRAPES.map((file) => readInput('steady', file)),
        { typed },
      )
      const program = programOf(toKnown(evidence.ok ? evidence.value : { runs: [], manifests: [], typed: {} }))
      if (!program.ok) throw new Error(program.problems[0]?.message)
      return program.value.scenario
    }
    expect(at({ gogc: 50, memoryLimit: 200 * MIB }).program).toEqual(at({}).program)
    expect(at({ gogc: 50 }).gogc).toEqual({ kind: 'percent', percent: 50 })
  })

  it('takes precedence over the running process, which takes precedence over a manifest', async () => {
    const manifest = 'GOGC=400\nGOMEMLIMIT=1GiB\n'
    const known = await knownFrom([manifest, service(0), service(20)], 20)
    expect(numberOf(known, 'gogc')).toBe(100)
    expect(numberOf(await knownFrom([manifest, service(0)], 20, { gogc: 30 }), 'gogc')).toBe(30)
  })
})

describe('a dump of MemStats, which has no settings', () => {
  const dump = 'heap profile: 0: 0\n# runtime.MemStats\n# NextGC = 629145600\n# TotalAlloc = 9000000000\n# NumGC = 30\n'

  it('is read with the settings of a manifest', async () => {
    const known = await knownFrom([dump, 'GOGC=200\n'])
    expect(numberOf(known, 'liveHeap')! / MIB).toBeCloseTo(200, 0)
  })

  it('is read with typed settings', async () => {
    expect(numberOf(await knownFrom([dump], undefined, { gogc: 50 }), 'liveHeap')! / MIB).toBeCloseTo(400, 0)
    expect(numberOf(await knownFrom([dump]), 'liveHeap')! / MIB).toBeCloseTo(300, 0)
  })
})

describe('a CPU limit', () => {
  const pod = 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: app, resources: {limits: {cpu: 500m}}}]}\n'

  it('gives no GOMAXPROCS if GODEBUG turns that off', async () => {
    const withDebug = (value: string) =>
      pod.replace('resources', `env: [{name: GODEBUG, value: "${value}"}], resources`)
    const known = await knownFrom([withDebug('containermaxprocs=0'), service(0)])
    expect(find(known, 'procs')).toMatchObject({ sureness: 'assumed', low: null, high: null })
    expect(find(await knownFrom([withDebug('gctrace=1'), service(0)]), 'procs')).toMatchObject({
      value: 2,
      sureness: 'derived',
      source: expect.stringContaining('assumed: go.mod says go 1.25 or later'),
    })
    // Nor does it follow another limit that is asked about.
    const asked = { cpuQuota: { kind: 'cpus', cpus: 2 } } as const
    expect(toAsked(known, asked)).toMatchObject({ procs: numberOf(known, 'procs') })
  })

  it('gives GOMAXPROCS from Go 1.25 on, at least 2; earlier versions ignore it', async () => {
    const info = (version: string) => `go_info{version="${version}"} 1\n${service(0)}`
    expect(find(await knownFrom([pod, info('go1.25.0')]), 'procs')).toMatchObject({ value: 2, sureness: 'derived' })
    expect(find(await knownFrom([pod, info('go1.24.9')]), 'procs')).toMatchObject({ sureness: 'assumed' })
  })

  it('that the user asks about gives GOMAXPROCS too, unless Go is older or somebody set GOMAXPROCS', async () => {
    const info = (version: string) => `go_info{version="${version}"} 1\ngo_sched_gomaxprocs_threads 8\n${service(0)}`
    const cpuQuota = { kind: 'cpus', cpus: 3 } as const
    const procsOf = async (texts: string[], settings: Settings = { cpuQuota }) => {
      const known = await knownFrom([...texts, service(20)], 20)
      const program = programOf(known)
      return program.ok && underSettings(program.value.scenario, toAsked(known, settings)).procs
    }
    expect(await procsOf([info('go1.26.0')])).toBe(3)
    expect(await procsOf([info('go1.24.9')])).toBe(8)
    expect(await procsOf(['GOMAXPROCS=6\n', service(0)])).toBe(6)
    // The manifest sets it, whether or not the process shows the same value.
    expect(await procsOf(['GOMAXPROCS=8\n', info('go1.26.0')])).toBe(8)
    expect(await procsOf(['GOMAXPROCS=8\n', info('go1.26.0')], { cpuQuota, procs: 2 })).toBe(2)
    expect(await procsOf([info('go1.24.9')], { cpuQuota, procs: 2 })).toBe(2)
  })

  it('that the user asks about raises GOMAXPROCS only if GOMAXPROCS follows from the present limit alone', async () => {
    const limited = (env = '') =>
      `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: app, env: [${env}], resources: {limits: {cpu: 2}}}]}\n`
    const info = (version: string, more = '') => `go_info{version="${version}"} 1\n${more}${service(0)}`
    const procsOf = async (texts: string[], settings: Settings) => {
      const known = await knownFrom([...texts, service(20)], 20)
      const program = programOf(known)
      return program.ok && underSettings(program.value.scenario, toAsked(known, settings)).procs
    }
    const under = (cpus: number): Settings => ({ cpuQuota: { kind: 'cpus', cpus } })
    // Go 1.26, runtime/cgroup_linux.go, adjustCgroupGOMAXPROCS: the limit rounded up, at least 2.
    expect(await procsOf([limited(), service(0)], under(4))).toBe(4)
    expect(await procsOf([limited(), service(0)], under(3.2))).toBe(4)
    expect(await procsOf([limited(), service(0)], under(0.5))).toBe(2)
    expect(await procsOf([limited(), service(0)], { ...under(4), procs: 3 })).toBe(3)
    // GOMAXPROCS=2 may be all CPUs of the machine, so a quota does not raise it; nor does it change a GOMAXPROCS that
    // is set.
    expect(await procsOf([limited(), info('go1.26.0', 'go_sched_gomaxprocs_threads 2\n')], under(4))).toBe(2)
    expect(await procsOf([limited('{name: GOMAXPROCS, value: "2"}'), service(0)], under(4))).toBe(2)
    // Without any limit it is that of the machine, which nothing tells.
    expect(await procsOf([limited(), service(0)], { cpuQuota: { kind: 'off' } })).toBe(2)
  })
})

describe('an env file beside a manifest', () => {
  it('is checked with the manifest’s container, and each applies to the other', async () => {
    const pod =
      'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: app, env: [{name: GOGC, value: "off"}], resources: {limits: {memory: 512Mi}}}]}\n'
    const kindsOf = async (texts: string[]) => {
      const read = await Promise.all(texts.map((text) => readText(text)))
      const manifests = read.flatMap((one) => (one.ok && 'manifest' in one.value ? [one.value.manifest] : []))
      return findingsOf(manifests, toKnown({ runs: [], manifests, typed: {} })).map(({ kind }) => kind)
    }
    expect(await kindsOf([pod, 'PORT=80\nGOMEMLIMIT=600MiB\n'])).toEqual(['above-container'])
    expect(await kindsOf([pod, 'PORT=80\nGOMEMLIMIT=400MiB\n'])).toEqual([])
    expect(await kindsOf([pod])).toEqual(['off-without-limit'])
  })
})

describe('a process that does not report its GOGC', () => {
  /** A dump of a service under some GOGC, with nothing but the counters. */
  const dump = (cycles: number, total: number, goal: number) =>
    `heap profile: 0: 0\n# runtime.MemStats\n# NextGC = ${goal * MIB}\n# TotalAlloc = ${total * MIB}\n# NumGC = ${cycles}\n`

  it.each([
    // Recorded with Go 1.26 from /debug/vars, 15 s apart, in MiB: cycles and bytes of two dumps, the goal, and gctrace’s
    // live heap.
    {
      name: 'steady, GOGC=50',
      dumps: [
        [111, 1999],
        [266, 4882],
      ],
      goal: 70,
      gogc: 50,
      live: 46,
    },
    {
      name: 'steady, GOGC=200',
      dumps: [
        [28, 2044],
        [67, 5000],
      ],
      goal: 136,
      gogc: 200,
      live: 46,
    },
    {
      name: 'cache, GOGC=50',
      dumps: [
        [23, 1141],
        [38, 2595],
      ],
      goal: 316,
      gogc: 50,
      live: 210,
    },
  ])('has a GOGC inferred from what each cycle allocates: $name', async ({ dumps, goal, gogc, live }) => {
    const known = await knownFrom(
      dumps.map(([cycles, total]) => dump(cycles!, total!, goal)),
      15,
    )
    for (const [key, truth] of [
      ['gogc', gogc],
      ['liveHeap', live * MIB],
    ] as const) {
      expect(find(known, key)!.low).toBeLessThan(truth)
      expect(find(known, key)!.high).toBeGreaterThan(truth)
    }
    expect(find(known, 'gogc')).toMatchObject({ sureness: 'derived' })
    expect(find(known, 'gogc')!.source).toContain('A memory limit may set the goals instead')
  })

  it('is not explained by a manifest’s limit below its goal', async () => {
    const known = await knownFrom([dump(28, 2044, 136), dump(67, 5000, 136), 'GOMEMLIMIT=100MiB\n'], 15)
    expect(find(known, 'gogc')).toMatchObject({ sureness: 'derived' })
    expect(find(known, 'liveHeap')!.high! / MIB).toBeLessThan(68)
  })

  it('has an assumed GOGC if Go’s default explains the goals, with a range of all values that do', async () => {
    // The service `steady` with GOGC=100, as above.
    const known = await knownFrom([dump(60, 2022, 92), dump(144, 4925, 92)], 15)
    const gogc = find(known, 'gogc')!
    expect(gogc).toMatchObject({ value: 100, sureness: 'assumed' })
    expect(gogc.low! < 100 && gogc.high! > 100).toBe(true)
    expect(known.missing).toContain('gogc')
    expect(Math.abs(numberOf(known, 'liveHeap')! / MIB / 46 - 1)).toBeLessThan(0.03)
  })
})
