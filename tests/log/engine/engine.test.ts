import { describe, expect, it } from 'vitest'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { Cancelled } from '../../../src/log/engine/cancelled.ts'
import { createEngine } from '../../../src/log/engine/engine.ts'
import { slicesOf } from '../../../src/log/engine/slices.ts'
import { MIB, toLimit } from '../../../src/units.ts'
import { call } from '../../cli/harness.ts'
import { recordedLog } from '../support/recorded.ts'

/** An engine that has calibrated a steady service, and what it is told between two turns. */
async function calibrated() {
  const turns = { taken: 0, isOver: false, onTurn: () => {} }
  const engine = createEngine({
    sliceBytes: 1 << 20,
    ahead: 1,
    onProgress: () => {},
    pause: async () => {
      turns.taken++
      turns.onTurn()
    },
    isCancelled: () => turns.isOver,
  })
  await engine.handle({ kind: 'read', file: slicesOf(new Blob([recordedLog('steady-a')])) })
  await engine.handle({ kind: 'calibrate', run: 0, asked: {} })
  turns.taken = 0
  return { engine, turns }
}

/** With so little room cycles follow each other by the hundred thousand. */
const LONG = { kind: 'predict', settings: { gogc: { kind: 'percent', percent: 1 }, durationSeconds: 1500 } } as const
const CALIBRATE = { kind: 'calibrate', run: 0, asked: {} } as const

describe('a long prediction', () => {
  it('lets others have a turn, and comes all the same', async () => {
    const { engine, turns } = await calibrated()
    expect(await engine.handle(LONG)).toHaveProperty('verdict')
    expect(turns.taken).toBeGreaterThan(3)
  })

  it('ends where it is told to', async () => {
    const { engine, turns } = await calibrated()
    turns.onTurn = () => {
      turns.isOver = turns.taken === 2
    }
    await expect(engine.handle(LONG)).rejects.toThrow(Cancelled)
    expect(turns.taken).toBe(2)
  })

  it('ends where the log is calibrated anew meanwhile, and the calibration comes', async () => {
    const { engine, turns } = await calibrated()
    let calibration: Promise<unknown> | undefined
    turns.onTurn = () => {
      calibration ??= engine.handle(CALIBRATE)
    }
    await expect(engine.handle(LONG)).rejects.toThrow(Cancelled)
    expect(await calibration).toMatchObject({ ok: true })
  })
})

describe('a search for settings', () => {
  const ADVISE = {
    kind: 'advise',
    settings: { containerLimit: toLimit(128 * MIB) },
    demand: USUAL_DEMAND,
  } as const

  it('finds what the command line finds of the same log', async () => {
    const { engine } = await calibrated()
    const advice = await engine.handle(ADVISE)
    const { lines } = await call(['advise', 'tests/fixtures/runs/logs/steady-a.log', '--container', '128MiB'])
    expect(advice).toMatchObject({ recommended: (lines[0] as unknown as { recommended: string }).recommended })
    expect(advice).toHaveProperty(
      'options.0.sure.outcomes.oom-killed',
      expect.toSatisfy((share) => share > 0),
    )
  })

  it('is given up for a prediction that is asked for meanwhile', async () => {
    const { engine, turns } = await calibrated()
    let prediction: Promise<unknown> | undefined
    turns.onTurn = () => {
      prediction ??= engine.handle({ kind: 'predict', settings: {} })
    }
    await expect(engine.handle(ADVISE)).rejects.toThrow(Cancelled)
    expect(await prediction).toHaveProperty('verdict')
  })
})

describe('a calibration', () => {
  it('lets others have a turn after each program that it tries, and ends where another is asked for', async () => {
    const { engine, turns } = await calibrated()
    await engine.handle(CALIBRATE)
    expect(turns.taken).toBeGreaterThan(10)
    const first = engine.handle(CALIBRATE)
    const second = engine.handle({ ...CALIBRATE, asked: { gogc: { kind: 'percent', percent: 100 } } })
    await expect(first).rejects.toThrow(Cancelled)
    expect(await second).toMatchObject({ ok: true })
  })
})
