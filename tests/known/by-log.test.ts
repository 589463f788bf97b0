import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withEffect } from '../../src/known/effect.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { fromCalibration } from '../../src/known/from-gctrace.ts'
import { find, mostLimitOf, numberOf, toKnown } from '../../src/known/known.ts'
import { isRuledOut } from '../../src/known/log/by-log.ts'
import type { QuantityKey } from '../../src/known/quantities.ts'
import { MIB } from '../../src/units.ts'
import { printed } from '../calibration/support.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { readEvidence } from './read-evidence.ts'

/** A service under GOGC=100 with 31 MiB live, whose goals are those of GOGC alone, or lie this far above the live heap. */
function logWith(above = 31, live = 31): string {
  const work = { mark: 6, background: 5, idle: 1, procs: 2 }
  const first = { start: 0.001, heap: [3, live, live] as const, goal: 4, ...work }
  const goal = live + above
  const cycle = (i: number) => ({
    start: i * 0.35,
    heap: [Math.max(live, goal - 9), Math.max(live + 1, goal - 8), live] as const,
    goal,
    ...work,
  })
  return printed([first, ...Array.from({ length: 28 }, (_, i) => cycle(i + 1))])
}

const pod = (env: Record<string, string>) =>
  `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: api, resources: {limits: {memory: 512Mi}}, env: [${Object.entries(
    env,
  )
    .map(([name, value]) => `{name: ${name}, value: "${value}"}`)
    .join(', ')}]}]}\n`

async function readAll(texts: readonly string[], typed = {}) {
  const evidence = await readEvidence(texts, typed)
  const known = toKnown(evidence)
  const otherwise = (key: QuantityKey) => find(known, key)?.otherwise?.map(({ value }) => value)
  return {
    known,
    otherwise,
    finding: findingsOf(evidence.manifests, known).find(({ kind }) => kind === 'not-in-force'),
  }
}

describe('a manifest whose settings cannot have made the goals of the log', () => {
  it('counts, with the GOGC of the log as an alternative', async () => {
    const { known, otherwise, finding } = await readAll([logWith(), pod({ GOGC: '400', GOMEMLIMIT: '200MiB' })])
    expect(numberOf(known, 'gogc')).toBe(400)
    expect([otherwise('gogc'), otherwise('memoryLimit'), known.isUnlikeLog]).toEqual([[100], undefined, true])
    expect(finding?.title).toBe('The log shows another GOGC than the manifest has')
    expect(finding?.text).toContain(
      'GOGC: 400 from the Kubernetes manifest, api; 100 from the gctrace log: from its goals.',
    )
    // Four times the room between cycles makes about a fourth of the cycles.
    const [, as, would] = /With the log’s settings: ([\d.]+) GC cycles.*With the manifest’s: ([\d.]+) GC cycles/.exec(
      withEffect(finding!),
    )!
    expect(Number(as) / Number(would)).toBeGreaterThan(2)
  })

  it('has a limit that is too low for its goals, or too high', async () => {
    const low = await readAll([logWith(), pod({ GOMEMLIMIT: '40MiB' })])
    expect(low.otherwise('memoryLimit')).toEqual(['at least 62.5 MiB'])
    expect(low.finding?.title).toBe('The log shows another GOMEMLIMIT than the manifest has')
    const above = await readAll([logWith(12), pod({ GOMEMLIMIT: '200MiB' })])
    expect(above.otherwise('memoryLimit')).toEqual([expect.stringMatching(/^\d[\d.]+ MiB to \d[\d.]+ MiB$/)])
    const atLive = await readAll([logWith(0), pod({ GOMEMLIMIT: '200MiB' })])
    expect(atLive.otherwise('memoryLimit')).toEqual([expect.stringMatching(/^at most \d[\d.]+ MiB$/)])
  })

  it('has no limit, although goals show that one was in effect', async () => {
    expect((await readAll([logWith(12), pod({ GOMEMLIMIT: 'off' })])).otherwise('memoryLimit')).toHaveLength(1)
  })

  it('agrees once the user types what the log shows', async () => {
    const { known, otherwise, finding } = await readAll([logWith(), pod({ GOGC: '400' })], { gogc: 100 })
    expect([otherwise('gogc'), known.isUnlikeLog, finding]).toEqual([[400], false, undefined])
  })
})

describe('a manifest that the log may have run with', () => {
  it.each<[string, string, Record<string, string>]>([
    ['has the GOGC of its goals, and a limit above them', logWith(), { GOGC: '100', GOMEMLIMIT: '200MiB' }],
    [
      'has a limit below the live heap, where goals are the live heap',
      logWith(0),
      { GOGC: '100', GOMEMLIMIT: '20MiB' },
    ],
    ['has a limit that leaves what the goals show', logWith(12), { GOMEMLIMIT: '52MiB' }],
    ['has a GOGC that too small a heap does not tell from another', logWith(2, 2), { GOGC: '115' }],
  ])('%s', async (_, log, env) => {
    const { known, otherwise, finding } = await readAll([log, pod(env)])
    expect([otherwise('gogc'), otherwise('memoryLimit'), finding]).toEqual([undefined, undefined, undefined])
    expect(known.isUnlikeLog).toBe(false)
  })
})

it('the goals of a log show the highest memory limit, unless another input states the limit', async () => {
  const mostOf = async (...texts: string[]) => mostLimitOf(toKnown(await readEvidence(texts)))
  const log = readFileSync('tests/fixtures/settings/steady-gogcoff-limit128MiB.log', 'utf8')
  expect(await mostOf(log)).toBeGreaterThan(128 * MIB)
  expect(await mostOf(log, pod({ GOMEMLIMIT: '128MiB' }))).toBeUndefined()
  expect(await mostOf(logWith()), 'no limit').toBeUndefined()
})

describe('the goals of a recorded log', () => {
  const recorded = ['settings', 'services/logs', 'services/kinds/logs'].flatMap((folder) =>
    readdirSync(`tests/fixtures/${folder}`).flatMap((name) => {
      const [, gogc, limit] = /-gogc(\w+)-limit(\w+?)(?:-b)?\.log$/.exec(name) ?? []
      return gogc && limit ? [[name, gogc, limit, `tests/fixtures/${folder}/${name}`] as const] : []
    }),
  )

  it.each(recorded)('never rule out the settings that made them: %s', (_, gogc, limit, file) => {
    const made = calibrate(readLog(readFileSync(file, 'utf8')).columns)
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const toValue = (text: string, unit = 1) => (text === 'off' ? text : unit * Number.parseInt(text, 10))
    const values: Partial<Record<QuantityKey, number | string>> = {
      gogc: toValue(gogc),
      memoryLimit: toValue(limit, MIB),
    }
    for (const one of fromCalibration(made.value))
      if (values[one.key] !== undefined) expect(isRuledOut(one, values[one.key]!), one.key).toBe(false)
  })
})
