import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { withSetting } from '../../../src/explore/advice/settings.ts'
import { recommendedOf } from '../../../src/explore/advice/words.ts'
import { limitBytes, MIB, OFF, parseSize, toLimit } from '../../../src/units.ts'
import { type RecordedSetting, toRecordedScenario } from '../../tools/recorded-settings.ts'

const read = (name: string): RecordedSetting[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/runs/${name}`, import.meta.url), 'utf8'))

const PROGRAMS = ['steady', 'spike', 'step', 'grow', 'cache', 'thrash']
const RECORDED = read('programs.json').filter(({ program }) => PROGRAMS.includes(program))

/** GC CPU above this share is thrashing; recorded programs that the CPU limiter holds are at 43 % or more. */
const THRASHED = 0.4

function hasThrashed({ procs, repeats }: RecordedSetting): boolean {
  return repeats.some(({ isLimited, cpuSeconds, wallSeconds }) => {
    const [sweep = 0, assist = 0, background = 0, idle = 0, mark = 0] = cpuSeconds
    return isLimited || (sweep + assist + background + mark) / (procs * wallSeconds - idle) > THRASHED
  })
}

const bytesOf = (limit: string) => {
  const size = limit === 'off' ? undefined : parseSize(limit)
  return size?.ok ? size.value : Infinity
}

/** Limits at which the program thrashed, whatever GOGC was: where the limit sets the goal, GOGC has no effect. */
const thrashedLimits = (program: string) =>
  RECORDED.filter((setting) => setting.program === program && hasThrashed(setting)).map(({ memoryLimit }) =>
    bytesOf(memoryLimit),
  )

const peakOf = (program: string) =>
  Math.max(...RECORDED.filter((s) => s.program === program).flatMap(({ repeats }) => repeats.map((r) => r.peakHeapMiB)))

describe('the advice for recorded programs', () => {
  it('is compared with recordings that thrashed', () => {
    expect(PROGRAMS.flatMap(thrashedLimits).filter(Number.isFinite).length).toBeGreaterThan(2)
  })

  const cases = PROGRAMS.flatMap((program) =>
    [0.5, 0.75, 1, 1.5].map((share) => [program, Math.round(share * peakOf(program))] as const),
  )
  it.each(cases)('never prefers a setting that thrashed or a container too small: %s in %d MiB', (program, mib) => {
    const setting = RECORDED.find((one) => one.program === program && one.memoryLimit === 'off')!
    const scenario = withSetting(toRecordedScenario(setting), {
      memoryLimit: OFF,
      containerLimit: toLimit(mib * MIB),
    })
    const option = recommendedOf(findAdvice(scenario, { ...USUAL_DEMAND, share: 0.3 }))
    if (!option) throw new Error('no setting is recommended')
    const { gogc, memoryLimit, containerLimit = OFF } = option.setting
    const limit = limitBytes(memoryLimit)
    for (const thrashed of thrashedLimits(program).filter(Number.isFinite)) expect(limit).toBeGreaterThan(thrashed)
    // With a lower GOGC and a lower limit the heap is smaller, and even that would have been killed.
    const percent = gogc.kind === 'off' ? Infinity : gogc.percent
    const lower = RECORDED.filter(
      (one) =>
        one.program === program &&
        (one.gogc === 'off' ? Infinity : one.gogc) <= percent &&
        bytesOf(one.memoryLimit) <= limit,
    )
    expect(lower).not.toEqual([])
    for (const { repeats } of lower)
      for (const { peakHeapMiB } of repeats) expect(peakHeapMiB * MIB).toBeLessThan(limitBytes(containerLimit))
  })
})
