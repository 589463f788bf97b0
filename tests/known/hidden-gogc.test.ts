import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import { SURE, toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, OFF, toGcPercent, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/** GOGC=400 under GOMEMLIMIT=40MiB: nearly all goals are those of the limit, or the live heap. */
const LOG = readFileSync('tests/fixtures/settings/parallel-gogc400-limit40MiB.log', 'utf8')
const WHOLE = calibrated(LOG)
/** Without the first cycle, whose goal is 4 MiB times GOGC. */
const LATER = calibrated(LOG.split('\n').slice(40).join('\n'))

/** With GOMEMLIMIT=300MiB the same program had this heap at most, and 289 MiB counted by the limit. */
const PEAK_AT_300 = 269 * MIB

function calibrated(text: string) {
  const made = calibrate(readLog(text).columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

function predicted(calibration: typeof WHOLE, settings: WhatIfSettings) {
  return predictUnder(calibration, settings, { outsideMemory: 4 * MIB })
}

describe('a program whose memory limit hides its GOGC', () => {
  const raised = { memoryLimit: toLimit(300 * MIB), containerLimit: toLimit(160 * MIB) }

  it('does not surely survive a higher limit: it may have the GOGC of its first goal, or an allocation moved that goal', () => {
    expect(WHOLE.scenario.gogc).toEqual({ kind: 'percent', percent: 400 })
    expect(WHOLE.otherGogc).toEqual({ kind: 'percent', percent: 100 })
    expect(toOutlook(predicted(WHOLE, raised))?.kind).toBe('could-be-killed')
    const { peakHeapBytes } = predicted(WHOLE, { memoryLimit: raised.memoryLimit }).spread
    expect(peakHeapBytes.low).toBeLessThan(100 * MIB)
    expect(peakHeapBytes.high).toBeGreaterThan(PEAK_AT_300)
  })

  it('is predicted as usual if the user asks about a GOGC', () => {
    const { peakHeapBytes } = predicted(WHOLE, {
      memoryLimit: raised.memoryLimit,
      gogc: { kind: 'percent', percent: 50 },
    }).spread
    expect(peakHeapBytes.high / peakHeapBytes.low).toBeLessThan(1.5)
  })

  it('does not surely survive a higher limit either if no goal shows GOGC, and a text names the assumed GOGC', () => {
    expect(LATER.scenario.gogc).toEqual({ kind: 'percent', percent: 100 })
    const open = predicted(LATER, raised)
    expect(toOutlook(open)?.kind).toBe('could-be-killed')
    expect(toWarnings(open).join()).toContain('no goal of the log surely shows GOGC, so we assume 100')
    const told = predicted(LATER, { ...raised, gogc: { kind: 'percent', percent: 50 } })
    expect(toWarnings(told).join()).not.toContain('taken to be 100')
    const lower = predicted(LATER, { ...raised, memoryLimit: toLimit(41 * MIB) })
    expect(toWarnings(lower).join()).not.toContain('taken to be 100')
  })
})

describe('a program that GC held up while its log was written', () => {
  // GOGC=200 under 40 MiB: half of the CPU went to GC. Under 300 MiB it took 178, with a heap of 159.
  const squeezed = calibrated(readFileSync('tests/fixtures/settings/parallel-gogc200-limit40MiB.log', 'utf8'))
  const outlookIn = (limit: number, container: number) =>
    toOutlook(predicted(squeezed, { memoryLimit: toLimit(limit * MIB), containerLimit: toLimit(container * MIB) }))
      ?.kind

  it('may do more under a higher limit: only a container with room for that limit surely holds it', () => {
    expect([170, 250].map((container) => outlookIn(300, container))).toEqual(['could-be-killed', 'could-be-killed'])
    expect(outlookIn(300, 400)).toBe('survives')
    expect(toWarnings(predicted(squeezed, raised())).join()).toMatch(/GC took \d+\.?\d* % of the CPU in this log/)
  })

  it('may need more than its ranges say without a container too, and without a limit', () => {
    const warned = (memoryLimit: WhatIfSettings['memoryLimit']) =>
      toWarnings(predicted(squeezed, { ...(memoryLimit && { memoryLimit }) })).join()
    for (const limit of [OFF, toLimit(300 * MIB)])
      expect(warned(limit)).toMatch(/under a higher memory limit, or none, the program may do more work and need more/)
    expect(warned(undefined)).not.toContain('may do more work')
  })

  it('may have held requests that waited, which a higher limit frees: no container surely kills it', () => {
    // Under 125 MiB GC took 41 % of the CPU. Without a limit it had 275 MiB resident with GOGC=50.
    const resolver = calibrated(readFileSync('tests/fixtures/settings/resolver-gogc100-limit125MiB.log', 'utf8'))
    const outside = { outsideMemory: 4 * MIB }
    const settings = { gogc: toGcPercent(50), memoryLimit: OFF, containerLimit: toLimit(283 * MIB) }
    const free = predictUnder(resolver, settings, outside)
    expect(free.outcomes['oom-killed']).toBeGreaterThan(SURE)
    expect(toOutlook(free)?.kind).toBe('could-be-killed')
    expect(toWarnings(free).filter((text) => text.includes('fewer requests wait'))).toHaveLength(1)
  })

  function raised(): WhatIfSettings {
    return { memoryLimit: toLimit(300 * MIB), containerLimit: toLimit(250 * MIB) }
  }
})

it('if all goals equal the live heap, a lower memory limit made them, not GOGC=1', () => {
  const lines = [24, 24, 26, 31, 60, 72, 90, 60, 40, 31].map((live, i, all) => {
    const goal = all[i - 1] ?? 25
    return `gc ${i + 2} @${i / 10 + 1}s 50%: 0.02+40+0.02 ms clock, 0.1+50/20/0+0.1 ms cpu, ${goal}->${goal + 2}->${live} MB, ${goal} MB goal, 0 MB stacks, 512 MB globals, 2 P`
  })
  const { scenario } = calibrated(lines.join('\n'))
  expect(scenario.gogc).toEqual({ kind: 'percent', percent: 100 })
  expect(scenario.memoryLimit.kind).toBe('bytes')
})

it('a program of which one goal is lower than its GOGC makes it may be under a limit: nothing surely kills it', () => {
  // Under GOMEMLIMIT=184MiB it had 185 MiB resident with GOGC=400, too.
  const log = readFileSync('tests/fixtures/settings/raft-gogc100-limit184MiB.log', 'utf8')
  const settings = { gogc: toGcPercent(400), containerLimit: toLimit(203 * MIB) }
  const text = 'do not show whether it had a memory limit'
  const open = predicted(calibrated(log), settings)
  expect(open.outcomes['oom-killed']).toBe(1)
  expect(toOutlook(open)?.kind).toBe('could-be-killed')
  expect(toWarnings(open).join()).toContain(text)
  expect(toWarnings(predicted(calibrated(log), { ...settings, memoryLimit: toLimit(184 * MIB) })).join()).not.toContain(
    text,
  )
})

// tests/fixtures/settings/README.md: with a limit of 400 MiB instead of 140 it had 411 MiB resident.
describe('a program that may have turned GOGC off and set a limit itself', () => {
  const calibration = calibrated(readFileSync('tests/fixtures/settings/own-limit-level.log', 'utf8'))
  const said = (settings: WhatIfSettings) => toOutlook(predicted(calibration, settings))?.kind
  const containerLimit = toLimit(800 * MIB)

  it('does not surely survive a memory limit that it would use', () => {
    const raised = { memoryLimit: toLimit(780 * MIB), containerLimit }
    expect(said(raised)).toBe('could-be-killed')
    expect(toWarnings(predicted(calibration, raised)).join()).toMatch(/goals of the log are level/)
    expect(said({ ...raised, gogc: { kind: 'percent', percent: 100 } })).toBe('survives')
  })

  it('survives one that keeps it within its container, and none', () => {
    expect(said({ memoryLimit: toLimit(600 * MIB), containerLimit })).toBe('survives')
    expect(said({ containerLimit })).toBe('survives')
  })
})

it('a program does not get a GOGC from goals that stay while the live heap changes', () => {
  // Recorded with GOGC=100. All goals of these cycles are 53 or 54 MiB, while 36 to 42 MiB are live.
  const text = readFileSync('tests/fixtures/services/kinds/logs/api-gogc100-limit72MiB.log', 'utf8')
  const later = calibrated(
    text
      .split('\n')
      .filter((line) => line.startsWith('gc '))
      .slice(10, 30)
      .join('\n'),
  )
  expect(later.scenario.gogc).toEqual({ kind: 'percent', percent: 100 })
  expect(
    toWarnings(predicted(later, { memoryLimit: toLimit(300 * MIB), containerLimit: toLimit(100 * MIB) })).join(),
  ).toContain('no goal of the log surely shows GOGC, so we assume 100')
  const free = predicted(later, { memoryLimit: { kind: 'off' } })
  // Without a limit it had 77 and 83 MiB.
  expect(free.spread.peakHeapBytes.low).toBeLessThan(77 * MIB)
  expect(free.spread.peakHeapBytes.high).toBeGreaterThan(83 * MIB)
})
