import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withEffect } from '../../src/known/effect.ts'
import { toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, type Known, numberOf, toKnown } from '../../src/known/known.ts'
import { programOf } from '../../src/known/scenario.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

async function readAll(texts: readonly string[], typed = {}) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { interval: 20, typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const manifests = inputs.flatMap(({ read }) => ('manifest' in read ? [read.manifest] : []))
  const known = toKnown(evidence.value)
  return { known, findings: findingsOf(manifests, known) }
}

/** A process that runs with a limit of 512 MiB, GOGC=100 and 8 CPUs. */
const scrape = (second: number) =>
  [
    `go_memstats_alloc_bytes_total ${1e9 + 100 * MIB * second}`,
    `go_gc_duration_seconds_count ${10 + Math.floor(1.3 * second)}`,
    `go_memstats_next_gc_bytes ${200 * MIB}`,
    'go_gc_gogc_percent 100',
    `go_gc_gomemlimit_bytes ${512 * MIB}`,
    'go_sched_gomaxprocs_threads 8',
    'go_info{version="go1.26.0"} 1',
  ].join('\n')

const pod = (env: Record<string, string>, limits = '{memory: 1Gi}') =>
  `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: api, resources: {limits: ${limits}}, env: [${Object.entries(
    env,
  )
    .map(([name, value]) => `{name: ${name}, value: "${value}"}`)
    .join(', ')}]}]}\n`

const SCRAPES = [scrape(0), scrape(20)]
const otherwise = (known: Known, key: Parameters<typeof find>[1]) =>
  find(known, key)?.otherwise?.map(({ value, source }) => `${value} ${source}`)

describe('a log and scrapes that disagree', () => {
  const LOG = readFileSync('tests/fixtures/services/scraped/logs/api-gogc100-limitoff.log', 'utf8')
  const withGogc = (percent: number) =>
    SCRAPES.map((text) => text.replace('gogc_percent 100', `gogc_percent ${percent}`))

  it('give the value of the scrapes, and a finding that the log shows another one', async () => {
    const { known, findings } = await readAll([LOG, ...withGogc(200)])
    expect(numberOf(known, 'gogc')).toBe(200)
    expect(findings.map(({ title }) => title)).toEqual(['The log shows another GOGC than the scrapes have'])
    expect(findings[0]?.text).toContain('GOGC: 200 from the last scrape; 100 from the gctrace log')
  })

  it('give none if the log shows a round value near it, nor say that a manifest has another one', async () => {
    const dir = 'tests/fixtures/metrics/pages'
    const { known, findings } = await readAll(
      ['gctrace.log', 'metrics-0.txt', 'metrics-1.txt'].map((name) => readFileSync(`${dir}/${name}`, 'utf8')),
    )
    expect(numberOf(known, 'gogc')).toBe(80)
    expect(otherwise(known, 'gogc')).toBeUndefined()
    expect(findings.filter(({ kind }) => kind === 'not-in-force')).toEqual([])
  })

  it('give none if the goals allow the value of the scrapes', async () => {
    expect((await readAll([LOG, ...SCRAPES])).findings).toEqual([])
  })
})

describe('a manifest and a scrape that disagree', () => {
  it('give the value of the process, with the manifest’s beside it', async () => {
    const { known } = await readAll([pod({ GOMEMLIMIT: '512', GOGC: '50', GOMAXPROCS: '2' }), ...SCRAPES])
    expect(numberOf(known, 'memoryLimit')).toBe(512 * MIB)
    expect(otherwise(known, 'memoryLimit')).toEqual(['512 from the Kubernetes manifest, api'])
    expect(otherwise(known, 'gogc')).toEqual(['50 from the Kubernetes manifest, api'])
    expect(otherwise(known, 'procs')).toEqual(['2 from the Kubernetes manifest, api'])
  })

  it('comes after a finding on a memory limit that cannot be meant', async () => {
    const { known, findings } = await readAll([pod({ GOGC: '25' }, '{memory: 512m}'), ...SCRAPES])
    expect(findings.map(({ kind }) => kind)).toEqual(['tiny-memory', 'not-in-force'])
    expect(find(known, 'containerLimit')?.sureness).toBe('assumed')
  })

  it('give a finding: the difference, and the effect of rolling the manifest out', async () => {
    const { findings } = await readAll([pod({ GOMEMLIMIT: '512MiB', GOGC: '25' }), ...SCRAPES])
    const found = findings.find(({ kind }) => kind === 'not-in-force')
    expect(found?.title).toBe('The process runs with another GOGC than the manifest has')
    expect(found?.text).toContain('GOGC: 100 from the last scrape; 25 from the Kubernetes manifest, api.')
    const [, now, then] = /As it runs: ([\d.]+) GC cycles.*With the manifest: ([\d.]+) GC cycles/.exec(
      withEffect(found!),
    )!
    // A quarter of the room between cycles makes about four times as many cycles.
    expect(Number(then) / Number(now)).toBeGreaterThan(3)
    expect(Number(then) / Number(now)).toBeLessThan(5)
  })

  it('kill no process that had more memory than the container of the manifest, which it does not run in', async () => {
    // 439 MiB were resident.
    const { findings } = await readAll([pod({ GOGC: 'off', GOMEMLIMIT: '270MiB' }, '{memory: 300Mi}'), ...SCRAPES])
    const [now, then] = findings.find(({ kind }) => kind === 'not-in-force')!.effect!.runs
    expect(now).toMatchObject({ name: 'As it runs', text: expect.not.stringContaining('killed') })
    expect(then!.text).toMatch(/up to 2\d\d\.\d MiB/)
  })

  it('change nothing, and the finding says so, if the program runs the same', async () => {
    // 200 MiB of heap reach neither 512 MiB nor 8 GiB.
    const { findings } = await readAll([pod({ GOMEMLIMIT: '8GiB' }), ...SCRAPES])
    const found = findings.find(({ kind }) => kind === 'not-in-force')
    expect(found?.effect?.runs[1]).toEqual({ name: 'With the manifest', text: 'the same' })
  })

  it('agree once the user chooses the manifest’s value, which does not change the fitted program', async () => {
    const inputs = [pod({ GOGC: '25' }), ...SCRAPES]
    const [before, after] = [await readAll(inputs), await readAll(inputs, { gogc: 25 })]
    const liveOf = ({ known }: { known: Known }) => {
      const program = programOf(known)
      return program.ok && program.value.scenario.program.initialLive
    }
    expect(after.findings.filter(({ kind }) => kind === 'not-in-force')).toEqual([])
    expect(otherwise(after.known, 'gogc')).toEqual(['100 from the last scrape'])
    expect(liveOf(after)).toBe(liveOf(before))
  })

  it('include the GOMAXPROCS that a CPU limit gives from Go 1.25 on', async () => {
    const { known } = await readAll([pod({}, '{cpu: "3"}'), ...SCRAPES])
    expect(otherwise(known, 'procs')).toEqual([
      '3 from the Kubernetes manifest, api: its CPU limit, if go.mod says go 1.25 or later',
    ])
    const older = SCRAPES.map((text) => text.replace('go1.26.0', 'go1.24.0'))
    expect(otherwise((await readAll([pod({}, '{cpu: "3"}'), ...older])).known, 'procs')).toBeUndefined()
    // The machine may have fewer CPUs than the limit.
    expect(otherwise((await readAll([pod({}, '{cpu: "16"}'), ...SCRAPES])).known, 'procs')).toBeUndefined()
  })

  it('make no finding if they agree, or if the manifest has no value', async () => {
    const { known, findings } = await readAll([pod({ GOMEMLIMIT: '512MiB' }), ...SCRAPES])
    expect(known.quantities.filter((one) => one.otherwise)).toEqual([])
    expect(findings).toEqual([])
  })

  it('are also reported for two manifests that differ', async () => {
    const { known } = await readAll([pod({ GOGC: '50' }), 'PORT=80\nGOGC=200\n'])
    expect(numberOf(known, 'gogc')).toBe(50)
    expect(otherwise(known, 'gogc')).toEqual(['200 from the env file'])
  })

  const FILE = 'PORT=80\nGOGC=200\n'
  it.each([
    // systemd.exec(5), EnvironmentFile=: its settings override those of Environment=.
    ['a unit that reads the file', '[Service]\nEnvironment=GOGC=50\nEnvironmentFile=/etc/app.env\nMemoryMax=1G\n', 200],
    ['a unit that does not', '[Service]\nEnvironment=GOGC=50\nMemoryMax=1G\n', 50],
    ['compose', 'services:\n  app: {image: app, env_file: app.env, environment: {GOGC: 50}}\n', 50],
    ['docker', 'docker run --env-file app.env -e GOGC=50 app\n', 50],
    ['the image', 'FROM golang:1.26\nENV GOGC=50\n', 200],
  ])('count as the tool that starts the program has them, in any order: %s', async (_, manifest, counts) => {
    for (const texts of [
      [manifest, FILE],
      [FILE, manifest],
    ]) {
      const { known } = await readAll(texts)
      expect(numberOf(known, 'gogc')).toBe(counts)
      expect(otherwise(known, 'gogc')).toEqual([expect.stringMatching(counts === 50 ? /^200 / : /^50 /)])
    }
  })

  it.each([
    [
      'a unit and its drop-in',
      '[Service]\nEnvironment=GOGC=50\nMemoryMax=512M\n',
      '[Service]\nEnvironment=GOGC=70\nMemoryMax=256M\n',
    ],
    [
      'a unit and a drop-in without variables',
      '[Service]\nEnvironment=GOGC=70\nMemoryMax=512M\n',
      '[Service]\nMemoryMax=256M\n',
    ],
    [
      'two compose files',
      'services:\n  api: {mem_limit: 512m, environment: {GOGC: 50}}\n',
      'services:\n  api: {mem_limit: 256m, environment: {GOGC: 70}}\n',
    ],
  ])('count as the later file has them: %s', async (_, base, over) => {
    const file = 'PORT=80\nGOMEMLIMIT=200MiB\n'
    for (const texts of [
      [base, over],
      [file, base, over],
    ]) {
      const { known } = await readAll(texts)
      expect(numberOf(known, 'gogc')).toBe(70)
      expect(numberOf(known, 'containerLimit')).toBe(256 * 2 ** 20)
    }
  })

  it('give the MemoryHigh of the unit, even with an env file', async () => {
    const unit = '[Service]\nMemoryHigh=220M\n'
    for (const texts of [
      [unit, FILE],
      [FILE, unit],
      ['[Service]\nEnvironment=GOGC=50\n', unit],
    ])
      expect((await readAll(texts)).known.memoryHigh).toBe(220 * 2 ** 20)
  })

  it('take the values of the last file', async () => {
    expect(numberOf((await readAll([FILE, 'PORT=80\nGOGC=300\n'])).known, 'gogc')).toBe(300)
  })
})

describe('a finding of a manifest without a CPU limit', () => {
  it('is simulated under the limit that other inputs show', async () => {
    const typed = { liveHeap: 100 * MIB, allocRate: 400 * MIB, procs: 4, cpuQuota: 0.2 }
    const { findings } = await readAll([pod({ GOGC: '50%' })], typed)
    expect(withEffect(findings[0]!)).toMatch(/As written: .*stopped for \d+ % of the time\. Corrected: .*stopped/)
  })
})

describe('a finding of a manifest without GOGC and GOMEMLIMIT', () => {
  const withGogc = (percent: number) => SCRAPES.map((text) => text.replace('percent 100', `percent ${percent}`))

  it('is simulated under the measured settings', async () => {
    const limits = '{memory: 1Gi, cpu: 500m}'
    const effectOf = async (env: Record<string, string>, percent: number) =>
      (await readAll([pod(env, limits), ...withGogc(percent)])).findings.find(({ kind }) => kind === 'cpu-below-one')
        ?.effect
    const env = { GOGC: '25', GOMEMLIMIT: '512MiB' }
    expect(await effectOf({}, 25)).toEqual(await effectOf(env, 25))
    expect(await effectOf({}, 25)).not.toEqual(await effectOf({}, 100))
  })

  it('does not report a GOGC=off that the manifest does not set', async () => {
    const { findings } = await readAll([pod({}), ...withGogc(-1)])
    expect(findings).toEqual([])
  })
})

describe('a finding of a program that is killed', () => {
  it('says when the program is killed, and that no GC cycle ended before', async () => {
    const typed = { liveHeap: 300 * MIB, allocRate: 50 * MIB }
    const { findings } = await readAll([pod({ GOGC: 'off' }, '{memory: 256Mi}')], typed)
    expect(findings[0]?.kind).toBe('off-without-limit')
    expect(withEffect(findings[0]!)).toMatch(/killed (as it starts|after [\d.]+ m?s), before its first GC cycle/)
    expect(withEffect(findings[0]!)).not.toMatch(/0(\.0)? GC cycles a second/)
  })
})
