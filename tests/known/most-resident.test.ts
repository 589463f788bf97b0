import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import { toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { toWholeReason, withOutlook, withRange } from '../../src/prediction/range-verdict.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { calibrate } from '../support/calibrate.ts'
import { recorded } from './recorded.ts'

const reader = new LogReader()
reader.push(readFileSync('tests/fixtures/runs/logs/steady-a.log', 'utf8'))
const made = calibrate(columnsOfRun(reader.end().columns, 0))
if (!made.ok) throw new Error(made.problems[0]?.message)
const calibration = made.value

/** The log of a program, with a scrape of it in which the process has this much memory. */
function predict(residentMiB: number, containerMiB?: number, limitMiB?: number, countedMiB?: number) {
  const values = new Map<Field, number>([['resident', residentMiB * MIB]])
  if (countedMiB !== undefined) values.set('sys', countedMiB * MIB)
  const run = {
    process: { job: '', instance: '', namespace: '', pod: '', container: '' },
    goVersion: undefined,
    scrapes: [{ seconds: 0, values }],
    pauseEnds: [],
    clock: 'none',
  } as const
  const program = programOf(toKnown({ runs: [run], manifests: [], calibration, typed: {} }))
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const limitOf = (size = Infinity) => toLimit(size * MIB)
  const settings = { containerLimit: limitOf(containerMiB), memoryLimit: limitOf(limitMiB) }
  return finish(searchKnown(program.value, (scenario) => ({ ...scenario, ...settings })))
}

describe('measured memory beyond the modelled memory of the log’s program', () => {
  const usual = predict(1)
  const peak = usual.trace.result.peakContainerBytes / MIB

  it('changes nothing if it is less than the modelled memory', () => {
    expect(predict(0.9 * peak).spread).toEqual(usual.spread)
  })

  it('is never above the range for a run under the same settings', () => {
    for (const share of [1.1, 1.5, 3]) {
      const { high } = predict(share * peak).spread.peakContainerBytes
      expect(high / MIB).toBeGreaterThanOrEqual(share * peak)
    }
  })

  it('leaves room for the same excess again, because no scrape catches the highest moment', () => {
    const counted = (mib: number) => predict(mib, undefined, undefined, mib)
    const [some, twice] = [1.5, 3].map((share) => counted(share * peak).spread.peakContainerBytes.high)
    expect(twice! / some!).toBeCloseTo(2 ** 2, 6)
  })

  it('counts once under a memory limit, because the heap of the log did not use it', () => {
    const [some, more] = [1.2 * peak, 1.7 * peak].map((mib) => predict(mib, undefined, peak, mib).spread)
    const { low, likely, high } = more!.peakContainerBytes
    const { high: highOfSome, ...others } = some!.peakContainerBytes
    expect({ low, likely }).toEqual(others)
    expect((high - highOfSome) / MIB).toBeCloseTo(0.5 * peak, 6)
  })

  it('counts under a memory limit if nothing shows that it is Go’s', () => {
    const { likely } = predict(1.5 * peak, undefined, peak).spread.peakContainerBytes
    const { likely: usual } = predict(1, undefined, peak).spread.peakContainerBytes
    expect((likely - usual) / MIB / peak).toBeCloseTo(0.5, 1)
  })

  it('does not surely survive in a smaller container', () => {
    const container = 2 * peak
    expect(toOutlook(predict(0.9 * peak, container))?.kind).toBe('survives')
    expect(toOutlook(predict(2.2 * peak, container))?.kind).toBe('could-be-killed')
  })

  it('is about the least memory of another run if Go counted as much, and a container with far less kills the program', () => {
    const seen = 2.2 * peak
    const { low } = predict(seen, undefined, undefined, seen).spread.peakContainerBytes
    // Two recorded runs of a program are up to 1.22 times apart, most of them within 1.17.
    expect(low / MIB).toBeLessThan(seen)
    expect(low / MIB).toBeGreaterThan((seen - 10) / 1.18)
    expect(toOutlook(predict(seen, 1.6 * peak, undefined, seen))?.kind).toBe('would-be-killed')
    const near = predict(seen, 2 * peak, undefined, seen)
    expect(toOutlook(near)?.kind).toBe('could-be-killed')
    expect(withRange(toVerdict(near.trace, {}), near).warnings.join()).toMatch(
      /with this GOGC and GOMEMLIMIT the process had \d+ MiB, more than this container holds/,
    )
    // Where the simulated program fits in, the reason is what was seen.
    const fits = predict(seen, 1.6 * peak, undefined, seen)
    expect(fits.trace.result.outcome.kind).toBe('completed')
    const verdict = withOutlook(withRange(toVerdict(fits.trace, {}), fits), toOutlook(fits))
    expect(verdict.label).toBe('would be killed')
    expect(toWholeReason(verdict)).toMatch(
      /the likely one, as simulated, is .* Beware: with this GOGC and GOMEMLIMIT the process had \d+ MiB, more than this container holds/,
    )
    // Pages of mapped files are resident, and the kernel can take them away: Go counts none.
    expect(toOutlook(predict(seen, 1.6 * peak, undefined, 0.8 * peak))?.kind).toBe('could-be-killed')
    // Under a memory limit Go may need less.
    expect(toOutlook(predict(seen, 1.6 * peak, peak, seen))?.kind).not.toBe('would-be-killed')
  })
})

describe('memory that scrapes saw', () => {
  it('still counts if the memory limit in force has no effect in the run', () => {
    // A job that has freed its heap: 96 MiB were Go’s, a few are live now, under a limit of 110 MiB.
    const scrapes = [94, 4, 4].map((goal, i) => ({
      seconds: 3600 + 10 * i,
      values: new Map<Field, number>([
        ['goal', goal * MIB],
        ['heapAlloc', MIB],
        ['allocTotal', (1000 + i) * MIB],
        ['cycles', 100 + i],
        ['sys', 97 * MIB],
        ['resident', 105 * MIB],
        ['gogc', 200],
        ['memoryLimit', 110 * MIB],
        ['procs', 2],
      ]),
    }))
    const process = { job: '', instance: '', namespace: '', pod: '', container: '' }
    const run = { process, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' } as const
    const program = programOf(toKnown({ runs: [run], manifests: [], typed: {} }))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const within = (mib: number) =>
      finish(searchKnown(program.value, (scenario) => ({ ...scenario, containerLimit: toLimit(mib * MIB) })))
    expect(toOutlook(within(40))?.kind).toBe('would-be-killed')
    expect(within(500).spread.peakContainerBytes.low).toBeGreaterThanOrEqual((90 / 1.18) * MIB)
  })
})

// Requests are read whole: 187 MiB resident at the most with two CPUs, 117 to 128 with one.
describe('memory measured under another GOMAXPROCS', async () => {
  const bodies = await recorded('bodies', '100', 9)

  it('kills no program for sure', () => {
    expect(bodies({}, 135)).toMatchObject({
      kind: 'would-be-killed',
      warnings: expect.stringContaining('the process had 187 MiB, more than this container holds'),
    })
    const onOne = bodies({ procs: 1 }, 135)
    expect(onOne.kind).toBe('could-be-killed')
    expect(onOne.warnings).not.toContain('the process had')
  })
})
