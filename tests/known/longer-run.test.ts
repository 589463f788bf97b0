import { describe, expect, it } from 'vitest'
import { foresee } from '../../src/explore/advice/sure.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { toKnown } from '../../src/known/known.ts'
import { doubtsBeyond } from '../../src/known/log/unsure.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { ensembleUnder, type WhatIfSettings } from '../../src/known/what-if.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { GIB, MIB, OFF, toLimit } from '../../src/units.ts'
import { gcLine, readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/** Twelve cycles in as many seconds, all alike: 20 MiB live, a goal of 44, 22 MiB allocated per second. */
const text = Array.from({ length: 12 }, (_, i) => gcLine(i + 1, 1 + i)).join('\n')
const made = calibrate(columnsOfRun(readLog(text).columns, 0))
if (!made.ok) throw new Error(made.problems[0]?.message)
const calibration = made.value

/** A live heap that grows by 2 MiB per cycle, to 48 MiB, and no further with `most`. */
function growing(most = 48) {
  const lines = Array.from({ length: 24 }, (_, i) => {
    const [before, live] = [Math.min(most, 2 * i), Math.min(most, 2 * (i + 1))]
    const end = Math.max(4, 2 * before)
    return gcLine(i + 1, 1 + i, `${end - 1}->${end}->${live} MB, ${end} MB goal`)
  })
  const fitted = calibrate(columnsOfRun(readLog(lines.join('\n')).columns, 0))
  if (!fitted.ok) throw new Error(fitted.problems[0]?.message)
  return fitted.value
}

const allocated = 12 * 22 * MIB
const container = 3 * allocated
const containerLimit = toLimit(container)
const NEVER = { gogc: OFF, memoryLimit: OFF, containerLimit } as const

function said(settings: WhatIfSettings, of = calibration) {
  const prediction = predictUnder(of, settings, { outsideMemory: 4 * MIB })
  return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction) }
}

describe('a run that ends before its heap has grown to the goal', () => {
  it('surely survives only for the time asked about', () => {
    expect(said(NEVER)).toMatchObject({
      kind: 'could-be-killed',
      warnings: [
        expect.stringMatching(/^this is a run of 1\d\.\d* s: .* nothing starts a GC cycle, and memory only grows$/),
      ],
    })
    expect(said({ ...NEVER, durationSeconds: 10 })).toEqual({ kind: 'survives', warnings: [] })
  })

  it('could outgrow its container under a memory limit above it, not under one below', () => {
    const under = (times: number) => said({ ...NEVER, memoryLimit: toLimit(times * container) })
    expect(under(1.5)).toMatchObject({
      kind: 'could-be-killed',
      warnings: [expect.stringMatching(/these settings let its memory grow to \d+ MiB$/)],
    })
    expect(under(0.5)).toEqual({ kind: 'survives', warnings: [] })
  })

  it('makes no difference if GC cycles come', () => {
    expect(said({ gogc: { kind: 'percent', percent: 100 }, containerLimit })).toEqual({
      kind: 'survives',
      warnings: [],
    })
  })

  it('is not one whose heap comes close to its goal, however wide the ranges are under a memory limit', () => {
    const typed = { liveHeap: 2 * GIB, allocRate: GIB, containerLimit: 6 * GIB, procs: 8, gcCpu: 0.05 }
    const program = programOf(toKnown({ runs: [], manifests: [], typed }))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    for (const mib of [4907, 5500]) {
      const limited = (scenario: Scenario) => ({ ...scenario, memoryLimit: toLimit(mib * MIB) })
      const prediction = finish(searchKnown(program.value, limited))
      expect(toWarnings(prediction).join()).not.toContain('if the program continues')
    }
  })

  it('goes on as the second half of the log, not as the burst with which it ends nor as its start', () => {
    // Twelve cycles in as many seconds, then twelve in 0.6 s; asked for as many seconds again.
    const burst = Array.from({ length: 12 }, (_, i) => gcLine(13 + i, 12.05 + 0.05 * i))
    const fitted = calibrate(columnsOfRun(readLog([text, ...burst].join('\n')).columns, 0))
    if (!fitted.ok) throw new Error(fitted.problems[0]?.message)
    const gogc = { kind: 'percent', percent: 100 } as const
    const { low, high } = predictUnder(fitted.value, { gogc, durationSeconds: 25 }).spread.cycles
    expect(low).toBeLessThanOrEqual(48)
    expect(high).toBeGreaterThanOrEqual(48)
    // The burst would be 240 more.
    expect(high).toBeLessThan(100)

    // 3 s of loading, 20 cycles in each; then a cycle per second for 9 s, and as many for 12 s more.
    const start = Array.from({ length: 60 }, (_, i) => gcLine(1 + i, 0.05 * (1 + i)))
    const then = Array.from({ length: 9 }, (_, i) => gcLine(61 + i, 4 + i))
    const loaded = calibrate(columnsOfRun(readLog([...start, ...then].join('\n')).columns, 0))
    if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
    const { cycles } = predictUnder(loaded.value, { gogc, durationSeconds: 24 }).spread
    // With the rate of the whole log they would be 62 more.
    expect(cycles.likely).toBeLessThan(100)
  })

  it('takes certainties away if the run asked about is longer than the log', () => {
    const gogc = { kind: 'percent', percent: 100 } as const
    const longer = 'the log ends after 12.50 s, and until 60.00 s we let it go on as in its second half'
    expect(said({ gogc, containerLimit, durationSeconds: 13 })).toEqual({ kind: 'survives', warnings: [] })
    const { spread } = predictUnder(calibration, { gogc, durationSeconds: 60 })
    const times = (factor: number) => toLimit(factor * spread.peakContainerBytes.high)
    const said60 = (limit: Scenario['containerLimit']) => said({ gogc, containerLimit: limit, durationSeconds: 60 })
    const warnings = expect.arrayContaining([expect.stringContaining(longer)])
    expect(said60(times(2.9))).toEqual({ kind: 'could-be-killed', warnings })
    // Other work has room there, and the answer still says so.
    expect(said60(times(3.1))).toEqual({ kind: 'survives', warnings })
    // Without GC cycles, it is killed if it continues as the log ends: it may have done its work before.
    const small = { ...NEVER, containerLimit: toLimit(2 * allocated), durationSeconds: 60 }
    expect(said(small)).toMatchObject({ kind: 'could-be-killed', warnings })
    // What the log shows itself is certain, and nothing comes after it.
    expect(said({ ...small, containerLimit: toLimit(allocated / 4) })).toEqual({
      kind: 'would-be-killed',
      warnings: [],
    })
    // A run of more than ten times the log may do anything.
    const far = (seconds: number) => said({ gogc, containerLimit: times(8), durationSeconds: seconds }).kind
    expect([far(124), far(126)]).toEqual(['survives', 'could-be-killed'])
  })

  it('is open in any container if the log shows too little: it still grew, or its process was young', () => {
    const isOpen = (isGrowing: boolean, endSeconds = 12) => {
      const { workload, ...fitted } = calibration.fitted
      const series = { ...workload.series, endSeconds }
      return doubtsBeyond({ ...fitted, workload: { ...workload, series } }, 60, isGrowing)[0]?.isOpen
    }
    expect([isOpen(false), isOpen(true), isOpen(false, 2.9)]).toEqual([false, true, true])
  })

  it('is no reason to leave the settings as they are', () => {
    const sure = finish(
      foresee(ensembleUnder(calibration, NEVER), (scenario) => ({ ...scenario, containerLimit }), 0.25),
    )
    expect(sure.mayOutgrow).toBe(true)
  })
})

describe('a log that ends while its live heap grows', () => {
  const room = (bytes: number) => ({ containerLimit: toLimit(bytes) })

  it('does not surely survive in a container that another run of the same length would fill', () => {
    const { spread } = predictUnder(growing())
    const most = spread.peakContainerBytes.high
    expect(said(room(most + 50 * MIB), growing())).toMatchObject({
      kind: 'could-be-killed',
      warnings: [
        expect.stringMatching(/still grew as the input ended: if the program continues for as long again, its/),
      ],
    })
    expect(said(room(4 * most), growing())).toMatchObject({
      kind: 'survives',
      warnings: [expect.stringMatching(/still grew as the input ended: the ranges are of a run of .* may need more$/)],
    })
    expect(said({ ...room(4 * most), durationSeconds: 24 }, growing()).warnings).toEqual([])
    expect(said({ ...room(most + 50 * MIB), durationSeconds: 40 }, growing())).toMatchObject({
      kind: 'could-be-killed',
      warnings: expect.arrayContaining([expect.stringMatching(/^we simulate only the .* of the log, not 40\.00 s/)]),
    })
  })

  it('has advice that says so of every option', () => {
    const { open } = finish(
      foresee(ensembleUnder(growing(), {}), (scenario) => ({ ...scenario, ...room(400 * MIB) }), 0.25),
    )
    expect(open[0]).toMatch(/^the live heap still grew as the input ended/)
  })

  it('does not include logs whose heap is steady at the end', () => {
    expect(said(room(400 * MIB), growing(30))).toEqual({ kind: 'survives', warnings: [] })
  })
})
