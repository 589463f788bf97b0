import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { ensembleUnder } from '../../src/known/what-if.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { toWholeReason } from '../../src/prediction/range-verdict.ts'
import { verdictOf } from '../../src/program/answer/verdict.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

function calibrated(file: string): Calibration {
  const made = calibrate(columnsOfRun(readLog(readFileSync(`tests/fixtures/${file}`, 'utf8')).columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

describe('what a log does not show', () => {
  it('includes the stacks of waiting goroutines: no program surely survives in less than its resident memory', () => {
    const calibration = calibrated('logs/waiting-goroutines.log')
    const predictedIn = (mib: number) => {
      const containerLimit = { kind: 'bytes', bytes: mib * MIB } as const
      return predictUnder(calibration, { containerLimit })
    }
    // 68 MiB were resident, 33 of them stacks, though the log prints 0 MB of them.
    for (const mib of [48, 66]) {
      const prediction = predictedIn(mib)
      expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
      expect(toWarnings(prediction).join()).toContain(
        'a log does not show the stacks of waiting goroutines: thousands of them may take 40.0 MiB,',
      )
      // “Could be killed” alone does not say why.
      expect(toWholeReason(verdictOf(prediction))).toContain('stacks of waiting goroutines')
    }
    // Beside that, memory outside Go needs room: up to 512 MiB.
    expect(toOutlook(predictedIn(500))?.kind).toBe('could-be-killed')
    expect(toWarnings(predictedIn(500)).join()).not.toContain('stacks of goroutines')
    expect(toOutlook(predictedIn(700))?.kind).toBe('survives')
  })

  it('includes whether the program writes to its heap: it is not surely killed if it survives without', () => {
    // Small pictures in buffers that are hardly filled: 52 MiB counted under this limit, 34 resident.
    const pictures = calibrated('services/readers/logs/thumbs-gogc100-limitoff.log')
    const memoryLimit = { kind: 'bytes', bytes: 52 * MIB } as const
    const saidIn = (mib: number) => {
      const containerLimit = { kind: 'bytes', bytes: mib * MIB } as const
      const prediction = predictUnder(pictures, { memoryLimit, containerLimit })
      return { label: toOutlook(prediction)?.label, why: toWarnings(prediction).join() }
    }
    expect(saidIn(37).label).toBe('could be killed (9 of 10)')
    expect(saidIn(37).why).toContain('only a program that writes to little of it fits this container')
    expect(saidIn(4).label).toBe('would be killed')
    expect(saidIn(60).why).not.toContain('writes to little of it')
  })

  it('includes whether it writes to what it uses for the first time: a heap that no cycle frees takes less memory', () => {
    // A time wheel with payloads that it never fills, GOGC=150. With 800 it ended at 141 MiB, of which 83 were resident.
    const wheel = calibrated('logs/time-wheel.log')
    const saidIn = (mib: number) => {
      const containerLimit = { kind: 'bytes', bytes: mib * MIB } as const
      return predictUnder(wheel, { gogc: { kind: 'percent', percent: 800 }, containerLimit })
    }
    expect(saidIn(91).outcomes['oom-killed']).toBe(1)
    expect(toOutlook(saidIn(91))?.label).toBe('could be killed (9 of 10)')
    expect(toWarnings(saidIn(91)).join()).toContain('what it does not write to takes no room in this container')
    expect(toOutlook(saidIn(20))?.label).toBe('would be killed')
  })

  it('includes whether a program that GC slows down, but that leaves part of a CPU idle, ends with its work', () => {
    // A converter of files: with less GC it ended after 3.96 s.
    const converter = calibrated('services/blind/logs/columnar-gogc100-limitoff-b.log')
    const { slack, isSaturated } = converter.fitted.workload
    expect({ ...slack, isSaturated }).toMatchObject({ isSaturated: false, hasSlack: false, isSure: true })
    const gogc = { kind: 'percent', percent: 400 } as const
    expect(predictUnder(converter, { gogc }).spread.wallSeconds.low).toBeLessThan(3.96)
    const service = calibrated('services/blind/logs/gateway-gogc100-limitoff.log')
    const reachOf = (of: Calibration) =>
      ensembleUnder(of, { durationSeconds: 10 }).allowanceOf(of.scenario).wallSeconds!.below
    expect(reachOf(converter)).toBeGreaterThan(1.1 * reachOf(service))
  })
})
