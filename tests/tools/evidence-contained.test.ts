import { describe, expect, it } from 'vitest'
import { CONTAINED_FROM, KILLED, SURVIVED } from './evidence-contained.ts'
import { reachedOf } from './evidence-services.ts'
import { storedSaid } from './stored-predictions.ts'

const SHOWN = ['cycles', 'peak heap', 'compulsory GC', 'RSS', 'elapsed', 'stopped by quota'] as const
const OF_START: readonly string[] = ['cycles', 'peak heap', 'elapsed']

describe.each(CONTAINED_FROM)('predictions for services in real containers: from %s', (from) => {
  const { rows, verdicts } = storedSaid('contained', [from])

  // A program that does less work under a quota has less memory than any range says.
  it('include over eight of ten figures under CPU quotas', () => {
    // Scrapes say nothing of how a program starts.
    const figures = from === 'scrapes' ? SHOWN.filter((figure) => !OF_START.includes(figure)) : SHOWN
    expect(new Set(rows.map(({ figure }) => figure))).toEqual(new Set(figures))
    for (const figure of figures) expect(reachedOf(rows, figure).inside, figure).toBeGreaterThan(0.8)
  })

  it('include most figures of settings chosen together, which shaped no range', () => {
    const { rows: chosen, verdicts: ends } = storedSaid('chosen', [from])
    for (const figure of ['peak heap', 'RSS', 'GC CPU', 'cycles'] as const) {
      if (from === 'scrapes' && OF_START.includes(figure)) continue
      expect(reachedOf(chosen, figure).inside, figure).toBeGreaterThan(0.85)
    }
    expect(ends.filter(({ share }) => share === KILLED).length).toBeGreaterThan(15)
    expect(ends.filter(({ isWrong }) => isWrong)).toEqual([])
  })

  it('include figures under other settings of services that had a CPU quota from the start, which shaped no range', () => {
    const { rows: quota, verdicts: ends } = storedSaid('quota', [from])
    for (const figure of ['peak heap', 'RSS', 'cycles', 'compulsory GC'] as const) {
      if (from === 'scrapes' && OF_START.includes(figure)) continue
      expect(reachedOf(quota, figure).inside, figure).toBeGreaterThan(0.88)
    }
    expect(ends.length).toBe(126)
    expect(ends.filter(({ isWrong }) => isWrong)).toEqual([])
  })

  it('have no certain but wrong verdict, on any kind of container', () => {
    expect(new Set(verdicts.map(({ share }) => share))).toEqual(new Set([0.9, 1.1, KILLED, SURVIVED]))
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  })
})
