import { describe, expect, it } from 'vitest'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { percent, recorded } from './recorded.ts'

describe('a log with few GC cycles that start with at least half of its largest heap, and scrapes', async () => {
  // It drops a batch every 2 s. With GOGC=100 it had 266 to 277 MiB resident, with 400 653 MiB.
  const batches = await recorded('batches', 'off')
  // For some seconds it has 115 MiB live, later 40. With GOGC=100 it had 179 to 238 MiB resident.
  const maps = await recorded('maps', '400')

  it('does not let a program surely survive that may have had more live between its cycles', () => {
    const said = batches(percent(100), 220)
    expect(said.kind).toBe('could-be-killed')
    expect(said.warnings).toContain(
      'only 4 GC cycles of the log started with at least half of its largest heap, so up to 245 MiB may have been live between cycles',
    )
    expect(batches(percent(400), 640).kind).toBe('could-be-killed')
    expect(maps(percent(100), 175).kind).toBe('could-be-killed')
    expect(maps(percent(50), 141).kind).toBe('could-be-killed')
    expect(maps({ ...percent(100), memoryLimit: toLimit(173 * MIB) }, 129).kind).toBe('could-be-killed')
  })

  it('lets it survive where the container holds twice the whole heap, or the log’s own settings are kept', () => {
    const said = batches(percent(100), 800)
    expect(said).toMatchObject({ kind: 'survives', warnings: '' })
    expect(maps({}, 400).warnings).not.toContain('largest heap')
  })

  const FEW = 'more than the ranges assume (a log with a lower GOGC'

  it('warns of it without a container too, except under the log’s own settings or if nothing starts a cycle', () => {
    expect(maps(percent(100)).warnings).toContain(FEW)
    expect(maps(percent(800)).warnings).toContain(FEW)
    expect(maps({}).warnings).not.toContain(FEW)
    expect(batches({ gogc: OFF, memoryLimit: OFF }).warnings).not.toContain(FEW)
  })

  it('has ranges that never end lower for a higher GOGC', () => {
    const ends = [100, 150, 200, 210, 220, 240, 260, 300].map((gogc) => maps(percent(gogc)).resident.high)
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  })

  it('has ranges of memory that reach towards its largest heap, of 210 and 245 MiB', () => {
    // From the live heaps that the cycles found alone, the ranges would end at 105 and 173 MiB.
    expect(maps(percent(100)).resident.high / MIB).toBeGreaterThan(130)
    expect(batches(percent(100)).resident.high / MIB).toBeGreaterThan(180)
  })
})

describe('a program whose live heap falls', async () => {
  const maps = await recorded('maps', '100')

  it('is not surely killed where a goal is only so high because its cycle came before the fall', () => {
    // With GOGC=400 it had 217 to 234 MiB resident. Its third cycle came after the fall.
    const said = maps(percent(400), 259)
    expect(said.kind).toBe('could-be-killed')
    expect(said.warnings).toContain('if it comes at another time, the program may fit')
    expect(maps(percent(400), 150).kind).toBe('would-be-killed')
  })
})
