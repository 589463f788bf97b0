import { describe, expect, it } from 'vitest'
import { checkClaim } from '../../src/lessons/check.ts'
import { createExperiment } from '../../src/lessons/experiment.ts'
import { fillText } from '../../src/lessons/fill.ts'
import { compute } from '../../src/lessons/formula.ts'
import { asksForCycle, cyclesIn } from '../../src/lessons/measure.ts'
import { showTimes } from '../../src/lessons/words.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { MIB } from '../../src/units.ts'

const open = (link: string) => {
  const { scenario, presetId } = decodeLink(link)
  return createExperiment(scenario, presetId ?? undefined)
}
const spike = open('#v=1&preset=spike')
const valueIn = (text: string, experiment = spike) => {
  const result = compute(text, experiment)
  return result.ok ? result.value?.value : result.problems[0]?.message
}

describe('a formula', () => {
  it('reads results: the published figures of the spike workload', () => {
    expect(valueIn('peakMemoryBytes')).toBe(60 * MIB)
    expect(valueIn('peakMemoryBytes with gogc=50')).toBe(45 * MIB)
    expect(valueIn('peakMemoryBytes with gogc=200')).toBe(90 * MIB)
  })

  it('counts with brackets, and multiplies before it adds', () => {
    expect(valueIn('1 + 2 * 3 - 8 / 4')).toBe(5)
    expect(valueIn('(1 + 2) * 3')).toBe(9)
    expect(valueIn('(peakMemoryBytes - peakLiveBytes) / peakLiveBytes')).toBe(1)
  })

  it('keeps units apart: sizes are subtracted to a size, and divided to a factor', () => {
    expect(compute('peakMemoryBytes - 10MiB', spike)).toEqual({ ok: true, value: { value: 50 * MIB, unit: 'bytes' } })
    expect(compute('peakMemoryBytes / 10MiB', spike)).toEqual({ ok: true, value: { value: 6, unit: 'times' } })
    expect(compute('peakMemoryBytes * (peakMemoryBytes / 10MiB)', spike)).toMatchObject({ value: { unit: 'bytes' } })
    expect(compute('6 / 2', spike)).toEqual({ ok: true, value: { value: 3, unit: 'number' } })
    expect(compute('peakMemoryBytes / totalSeconds', spike)).toMatchObject({ value: { unit: 'rate' } })
  })

  it('counts cycles, and takes a number of them as a bare factor of other units', () => {
    for (const formula of ['cycles', 'cycles - cycles with gogc=200', 'cycles / 2'])
      expect(compute(formula, spike), formula).toMatchObject({ value: { unit: 'cycles' } })
    expect(compute('cycles / cycles with gogc=200', spike)).toMatchObject({ value: { unit: 'times' } })
    expect(compute('gcSeconds / cycles', spike)).toMatchObject({ value: { unit: 'seconds' } })
  })

  it('reads columns of cycles, from either end, and their sum', () => {
    expect(valueIn('cycleList[0].number')).toBe(1)
    expect(valueIn('cycleList[-1].number')).toBe(valueIn('cycles'))
    expect(valueIn('cycleList[sum].gcSeconds')).toBeCloseTo(valueIn('gcSeconds') as number, 9)
    expect(valueIn('cycleList[max].heapStartBytes')).toBe(60 * MIB)
  })

  it('reads words: the verdict, the ending, a setting', () => {
    expect(valueIn('verdict', open('#v=1&preset=thrash'))).toBe('thrashing')
    expect(valueIn('outcome.kind', open('#v=1&preset=spike&containerLimit=40MiB'))).toBe('oom-killed')
    expect(valueIn('memoryLimit')).toBe('off')
  })

  it('has no value where the run has none', () => {
    expect(compute('outcome.atSeconds', spike)).toEqual({ ok: true, value: null })
    expect(compute('cycleList[999].liveBytes', spike)).toEqual({ ok: true, value: null })
    expect(compute('1 / 0', spike)).toEqual({ ok: true, value: null })
  })

  it.each([
    ['peakMemoryByte', 'did you mean "peakMemoryBytes"?'],
    ['peakMemoryBytes with gogc=many', 'many'],
    ['1 +', 'cannot be read to its end'],
    ['alert("x")', 'is no formula'],
    ['('.repeat(100_000), 'cannot be read'],
  ])('says what is wrong with %.30s', (text, said) => {
    const result = compute(text, spike)
    expect(result.ok ? '' : result.problems.map(({ message }) => message).join()).toContain(said)
  })
})

describe('a text', () => {
  it('is filled from the run, in words where that is asked', () => {
    const text = 'Peak {peakMemoryBytes}, {peakMemoryBytes / peakLiveBytes as times} the live heap; GC {gcCpuFraction}.'
    // Printed by the guide: 60.0 MiB and 6.3 %.
    expect(fillText(text, spike)).toEqual({ ok: true, value: 'Peak 60.0 MiB, twice the live heap; GC 6.3 %.' })
  })

  it('gives a size with its tenths where that is asked, and nothing else', () => {
    expect(fillText('{peakMemoryBytes * 3.337 as tenths}', spike)).toEqual({ ok: true, value: '200.2 MiB' })
    expect(fillText('{gcSeconds as tenths}', spike).ok).toBe(false)
  })

  it('has a problem where a template cannot be filled', () => {
    expect(fillText('{outcome.atSeconds}', spike).ok).toBe(false)
    expect(fillText('{gcSeconds as prose}', spike).ok).toBe(false)
  })

  it.each([
    [2, 'twice'],
    [2.05, 'about twice'],
    [0.5, 'half'],
    [0.48, 'about half'],
    [1.6, '1.6 times'],
    [1.001, 'the same'],
  ])('calls a ratio of %d %s', (ratio, words) => {
    expect(showTimes(ratio)).toBe(words)
  })
})

describe('a claim', () => {
  const holds = (text: string) => {
    const result = checkClaim(text, spike)
    return result.ok && result.value
  }
  it('compares two formulas', () => {
    expect(holds('cycles with gogc=200 < cycles')).toBe(true)
    expect(holds('cycles < cycles with gogc=200')).toBe(false)
    expect(holds('peakMemoryBytes = 60MiB')).toBe(true)
    expect(holds('gcSeconds with gogc=50 / gcSeconds ~ 2')).toBe(true)
    expect(holds("verdict = 'healthy'")).toBe(true)
  })

  it('is false if the run has no such value, and a problem if it is no claim', () => {
    expect(holds('outcome.atSeconds > 0')).toBe(false)
    expect(checkClaim('cycles', spike).ok).toBe(false)
  })
})

describe('a formula over a run that takes too long', () => {
  // Nothing stays alive, so that the goal is always the least, and 100 GiB are allocated per second, for eleven days.
  const endless = open('#v=1&preset=spike&model=runtime').scenario
  const phases = [{ ...endless.program.phases[1]!, duration: 1e6, allocRate: 100 * 1024 * MIB }]
  const long = createExperiment({ ...endless, program: { ...endless.program, phases } })

  it('has an answer, however many runs a text asks for', () => {
    const text = Array.from({ length: 200 }, (_, i) => `{cycles with gogc=${i + 1}}`).join(' ')
    expect(fillText(text, long).ok).toBe(false)
  })

  it('never gives a figure of the computed part as the whole run’s', () => {
    expect(valueIn('outcome.kind', long)).toBe('stopped')
    expect(valueIn('verdict', long)).toBe('stopped')
    for (const name of ['cycles', 'peakHeapBytes', 'cycleList[-1].liveBytes', 'cycleList[sum].liveBytes'])
      expect(valueIn(name, long), name).toMatch(`the run has no ${name}: stopped`)
    expect(valueIn('cycleList[0].number', long)).toBe(1)
  })
})

describe('the single cycles that a formula reads', () => {
  it('are counted from the start or from the end, each once and in their order', () => {
    expect(cyclesIn('cycleList[-1].liveBytes - cycleList[3].liveBytes + cycleList[3].goalBytes', 10)).toEqual([3, 9])
    expect(cyclesIn('cycleList[max].liveBytes / cycles', 10)).toEqual([])
  })

  it('are none of its own under other settings: those belong to another run', () => {
    expect(cyclesIn('cycleList[2].liveBytes with gogc=200', 10)).toEqual([])
  })
})

describe('a formula asks for a cycle itself', () => {
  it.each([
    ['cycleList[21].startWallSeconds', true],
    ['cycleList[-1].endSeconds', true],
    ['cycleList[4].liveBytes', false],
    ['cycleList[4].startWallSeconds - cycleList[3].startWallSeconds', false],
  ])('if its answer is when one starts or ends: %s', (formula, isAsked) => {
    expect(asksForCycle(formula)).toBe(isAsked)
  })
})

describe('the other runs of a step', () => {
  it('are 20 at the most, and the same one counts once', () => {
    const experiment = open('#v=1&preset=spike')
    const cycles = (gogc: number) => valueIn(`cycles with gogc=${gogc}`, experiment)
    for (let gogc = 1; gogc <= 20; gogc++) expect(cycles(gogc * 10)).toBeGreaterThan(0)
    expect(cycles(210)).toBe(
      'the run has no cycles: not run, since a step may ask for 20 runs besides its own at the most',
    )
    expect(cycles(100)).toBeGreaterThan(0)
  })

  it('are counted through brackets too', () => {
    const experiment = open('#v=1&preset=spike')
    const nested = (gogc: number) => valueIn(`(cycles with gogc=${gogc}) with memoryLimit=off`, experiment)
    for (let i = 1; i <= 20; i++) expect(nested(i * 10)).toBeGreaterThan(0)
    expect(nested(210)).toMatch('20 runs besides its own')
  })

  it('need no run where only settings are asked for', () => {
    const experiment = open('#v=1&preset=spike')
    for (let gogc = 1; gogc <= 40; gogc++) expect(valueIn(`gogc with gogc=${gogc}`, experiment)).toBe(gogc)
  })
})
