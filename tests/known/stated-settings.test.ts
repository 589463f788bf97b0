import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { notesOf } from '../../src/known/input/read-input.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { programOf } from '../../src/known/scenario.ts'
import { toJsonValue } from '../../src/scenario/value.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

// Recorded with this limit and GOGC off. Its goals leave the limit open by a third.
const LOG = readFileSync('tests/fixtures/settings/httpjson-gogcoff-limit96MiB.log', 'utf8')
const COMMAND = '$ GOGC=off GOMEMLIMIT=96MiB GODEBUG=gctrace=1 ./httpjson\n'

const settingsOf = async (...texts: readonly string[]) => {
  const known = toKnown(await readEvidence(texts))
  return ['gogc', 'memoryLimit'].map((key) => find(known, key as 'gogc'))
}

describe('a log with its command above it', () => {
  it('was recorded with the settings of the command', async () => {
    const [gogc, limit] = await settingsOf(COMMAND + LOG)
    expect(gogc).toMatchObject({ value: 'off', source: expect.stringContaining('command') })
    expect(limit).toMatchObject({ value: 96 * 2 ** 20, source: expect.stringContaining('command') })
    const [, inferred] = await settingsOf(LOG)
    expect(inferred?.value).not.toBe(limit?.value)
    expect(inferred?.source).not.toContain('command')
  })

  it('says so', async () => {
    const read = await readText(COMMAND + LOG)
    expect(read.ok && notesOf(read.value)).toEqual([
      'the command in line 1 says GOGC=off and GOMEMLIMIT=96MiB: we use that unless the log’s goals contradict it',
    ])
  })

  it('gives way to goals that show something else: a program may change its settings', async () => {
    const gogc100 = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')
    const [gogc] = await settingsOf(`$ GOGC=400 GODEBUG=gctrace=1 ./api\n${gogc100}`)
    expect(gogc).toMatchObject({ value: 100, source: expect.stringContaining('goals') })
    for (const limit of ['4GiB', '20MiB', 'off']) {
      const [, found] = await settingsOf(`$ GOMEMLIMIT=${limit} GODEBUG=gctrace=1 ./httpjson\n${LOG}`)
      expect(found?.source, limit).toContain('goals')
    }
  })

  it('gives way to a manifest', async () => {
    const [, limit] = await settingsOf(COMMAND + LOG, 'GOMEMLIMIT=200MiB\n')
    expect(limit).toMatchObject({ value: 200 * 2 ** 20, sureness: 'set' })
  })
})

describe('settings that are typed beside a log', () => {
  // Goals just above the live heap: a limit, or a GOGC below 25. No goal shows GOGC.
  const OPEN = readFileSync('src/program/samples/thrash.log', 'utf8').split('\n').slice(11, 125).join('\n')
  const gradeOf = async (text: string, typed: Parameters<typeof readEvidence>[1]) =>
    toKnown(await readEvidence([text], typed)).calibration?.trust.grade

  it('settle what its goals leave open, even if they are what we assume', async () => {
    expect(await gradeOf(OPEN, {})).toBe('poor')
    expect(await gradeOf(OPEN, { gogc: 100 })).not.toBe('poor')
  })

  const settled = async (text: string, typed: Parameters<typeof readEvidence>[1] = {}) => {
    const known = toKnown(await readEvidence([text], typed))
    const { gogc, memoryLimit } = known.calibration!.scenario
    return { gogc: toJsonValue(gogc), memoryLimit: toJsonValue(memoryLimit), isUnlikeLog: known.isUnlikeLog }
  }
  const fixture = (name: string) => readFileSync(`tests/fixtures/settings/${name}.log`, 'utf8')

  it('replace the limit that we assumed if a GOGC below 25 makes the goals alone', async () => {
    const tail = fixture('low-gogc-tail')
    const own = { gogc: 15, memoryLimit: 'off', isUnlikeLog: false }
    expect(await settled(tail)).toMatchObject({ gogc: 100, memoryLimit: expect.any(Number) })
    expect(await settled(tail, { gogc: 15 })).toEqual(own)
    expect(await settled(tail, { gogc: 15, memoryLimit: 'off' })).toEqual(own)
    const byCommand = `$ GOGC=15 GODEBUG=gctrace=1 ./api\n${tail}`
    expect(await settled(byCommand)).toEqual(own)
    // The command leaves nothing open, so this is a plan.
    expect(await settled(byCommand, { gogc: 100 })).toMatchObject({ gogc: 15, memoryLimit: 'off' })
    expect(toKnown(await readEvidence([tail], { gogc: 15 })).calibration?.warnings).toEqual([])
  })

  it('leave that limit if the GOGC makes other goals, or if a limit that fits is stated too', async () => {
    const tail = fixture('low-gogc-tail')
    expect(await settled(tail, { gogc: 20 })).toMatchObject({ memoryLimit: expect.any(Number) })
    const memoryLimit = 170 * 2 ** 20
    expect(await settled(tail, { gogc: 15, memoryLimit })).toEqual({ gogc: 15, memoryLimit, isUnlikeLog: false })
  })

  it.each([
    ['own-limit-level', 140],
    ['own-limit-falling', 400],
  ])('are those of its run if they are GOGC off and a limit that it may have set itself: %s', async (name, mib) => {
    const memoryLimit = mib * 2 ** 20
    const own = { gogc: 'off', memoryLimit, isUnlikeLog: false }
    expect(await settled(fixture(name))).toMatchObject({ memoryLimit: 'off' })
    expect(await settled(fixture(name), { gogc: 'off', memoryLimit })).toEqual(own)
    // Another limit, or none, is a plan.
    const plan = { memoryLimit: 'off', isUnlikeLog: true }
    expect(await settled(fixture(name), { gogc: 'off', memoryLimit: 3 * memoryLimit })).toMatchObject(plan)
    expect(await settled(fixture(name), { gogc: 'off' })).toMatchObject(plan)
  })

  it('are those of its run if they are the other GOGC that fits', async () => {
    const hidden = readFileSync('tests/fixtures/settings/parallel-gogc400-limit40MiB.log', 'utf8')
    const ranWith = async (typed: Parameters<typeof readEvidence>[1]) =>
      toKnown(await readEvidence([hidden], typed)).calibration?.scenario.gogc
    expect(await ranWith({})).toEqual({ kind: 'percent', percent: 400 })
    expect(await ranWith({ gogc: 100 })).toEqual({ kind: 'percent', percent: 100 })
  })

  it('are a plan if its goals show others: the log ran as it did', async () => {
    const gogc100 = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')
    const known = toKnown(await readEvidence([gogc100], { gogc: 400, memoryLimit: 20 * 2 ** 20 }))
    expect(known.calibration?.scenario).toMatchObject({
      gogc: { kind: 'percent', percent: 100 },
      memoryLimit: { kind: 'off' },
    })
    expect(find(known, 'gogc')?.value).toBe(400)
  })
})

it.each([
  ['GOGC=2000000', 'gogc: 2000000 is above the largest allowed, 1000000'],
  ['GOMEMLIMIT=100TiB', 'memoryLimit: 109951162777600 is above the largest allowed, 16TiB'],
  ['GOMAXPROCS=5000', undefined],
])('a log is not simulated under a setting of a manifest that no scenario may have: %s', async (line, problem) => {
  const program = programOf(toKnown(await readEvidence([LOG, `${line}\n`])))
  const problems = program.ok ? [] : program.problems.map(({ path, message }) => `${path}: ${message}`)
  // The log shows the real GOMAXPROCS.
  expect(problems).toEqual(problem === undefined ? [] : [problem])
})
