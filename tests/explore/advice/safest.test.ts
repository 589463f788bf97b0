import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findAdvice } from '../../../src/explore/advice/advice.ts'
import { CLOSE_COST } from '../../../src/explore/advice/cost.ts'
import { type OptionName, USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { recommendedOf, toWhy } from '../../../src/explore/advice/words.ts'
import { ensembleUnder, likelyUnder } from '../../../src/known/what-if.ts'
import { GIB, OFF, toLimit } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'
import { calibrate } from '../../support/calibrate.ts'
import { adviceOf, optionOf } from '../support/options.ts'

it.each([1.5, 1.75])(
  'prefers a setting that all programs survive to a hardly cheaper one, in a container of %s GiB',
  (gib) => {
    const text = readFileSync(new URL('../../../src/program/samples/steady.log', import.meta.url), 'utf8')
    const calibration = calibrate(readLog(text).columns)
    if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
    const settings = { containerLimit: toLimit(gib * GIB) }
    const advice = findAdvice(likelyUnder(calibration.value, settings), USUAL_DEMAND, undefined, {
      ensemble: ensembleUnder(calibration.value, settings),
    })
    const outlook = (option = recommendedOf(advice)) => option?.sure?.grown.outlook?.kind
    const sure = advice.options.filter((option) => option.grade === 'holds' && outlook(option) === 'survives')
    const { perMonth } = recommendedOf(advice)!.cost
    // Some hold although few of the programs are killed, and some of those are cheaper by a trifle.
    expect(advice.options.some((option) => option.grade === 'holds' && outlook(option) === 'could-be-killed')).toBe(
      true,
    )
    expect(sure.some(({ cost }) => cost.perMonth <= CLOSE_COST * perMonth)).toBe(true)
    expect(outlook()).toBe('survives')
  },
)

it('says of a simpler option how much more than the cheapest it costs, if that is why it is not recommended', () => {
  const option = (name: OptionName, perMonth: number) => optionOf({ name, cost: { ...optionOf().cost, perMonth } })
  const limit = option('limit-alone', 10.98)
  const asIs = { ...option('as-is', 11), grade: 'unsure', setting: { ...limit.setting, memoryLimit: OFF } } as const
  const more = option('more-memory', 10.01)
  const recommended = 'more-memory'
  // 9.7 % more than the recommended one.
  expect(toWhy(limit, adviceOf({ options: [asIs, limit, more, option('whole-container', 9.95)], recommended }))).toBe(
    'It works too, but costs 10.4 % more than the cheapest, “The whole container”.',
  )
  const dearer = option('limit-alone', 11.02)
  expect(toWhy(dearer, adviceOf({ options: [asIs, dearer, more], recommended }))).toBe(
    'It works too, but costs 10.1 % more than “More memory, less CPU”.',
  )
})
