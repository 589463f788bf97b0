import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'

/** What a log alone shows of a quantity. */
function shown(log: string) {
  const calibration = calibrate(readLog(log).columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  const { quantities } = toKnown({ runs: [], manifests: [], calibration: calibration.value, typed: {} })
  return (key: string) => quantities.find((one) => one.key === key)
}

describe('a log of one cycle', () => {
  // Recorded from a benchmark. Its mark phase alone would show a GC share of 30 %, and 20 cycles a second.
  const line =
    'gc 428 @66.864s 9%: 0.013+50+0.002 ms clock, 0.013+3.0/12/0+0.002 ms cpu, 440->499->264 MB, 517 MB goal, 0 MB stacks, 0 MB globals, 1 P'

  it('shows neither the share of GC nor the cycles per second', () => {
    const of = shown(line)
    expect([of('gcCpu'), of('cyclesPerSecond')]).toEqual([undefined, undefined])
    const next = line.replace('gc 428 @66.864s', 'gc 429 @67.064s')
    expect(shown(`${line}\n${next}`)('cyclesPerSecond')?.sureness).toBe('measured')
  })
})

describe('a log whose goals do not show GOGC', () => {
  it('has an assumed GOGC, with the range that its goals allow', () => {
    const lines = Array.from({ length: 12 }, (_, i) => {
      const times = `@${(0.5 * i).toFixed(3)}s 0%: 0.01+2.2+0.003 ms clock, 0.01+0/0.09/0+0.003 ms cpu`
      return `gc ${i + 1} ${times}, 16->16->0 MB, 16 MB goal, 0 MB stacks, 0 MB globals, 1 P`
    })
    expect(shown(lines.join('\n'))('gogc')).toMatchObject({ value: 100, low: 1, high: 425, sureness: 'assumed' })
  })
})
