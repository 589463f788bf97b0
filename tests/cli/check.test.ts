import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const RUNS = 'tests/fixtures/runs'
const folder = createFolder()
afterAll(folder.remove)

interface Answer {
  holds: boolean | null
  checks: { name: string; holds: boolean | null; found: string }[]
  findings?: { title: string }[]
  problems?: { message: string }[]
}

async function check(...args: string[]) {
  const { code, lines } = await call(['check', ...args])
  return { code, ...(lines[0] as unknown as Answer) }
}

describe('sawtooth check', () => {
  it('exits with 0 where every bound is kept, with 3 where one is not', async () => {
    const fine = await check(`${RUNS}/logs/steady-a.log`, '--max-gc-cpu', '10%', '--container', '256MiB')
    expect(fine).toMatchObject({ code: 0, holds: true })
    const costly = await check(`${RUNS}/logs/thrash-a.log`, '--max-gc-cpu', '10%')
    expect(costly).toMatchObject({ code: 3, holds: false })
    expect(costly.checks.filter(({ holds }) => !holds).map(({ name }) => name)).toContain('gc-cpu')
    // 88 MiB of heap in 64.
    const small = await check(`${RUNS}/logs/steady-a.log`, '--container', '64MiB')
    expect(small).toMatchObject({ code: 3, holds: false })
  })

  it('does not judge a limit that only goals show, if it may be high enough, but one that it is told', async () => {
    const log = 'tests/fixtures/services/quiet/logs/parse-gogc100-limit36MiB.log'
    const alone = await check(log)
    expect(alone).toMatchObject({ code: 1, holds: null })
    expect(alone.problems).toMatchObject([{ message: expect.stringMatching(/goals .* --memory-limit/) }])
    expect(await check(log, '--memory-limit', '36MiB')).toMatchObject({ code: 0, holds: true })
    // Whatever its limit is, the kernel slows it down.
    const unit = folder.write('high.service', '[Service]\nMemoryHigh=20M\n')
    const found = async (...more: string[]) => (await check(log, unit, ...more)).checks[0]
    expect(await found()).toMatchObject({ holds: false, found: 'could be over the limit, and would be slowed down' })
    expect(await found('--memory-limit', '36MiB')).toMatchObject({ found: 'would be slowed down' })
  })

  it('judges GC CPU as two scrapes measured it, as long as the settings are theirs', async () => {
    const scrapes = ['1', '4'].map((n) => `tests/fixtures/metrics/wave/metrics-all-${n}.txt`)
    const [from, to] = scrapes.map((path) => readFileSync(path, 'utf8'))
    const grown = (name: string) => {
      const [then, now] = [from, to].map((text) =>
        Number(new RegExp(`^go_cpu_classes_${name}_cpu_seconds_total (\\S+)`, 'm').exec(text!)?.[1]),
      )
      return now! - then!
    }
    const idle = grown('gc_mark_idle')
    const share = (grown('gc_total') - idle) / (grown('total') - idle)
    const found = async (...settings: string[]) => {
      const { checks } = await check(...scrapes, '--interval', '15', '--max-gc-cpu', '10%', ...settings)
      return checks.find(({ name }) => name === 'gc-cpu')?.found
    }
    const measured = `${(100 * share).toFixed(1)} %`
    expect(await found()).toBe(measured)
    // A container changes no other figure; another GOGC does.
    expect(await found('--container', '1GiB')).toBe(measured)
    expect(await found('--gogc', '50')).not.toBe(measured)
  })

  it('gives the findings that other commands give of the same inputs, although every bound is kept', async () => {
    const inputs = [
      'tests/fixtures/metrics/steady/metrics-0.txt',
      'tests/fixtures/metrics/steady/metrics-4.txt',
      folder.write('other.env', 'GOMEMLIMIT=300MiB\n'),
    ]
    const options = ['--interval', '20', '--container', '512MiB']
    const checked = (await call(['check', ...inputs, ...options])).lines[0] as unknown as Answer
    const estimated = (await call(['estimate', ...inputs, ...options])).lines[0] as unknown as Answer
    expect(checked.holds).toBe(true)
    expect(checked.findings?.map(({ title }) => title)).toEqual([
      'The process runs with another GOMEMLIMIT than the manifest has',
    ])
    expect(checked.findings).toEqual(estimated.findings)
  })

  const measured = ['tests/fixtures/services', 'tests/fixtures/services/kinds'].flatMap((folder) => {
    const runs: { run: string; maxRssMiB: number }[] = JSON.parse(readFileSync(`${folder}/runs.json`, 'utf8'))
    return runs
      .filter(({ run }) => run.endsWith('-gogc100-limitoff'))
      .map(({ run, maxRssMiB }) => [`${folder}/logs/${run}.log`, maxRssMiB] as const)
      .filter(([log]) => existsSync(log))
  })

  it('passes no recorded program in a container smaller than the memory that was then measured', async () => {
    expect(measured).toHaveLength(9)
    for (const [log, maxRssMiB] of measured) {
      const { checks } = await check(log, '--container', `${0.9 * maxRssMiB}MiB`)
      expect(
        checks.map(({ holds }) => holds),
        log,
      ).toEqual([false, false])
    }
  })

  it('does not judge by a simulation that cannot be trusted, but by what was recorded', async () => {
    const log = `${RUNS}/logs/lines-prealloc-a.log`
    const { code, lines, err } = await call(['check', log, '--container', '1GiB', '--max-gc-cpu', '90%'])
    expect(code).toBe(1)
    expect(lines[0]).toMatchObject({
      holds: null,
      judged: false,
      checks: [
        { name: 'verdict', holds: null, found: expect.stringContaining('not judged: Trust: poor') },
        { name: 'gc-cpu', holds: true },
        { name: 'container', holds: null },
      ],
      problems: [{ message: expect.stringContaining('record a longer log') }],
    })
    expect(err).toContain('Trust: poor, do not rely on the answers: ')
    expect(await check(log, '--max-gc-cpu', '0.05%')).toMatchObject({ code: 3, holds: false })
  })

  it('does not judge GC CPU where nothing measured shows what marking costs', async () => {
    const scrapes = [0, 4].map((i) => `tests/fixtures/metrics/cache/metrics-${i}.txt`)
    const { code, lines } = await call(['check', ...scrapes, '--interval', '20', '--max-gc-cpu', '30%'])
    expect({ code, holds: lines[0]?.holds }).toEqual({ code: 1, holds: null })
    const share = {
      name: 'gc-cpu',
      judged: false,
      found: expect.stringContaining('nothing measured shows what marking'),
    }
    expect(lines[0]).toMatchObject({ checks: [{ name: 'verdict', judged: true }, share] })
  })

  it('says how many of the programs that fit a log are killed, where it is not all or none', async () => {
    const log = 'tests/fixtures/services/logs/httpjson-gogc100-limitoff.log'
    const tight = await call(['check', log, '--container', '76MiB', '--markdown'])
    expect(tight.code).toBe(3)
    expect(tight.out).toMatch(/\| ❌ \| healthy, or tight \| could be killed \(\d of 10\) \|/)
    expect(tight.out).toMatch(/peak: likely [\d.]+ MiB, [\d.]+ MiB to [\d.]+ MiB possible/)
    expect((await check(log, '--container', '128MiB')).holds).toBe(true)
  })

  it('judges no program by a log of one cycle', async () => {
    const line =
      'gc 1 @1.371s 0%: 0.14+0.71+0.005 ms clock, 0.29+0/0.27/0.47+0.011 ms cpu, 3->3->2 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P'
    const { code, lines } = await call(['check', '-', '--container', '64MiB'], { stdin: `${line}\n` })
    expect(code).toBe(1)
    expect(lines[0]).toMatchObject({
      holds: null,
      checks: [
        { name: 'verdict', judged: false },
        { name: 'container', judged: false },
      ],
      problems: [{ message: expect.stringContaining('One GC cycle is too little for a prediction') }],
    })
    const asked = await call(['what-if', '-', '--gogc', '200'], { stdin: `${line}\n` })
    expect(asked.lines[0]).toMatchObject({ warnings: [expect.stringContaining('One GC cycle is too little')] })
    // Nothing surely survives by such a log.
    const held = await call(['what-if', '-', '--container', '2GiB'], { stdin: `${line}\n` })
    expect(held.lines[0]).toMatchObject({ outlook: 'could-be-killed' })
  })

  it('says that the kernel could hold a program up above the MemoryHigh of its unit, without any container', async () => {
    const unit = (mib: number) => folder.write(`high-${mib}.service`, `[Service]\nMemoryHigh=${mib}M\n`)
    const of = async (mib: number) => (await call(['check', `${RUNS}/logs/steady-a.log`, unit(mib)])).lines[0]
    expect(await of(60)).toMatchObject({ checks: [{ name: 'verdict', holds: false, found: 'would be slowed down' }] })
    expect(await of(4000)).toMatchObject({ checks: [{ name: 'verdict', found: 'healthy' }] })
  })

  it('fails a GOMEMLIMIT that the program’s Go ignores, and says so', async () => {
    const log = readFileSync(`${RUNS}/logs/steady-a.log`, 'utf8')
    const old = folder.write('old.log', log.replaceAll(/, \d+ MB stacks, \d+ MB globals/g, ''))
    const env = folder.write('off.env', 'GOGC=off\nGOMEMLIMIT=256MiB\n')
    const { code, lines, err } = await call(['check', old, env])
    expect(code).toBe(3)
    expect(lines[0]).toMatchObject({ checks: [{ name: 'verdict', holds: false, found: 'never collected' }] })
    expect(err).toContain('ignores GOMEMLIMIT=256MiB')
    expect((await call(['check', `${RUNS}/logs/steady-a.log`, env])).code).toBe(0)
  })

  it('takes scenarios too', async () => {
    expect((await check('spike')).code).toBe(0)
    expect((await check('thrash')).code).toBe(3)
    // 13 GiB on the machine of 8 GiB that the experiment was made on.
    expect((await check('people-table')).checks).toContainEqual(
      expect.objectContaining({ name: 'verdict', holds: false, found: 'machine too small' }),
    )
  })

  it('writes a summary in Markdown', async () => {
    const { code, out } = await call(['check', 'spike', '--max-gc-cpu=1%', '--markdown'])
    expect(code).toBe(3)
    expect(out).toMatch(
      /^### Go GC: 1 of 2 bounds not kept\n\n\| \| bound \| found \|\n\|---\|---\|---\|\n(\|.*\|\n)+$/,
    )
    expect(out).toContain('| ❌ | GC CPU, idle marking not counted, at most 1 % | 6.3 % |')
    expect((await call(['check', 'spike', '--markdown'])).out).toMatch(/^### Go GC: All bounds are kept\n/)
  })

  const pairs = ['logs', 'later/logs', 'further/logs'].flatMap((folder) =>
    readdirSync(`${RUNS}/${folder}`)
      .filter((name) => name.endsWith('-a.log'))
      .map((name) => [`${RUNS}/${folder}/${name}`, `${RUNS}/${folder}/${name.replace('-a.', '-b.')}`] as const),
  )
  const onlyBaseline = ({ checks }: Answer) => checks.filter(({ name }) => name.endsWith('-baseline'))

  it.each(pairs)('does not fail on the spread of repeats: %s', async (a, b) => {
    const there = onlyBaseline(await check(a, '--baseline', b))
    const back = onlyBaseline(await check(b, '--baseline', a))
    expect(there.length).toBeGreaterThan(0)
    expect([...there, ...back].filter(({ holds }) => holds === false)).toEqual([])
  })

  it('fails where the same program got worse by more than that', async () => {
    // The live heap of `thrash` is several times that of `steady`.
    const { code, checks } = await check(`${RUNS}/logs/thrash-a.log`, '--baseline', `${RUNS}/logs/steady-a.log`)
    expect(code).toBe(3)
    expect(checks.find(({ name }) => name === 'peak-heap-baseline')).toMatchObject({ holds: false })
    // The same settings of GOGC, recorded under a limit: `cache` at 400 MiB and `goroutines` at 560 differ.
    const limited = await check(
      'tests/fixtures/settings/thrash-gogc100-limit400MiB.log',
      '--baseline',
      `${RUNS}/logs/thrash-a.log`,
    )
    expect(limited.checks.find(({ name }) => name === 'gc-cpu-baseline')).toMatchObject({ holds: false })
  })

  it('passes where a baseline cannot be compared, but does not say that it was kept', async () => {
    expect(await check('spike', '--baseline', 'steady')).toMatchObject({
      code: 0,
      holds: true,
      judged: false,
      checks: [
        { name: 'verdict', holds: true, judged: true },
        { name: 'gc-cpu-baseline', holds: null, judged: false },
      ],
    })
  })

  it('lists the problems of an input that cannot be read, and of usage', async () => {
    expect(await call(['check', 'spike', '--baseline', 'no-such-file'])).toMatchObject({
      code: 1,
      lines: [{ problems: [expect.anything()] }],
    })
    expect((await call(['check', 'spike', '--max-gc-cpu', 'x'])).code).toBe(2)
  })
})

describe('/debug/vars', () => {
  it('of a program that publishes its version, and more, is no scenario', async () => {
    const vars = JSON.parse(readFileSync('tests/fixtures/metrics/steady/vars-4.json', 'utf8'))
    const stdin = JSON.stringify({ version: '1.2.3', program: 'api', ...vars })
    const before = await call(['check', '-'], { stdin: JSON.stringify(vars) })
    const { code, lines } = await call(['check', '-'], { stdin })
    expect({ code, lines }).toEqual({ code: before.code, lines: before.lines })
  })
})
