import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

const LOG = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')
/** Scrapes of a process without its resident memory. Of 71.2 MiB that Go counted, it had 67.2 resident. */
const SCRAPES = [0, 1].map((i) =>
  readFileSync(`tests/fixtures/metrics/spare/metrics-${i}.txt`, 'utf8').replace(/^process_resident.*\n/gm, ''),
)

/** The log and the scrapes of one process, without its resident memory: its heap was 64 MiB at the most. */
const DEEP = ['gctrace.log', 'metrics-0.txt', 'metrics-8.txt'].map((name) =>
  readFileSync(`tests/fixtures/metrics/deep/${name}`, 'utf8').replace(/^process_resident.*\n/gm, ''),
)

const kib = (mib: number) => Math.round(mib * 1024)
const status = (mib: number) => `Name:\tapi\nPid:\t4711\nVmHWM:\t ${kib(mib)} kB\nVmRSS:\t ${kib(mib / 2)} kB\n`
const timed = (mib: number) =>
  `\tCommand being timed: "./api"\n\tMaximum resident set size (kbytes): ${kib(mib)}\n\tExit status: 0\n`
const ps = (mib: number) => `PID   RSS CMD\n4711 ${kib(mib)} ./api -p 80\n`

const knownFrom = async (...texts: readonly string[]) => toKnown(await readEvidence(texts, {}, 15))

function predict(known: Known, container = Infinity) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return finish(searchKnown(program.value, (one) => ({ ...one, containerLimit: toLimit(container * MIB) })))
}

describe('the most memory that was resident, if Go counted more', async () => {
  const alone = await knownFrom(LOG)
  const peak = alone.calibration!.measured.peakHeapBytes / MIB
  const had = 0.8 * peak

  it.each([status, timed])('shows beside a log how much of its heap was never touched: %#', async (text) => {
    const known = await knownFrom(LOG, text(had))
    const other = known.calibration!.scenario.program.otherMemory / MIB
    expect(known.scraped!.untouched! / MIB).toBeCloseTo(peak + other - had, 1)
  })

  it('tells which memory is outside Go only if the process had ended', async () => {
    const ofEnded = find(await knownFrom(LOG, timed(had)), 'outsideMemory')
    expect(ofEnded).toMatchObject({ value: 0, sureness: 'derived' })
    expect(ofEnded?.source).toMatch(
      /^the process never had more than [\d.]+ MiB resident; Go counted [\d.]+ MiB more \(never touched, or swapped out\)$/,
    )
    const { source, ...usual } = find(await knownFrom(LOG, status(had)), 'outsideMemory')!
    expect(find(alone, 'outsideMemory')).toMatchObject(usual)
    expect(source).toMatch(
      /^the process had at most [\d.]+ MiB resident when this was read; Go counted [\d.]+ MiB more \(never touched, swapped out, or not yet used\); assumed: /,
    )
  })

  it('is inside the range of memory under the same settings', async () => {
    expect(predict(alone).spread.peakContainerBytes.low / MIB).toBeGreaterThan(had)
    const known = await knownFrom(LOG, status(had))
    const { low, high } = predict(known).spread.peakContainerBytes
    expect(low / MIB).toBeLessThan(had)
    // The program may touch all of its memory later.
    expect(high / MIB).toBeGreaterThan(peak)
    const killedOf = (one: Known) => predict(one, 1.1 * had).outcomes['oom-killed']
    expect(killedOf(await knownFrom(LOG, timed(had)))).toBeLessThan(0.5)
    expect(killedOf(known)).toBeLessThan(0.7)
    expect(killedOf(alone)).toBeGreaterThan(0.9)
  })

  it('shows the same beside scrapes without resident memory, with a log or without', async () => {
    const known = await knownFrom(...SCRAPES, status(67.2))
    expect(known.scraped!.untouched! / MIB).toBeCloseTo(71.2 - 67.2, 0)
    expect(predict(known).spread.peakContainerBytes.low / MIB).toBeLessThan(67.2)
    const { mostCounted, untouched } = (await knownFrom(...DEEP, status(60))).scraped!
    expect(untouched).toBeGreaterThanOrEqual(mostCounted! - 60 * MIB)
  })

  it('changes nothing if the heap of the log is smaller', async () => {
    const known = await knownFrom(LOG, status(1.05 * peak + 6))
    expect(known.scraped!.untouched).toBeUndefined()
    expect(known.unsure).toEqual([])
    expect(find(known, 'outsideMemory')?.sureness).toBe('assumed')
  })

  it('is not shown by memory at one moment, because Go gives memory back', async () => {
    expect((await knownFrom(LOG, ps(had))).scraped!.untouched).toBeUndefined()
    expect((await knownFrom(...SCRAPES, ps(60))).scraped!.untouched).toBeUndefined()
  })
})

/** Such an input has the most memory that was resident until it was read: here it was read early. */
const EARLY = 'less than Go counted: if it was read before the end, the program may have needed more later'

describe('the status of a process that may still run', () => {
  it.each([
    ['a log', [LOG], 40],
    ['scrapes', SCRAPES, 50],
    ['scrapes and a log', DEEP, 50],
  ])('does not lower the high end of the range of memory beside %s', async (_, texts, had) => {
    const highOf = (known: Known) => predict(known).spread.peakContainerBytes.high
    const known = await knownFrom(...texts, status(had))
    expect(known.scraped!.untouched).toBeGreaterThan(0)
    expect(highOf(known)).toBeGreaterThanOrEqual(highOf(await knownFrom(...texts)))
  })

  it('does not make it sure that the program survives, and says why', async () => {
    const early = await knownFrom(LOG, status(40))
    const container = (1.1 * predict(early).spread.peakContainerBytes.high) / MIB
    const prediction = predict(early, container)
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
    expect(toWarnings(prediction)).toContain(
      `the process had at most 40.0 MiB resident when its status or heap profile was read, ${EARLY}`,
    )
    const ended = await knownFrom(LOG, timed(40))
    expect(ended.unsure).toEqual([])
    expect(toOutlook(predict(ended, container))?.kind).toBe('survives')
  })
})

describe('MaxRSS of a heap profile', () => {
  // The most that was ever resident, on Linux also before exec: here of a shell that was far larger than the program.
  const PROFILE = readFileSync('tests/fixtures/metrics/steady/heap-4.txt', 'utf8')
  const profile = (mib: number) => PROFILE.replace(/MaxRSS = \d+/, `MaxRSS = ${mib * MIB}`)

  it('shows no memory outside Go, however large it is, and makes no container too small', async () => {
    const known = await knownFrom(profile(900))
    expect(find(known, 'outsideMemory')?.sureness).toBe('assumed')
    expect(known.scraped).toMatchObject({ lastResident: undefined, untouched: undefined })
    const without = await knownFrom(PROFILE.replace(/# MaxRSS.*/, ''))
    expect(predict(known, 400)).toEqual(predict(without, 400))
  })

  it('shows what was never touched, if Go counted more, and may be touched later', async () => {
    const known = await knownFrom(profile(60))
    const { mostCounted, untouched, mayTouchMore } = known.scraped!
    expect({ untouched, mayTouchMore }).toEqual({ untouched: mostCounted! - 60 * MIB, mayTouchMore: true })
    expect(known.unsure.join()).toContain(
      `at most 60.0 MiB resident when its status or heap profile was read, ${EARLY}`,
    )
  })

  it('gives way to the resident memory of a status', async () => {
    const known = await knownFrom(profile(900), status(100))
    expect(known.scraped).toMatchObject({ lastResident: 100 * MIB, peakResident: 100 * MIB })
  })
})

describe('resident memory from another input than the scrapes', () => {
  it('shows memory outside Go if it is far more than Go ever took from the system', async () => {
    expect(find(await knownFrom(...DEEP), 'outsideMemory')?.sureness).toBe('assumed')
    const known = await knownFrom(...DEEP, status(300))
    const { value, sureness } = find(known, 'outsideMemory')!
    expect(sureness).toBe('derived')
    expect(value).toBeCloseTo(300 * MIB - known.scraped!.mostTaken!, -5)
  })

  it.each([[[]], [SCRAPES]])(
    'is ignored if far more is live in the log, and no answer is sure: %#',
    async (scrapes: readonly string[]) => {
      for (const text of [status(8), ps(8)]) {
        const known = await knownFrom(LOG, ...scrapes, text)
        expect(known.scraped!.untouched).toBeUndefined()
        const prediction = predict(known, 2000)
        expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
        expect(toWarnings(prediction).join()).toContain('we ignored resident memory of 8.00 MiB')
      }
    },
  )
})
