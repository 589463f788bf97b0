import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const RECORDED = 'tests/fixtures/metrics'
const folder = createFolder()
afterAll(folder.remove)

/** A container of half a CPU, of which no process can use more than all the time. */
const pod = folder.write(
  'pod.yaml',
  `kind: Pod
spec:
  containers:
    - name: api
      image: api
      resources: {limits: {memory: 512Mi, cpu: 500m}}
`,
)

/** Needs two CPUs and may use half a one: its quota stops it for three quarters of the time. */
const overloaded = folder.write(
  'overloaded.json',
  JSON.stringify({
    version: 1,
    model: 'runtime',
    procs: 2,
    cpuQuota: 0.5,
    containerLimit: '512MiB',
    program: { initialLive: '40MiB', phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }] },
  }),
)

interface Check {
  code: number
  checks: { name: string; holds: boolean; bound: string; found: string }[]
}
async function check(...args: string[]): Promise<Check> {
  const { code, lines } = await call(['check', ...args])
  return { code, checks: lines[0]?.checks as Check['checks'] }
}

it('what-if says for how long a quota stops the program, however sure that is', async () => {
  const log = 'tests/fixtures/services/kinds/logs/api-gogc100-limitoff.log'
  const warnings = async (quota: string) =>
    (await call(['what-if', log, '--procs', '16', '--cpu-quota', quota])).lines[0]?.warnings
  expect(await warnings('20m')).toContainEqual(
    expect.stringMatching(/^the CPU quota could stop the program for \d+ to \d+ % of the time; measured CPU time/),
  )
  expect(String(await warnings('off'))).not.toContain('quota')
})

it('check judges a quota that is given to it as what-if does', async () => {
  const log = 'tests/fixtures/runs/logs/steady-a.log'
  const asked = ['--container', '6Mi', '--cpu-quota', '0.1']
  const whatIf = (await call(['what-if', log, ...asked])).lines[0]
  const checked = await check(log, ...asked)
  const slower = 'under this CPU quota the program may do less work than its input shows'
  expect(whatIf?.outlook).toBe('could-be-killed')
  expect(String(whatIf?.warnings)).toContain(slower)
  expect(checked.checks[0]?.found).toContain(slower)
})

interface Option {
  name: string
  holds: boolean
  why: string
  warnings: string[]
  range: { compulsoryGcFraction: [number, number] }
}

const answers = new Map<string, ReturnType<typeof call>>()
/** Advice from a log under a quota takes seconds: the same is asked for once. */
function calledOnce(args: readonly string[]): ReturnType<typeof call> {
  const key = args.join(' ')
  const answer = answers.get(key) ?? call(args)
  answers.set(key, answer)
  return answer
}
async function advise(...args: string[]) {
  const { lines, err } = await calledOnce(['advise', ...args])
  return { options: lines[0]?.options as Option[], recommended: lines[0]?.recommended as string | null, err }
}

/** The kernel counted 0.17 and 0.041 CPUs of these two, GC among them: half a CPU is enough for both. */
describe.each(['steady', 'pages'])('a program under a CPU quota, of which a log alone is known: %s', (mode) => {
  const log = `${RECORDED}/${mode}/gctrace.log`
  const scrapes = ['metrics-0.txt', 'metrics-1.txt'].map((name) => `${RECORDED}/${mode}/${name}`)

  it('could be throttled: check says for how long, and what to measure', async () => {
    const { code, checks } = await check(pod, log)
    expect(code).toBe(0)
    const [verdict] = checks
    const range = /^could be CPU-throttled: its CPU quota stops it for (\d+) to (\d+) % of the time; measured CPU time/
    expect(verdict?.found).toMatch(range)
    const [, low, high] = range.exec(verdict!.found)!.map(Number)
    expect(low).toBeLessThan(10)
    expect(high).toBeGreaterThan(25)
    expect(verdict?.found).toContain('process_cpu_seconds_total')
  })

  it('is not throttled once its CPU time is measured', async () => {
    const { code, checks } = await check(pod, log, ...scrapes)
    expect(code).toBe(0)
    expect(checks[0]?.found).toBe('healthy')
  })

  it('gets advice that says so, never simply that nothing or the quota must change', async () => {
    const { options } = await advise(pod, log)
    expect(options.length).toBeGreaterThan(0)
    for (const { why, warnings } of options) {
      expect(warnings[0]).toMatch(
        /^With this setting, the CPU quota could stop the program for \d+ to \d+ % of the time; /,
      )
      expect(warnings[0]).toMatch(
        /GC CPU then includes the time for which the quota stops a GC cycle, because Go counts it\.$/,
      )
      expect(why).not.toContain('Nothing has to change')
      expect(why).not.toMatch(/is (thrashing|CPU-throttled)/)
    }
  })
})

// Go measures elapsed time while a cycle marks, so a program that is stopped three quarters of the time has the same
// cycles with several times the share. With four times the quota none of the programs that fit the log is stopped long.
it('under a quota that could stop it, GC CPU reaches higher than under one that leaves all programs alone, not lower', async () => {
  const log = `${RECORDED}/steady/gctrace.log`
  const wide = folder.write('two.yaml', readFileSync(pod, 'utf8').replace('500m', '2'))
  const rangeOf = async (manifest: string) => (await advise(manifest, log)).options[0]!.range.compulsoryGcFraction
  const [[low, high], [freeLow, freeHigh]] = [await rangeOf(pod), await rangeOf(wide)]
  // The log was written under the quota of its manifest, so GC may have taken a fifth of what its clocks say.
  expect(low).toBeLessThan(freeLow)
  expect(low).toBeGreaterThan(freeLow / 20)
  expect(high).toBeGreaterThan(2 * freeHigh)
  expect(high).toBeLessThan(1)
})

describe('a program that its CPU quota surely stops for much of the time', () => {
  it('is not fine to check, which says for how long', async () => {
    const { code, checks } = await check(overloaded)
    expect(code).toBe(3)
    expect(checks[0]).toMatchObject({
      name: 'verdict',
      holds: false,
      bound: 'healthy, or tight, and its CPU quota stops it for at most 25 % of the time',
      found: expect.stringMatching(/^CPU-throttled: its CPU quota stops it for 7\d(\.\d)? % of the time$/),
    })
  })

  it('gets no option recommended: the quota comes first', async () => {
    const { options, recommended, err } = await advise(overloaded)
    expect(recommended).toBeNull()
    expect(options.filter(({ holds }) => holds)).toEqual([])
    expect(options[0]?.why).toMatch(/^Not this one: the CPU quota stops the program for 7\d(\.\d)? % of the time\.$/)
    expect(err).toContain('raise the quota first')
  })

  it('is the same program without the quota, with which all is well', async () => {
    const free = folder.write(
      'free.json',
      JSON.stringify({
        version: 1,
        model: 'runtime',
        procs: 2,
        containerLimit: '512MiB',
        program: { initialLive: '40MiB', phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }] },
      }),
    )
    expect((await check(free)).checks[0]).toMatchObject({ holds: true, bound: 'healthy, or tight', found: 'healthy' })
    expect((await advise(free)).recommended).not.toBeNull()
  })
})

describe('another CPU quota than the manifest has, where GOMAXPROCS is known from that one alone', () => {
  const scrapes = [0, 20].map((second) =>
    folder.write(
      `scrape-${second}.txt`,
      [
        `go_memstats_alloc_bytes_total ${1e9 + 1e8 * second}`,
        `go_gc_duration_seconds_count ${10 + second}`,
        'go_memstats_next_gc_bytes 2e8',
        'go_gc_gogc_percent 100',
        'process_start_time_seconds 1000\n',
      ].join('\n'),
    ),
  )
  const whatIf = async (...args: string[]) => {
    const { code, lines } = await call(['what-if', pod, ...scrapes, '--interval', '20', ...args])
    expect(code).toBe(0)
    return JSON.stringify(lines[0]?.calibration)
  }

  it('may be off: then the CPUs of the machine count, and the answer says that they are unknown', async () => {
    const note = 'GOMAXPROCS stays 2: without a CPU limit Go uses all CPUs of the machine, so set GOMAXPROCS too'
    expect(await whatIf('--cpu-quota', 'off')).toContain(note)
    expect(await whatIf('--cpu-quota', 'off', '--procs', '8')).not.toContain('GOMAXPROCS')
    expect(await whatIf('--cpu-quota', '4')).not.toContain('GOMAXPROCS')
  })
})
