import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { USUAL_DEMAND } from '../../src/explore/advice/demand.ts'
import type { Settings } from '../../src/scenario/under-settings.ts'
import { MIB } from '../../src/units.ts'
import { call } from '../cli/harness.ts'
import { NO_CHOICES, read, supposeOf } from './support/ask.ts'
import { startEngine } from './support/read.ts'

const FILES = ['metrics-0.txt', 'metrics-4.txt'].map((name) => `tests/fixtures/metrics/steady/${name}`)
const SCRAPES = FILES.map((file) => readFileSync(file, 'utf8'))
const ROOMY = 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {limits: {memory: 512Mi}}}]}\n'
const inContainer = (mib: number): Settings => ({ containerLimit: { kind: 'bytes', bytes: mib * MIB } })
const limited = (mib: number): Settings => ({ memoryLimit: { kind: 'bytes', bytes: mib * MIB } })

describe('under the settings that were measured', () => {
  const own = (() => {
    const run = startEngine()
    const inputs = read(run, [...SCRAPES, ROOMY])
    const answer = run({ kind: 'answer', inputs, choices: NO_CHOICES })
    const advice = run({ kind: 'advise', inputs, choices: NO_CHOICES, demand: USUAL_DEMAND, trust: undefined })
    if (answer.kind !== 'answer' || !answer.simulated || advice.kind !== 'advice') throw new Error(answer.kind)
    return { answer, simulated: answer.simulated, asIs: advice.advice.options[0]!, advice: advice.advice }
  })()
  const share = own.simulated.spread.compulsoryGcFraction

  it('the page says that the range of GC CPU ends at the measured CPU use', () => {
    expect(share.high).toBe(own.simulated.measuredCpus! / own.simulated.scenario.procs)
    expect(own.simulated.gcNotes.join()).toContain('measured to use')
  })

  it('the advice has the same GC CPU as the page', () => {
    expect(own.asIs.sure?.spread).toEqual(own.simulated.spread)
    expect(own.asIs.plain.result.compulsoryGcFraction).toBeCloseTo(share.likely, 6)
  })

  it('the advice states growth from the live heap that the page shows', () => {
    const live = own.answer.known.find(({ key }) => key === 'liveHeap')
    expect(own.advice.knownLive).toBe(live?.value)
  })

  it.each([inContainer(500), inContainer(300), limited(1 << 20)])(
    'another container, and a limit that changes nothing, leave GC CPU and the memory range as they are: %j',
    (settings) => {
      const { spread, verdict } = supposeOf([...SCRAPES, ROOMY], settings)
      expect(spread.compulsoryGcFraction).toEqual(share)
      expect(spread.peakContainerBytes).toEqual(own.simulated.spread.peakContainerBytes)
      expect(verdict).toEqual(own.simulated.verdict)
    },
  )

  it.each([
    [['--container', '500MiB'], inContainer(500)],
    [['--memory-limit', '1TiB'], limited(1 << 20)],
    [['--gogc', '50'], { gogc: { kind: 'percent', percent: 50 } } as Settings],
  ])('the command line has the figures of the page: %j', async (options, settings) => {
    const { lines } = await call(['what-if', ...FILES, ...options])
    const { range } = lines[0] as unknown as { range: { compulsoryGcFraction: readonly number[] } }
    const { low, high } = supposeOf(SCRAPES, settings).spread.compulsoryGcFraction
    expect(range.compulsoryGcFraction).toEqual([low, high])
  })
})
