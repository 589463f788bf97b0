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

describe('a log of many cycles', () => {
  const log = (count: number, cpu = '0.06+0.1/4/0+0.06', step = 1) =>
    Array.from({ length: count }, (_, i) => {
      const times = `@${(0.5 * i).toFixed(3)}s 3%: 0.04+5+0.03 ms clock, ${cpu} ms cpu`
      return `gc ${1 + step * i} ${times}, 40->42->20 MB, 44 MB goal, 0 MB stacks, 0 MB globals, 4 P`
    }).join('\n')

  it('shows the cycles per second by their numbers, but no share of GC if some are missing', () => {
    const [whole, gapped] = [shown(log(20)), shown(log(20, undefined, 10))]
    expect(Number(gapped('cyclesPerSecond')?.value) / Number(whole('cyclesPerSecond')?.value)).toBeCloseTo(191 / 20, 1)
    expect(whole('gcCpu')?.sureness).toBe('measured')
    expect(gapped('gcCpu')).toBeUndefined()
  })

  it('shows no share of GC if the clock is too coarse for its CPU times', () => {
    expect(shown(log(20, '0+0/0/0+0'))('gcCpu')).toBeUndefined()
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
