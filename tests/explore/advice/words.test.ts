import { describe, expect, it } from 'vitest'
import type { AdviceOption } from '../../../src/explore/advice/advice.ts'
import { MOST_GROWTH, USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import type { EnsembleOutcome } from '../../../src/explore/advice/sure.ts'
import {
  titleOf,
  toGrowthText,
  toNoneText,
  toSavingText,
  toSettingText,
  toTrustText,
  toWatch,
  toWhy,
} from '../../../src/explore/advice/words.ts'
import { GIB, MIB, OFF, toLimit } from '../../../src/units.ts'
import { adviceOf, optionOf, sureOf, trialOf } from '../support/options.ts'
import { preset } from '../support/scenarios.ts'

const cost = (perMonth: number, cores = 1, gib = 1) => ({
  ...{ cores, gib, perMonth },
  reservedBytes: gib * GIB,
})
const contained = (mib: number): AdviceOption['setting'] => ({
  ...optionOf().setting,
  containerLimit: toLimit(mib * MIB),
})
const [asIs] = adviceOf().options

describe('what an option is called', () => {
  it('says what it does to the container', () => {
    const more = (mib: number) => titleOf(optionOf({ name: 'more-memory', setting: contained(mib) }), adviceOf())
    expect([more(100), more(101)]).toEqual(['More memory, less CPU', 'A larger container'])
    const smaller = optionOf({ name: 'smaller-container' })
    expect(titleOf(smaller, adviceOf())).toBe('A smaller container')
    expect(titleOf(smaller, adviceOf({ container: Infinity }))).toBe('A container for the program')
    expect(titleOf(optionOf(), adviceOf({ container: Infinity }))).toBe('A limit, same GOGC')
    const whole = optionOf({ name: 'whole-container' })
    expect(titleOf(whole, adviceOf({ container: Infinity }))).toBe('The whole machine')
    expect(titleOf(whole, adviceOf({ container: Infinity, memoryHigh: 80 * MIB }))).toBe('All below MemoryHigh')
    expect(titleOf(whole, adviceOf({ memoryHigh: 80 * MIB }))).toBe('All below MemoryHigh')
    expect(titleOf(whole, adviceOf({ memoryHigh: 120 * MIB }))).toBe('The whole container')
  })

  it('names the container only if the option changes it', () => {
    expect(toSettingText(optionOf())).toBe('GOGC=100 GOMEMLIMIT=90MiB')
    const asIs = optionOf({ name: 'as-is' })
    expect(toSettingText(asIs, { isGogcAssumed: true }), 'an assumed GOGC').toBe('GOMEMLIMIT=90MiB')
    expect(toSettingText(asIs)).toBe('GOGC=100 GOMEMLIMIT=90MiB')
    for (const name of ['more-memory', 'smaller-container'] as const)
      expect(toSettingText(optionOf({ name }))).toBe('GOGC=100 GOMEMLIMIT=90MiB in a container of 100MiB')
    const same = optionOf({ name: 'more-memory', setting: contained(100) })
    expect(toSettingText(same, { container: 100 * MIB })).toBe('GOGC=100 GOMEMLIMIT=90MiB')
    // Go takes whole percents.
    const third = { ...optionOf().setting, gogc: { kind: 'percent', percent: 33.3 } } as const
    expect(toSettingText(optionOf({ setting: third }))).toBe('GOGC=33 GOMEMLIMIT=90MiB')
    const open = { gogc: OFF, memoryLimit: OFF, containerLimit: OFF }
    expect(toSettingText(optionOf({ name: 'more-memory', setting: open }))).toBe('GOGC=off GOMEMLIMIT=off')
  })
})

describe('why an option is not recommended', () => {
  const why = (more: Partial<AdviceOption>, perMonth = 10) =>
    toWhy(optionOf({ cost: cost(perMonth), ...more }), adviceOf())

  it('is how the program ends, its GC CPU, or the margin', () => {
    const thrashing = trialOf(preset('thrash'))
    expect(why({ grade: 'fails', plain: thrashing })).toBe('Not this one: the program is thrashing.')
    expect(why({ grade: 'costly' })).toMatch(/^Not this one: GC CPU 6\.\d % is more than the 25 % asked for\.$/)
    expect(why({ grade: 'no-margin', grown: thrashing })).toBe(
      'Not this one: with 25 % more live heap and allocation it is thrashing.',
    )
  })

  it('names the demand as it was typed, and never an equal figure that is more', () => {
    const asked = adviceOf({ demand: { ...USUAL_DEMAND, margin: 1.25, share: 0.064 } })
    const costly = optionOf({ grade: 'costly' })
    const result = { ...costly.plain.result, compulsoryGcFraction: 0.0644 }
    expect(toWhy({ ...costly, plain: { ...costly.plain, result } }, asked)).toBe(
      'Not this one: GC CPU 6.44 % is more than the 6.4 % asked for.',
    )
    expect(toWhy(optionOf({ grade: 'no-margin' }), asked)).toMatch(/ with 125 % more live heap /)
    expect(toGrowthText(optionOf({ survivesGrowth: 1.25 }), asked)).toMatch(/^Survives 125 % more /)
  })

  it('is that it could be killed, if only the likely program is surely killed', () => {
    const killed = trialOf({ ...preset('steady'), containerLimit: toLimit(30 * MIB) })
    const sure = (completed: number) =>
      ({
        outcomes: { completed, 'oom-killed': 1 - completed },
        outlook: { kind: completed > 0 ? 'could-be-killed' : 'would-be-killed', label: '' },
        throttledShare: { low: 0, likely: 0, high: 0 },
      }) as EnsembleOutcome
    const of = (completed: number) => why({ grade: 'fails', plain: killed, sure: sure(completed) })
    expect(of(0.6)).toMatch(/^Not this one: the program could be killed at/)
    expect(of(0)).toMatch(/^Not this one: the program is killed at/)
  })

  it('is its price against the simpler option, to half a percent', () => {
    const other = { setting: contained(50) }
    const than = '“Leave it as it is”'
    expect(why(other, 12)).toBe(`It works too, but costs 20 % more than ${than}.`)
    // The recommended one costs at most 10 % more than the cheapest.
    expect(why(other, 11.002)).toBe(`It works too, but costs 10.02 % more than ${than}.`)
    expect(why(other, 10.04)).toBe(`It works too, but costs as much as ${than}, which is simpler.`)
    expect(why(other, 9.96)).toBe(`It works too, but costs as much as ${than}, which is simpler.`)
    expect(why(other, 9.2)).toBe(`It works too, but saves only 8 % over ${than}, which is simpler.`)
  })

  it('is that it is already set; for the present settings, that nothing has to change', () => {
    expect(why({ setting: asIs!.setting })).toBe('This is what is set already.')
    expect(toWhy(asIs!, adviceOf({ options: [asIs!] }))).toBe(
      'Nothing has to change: no other option costs over 10 % less.',
    )
  })

  it('names no growth if the demand has none', () => {
    const chosen = optionOf()
    const demand = { ...adviceOf().demand, margin: 0 }
    const advice = adviceOf({ options: [asIs!, chosen], recommended: 'limit-alone', demand })
    expect(toWhy(chosen, advice)).toBe('The simplest that survives and costs at most 10 % more than the cheapest.')
  })

  it('is the reason for the recommendation of the recommended option', () => {
    const chosen = optionOf()
    const advice = adviceOf({ options: [asIs!, chosen], recommended: 'limit-alone' })
    expect(toWhy(chosen, advice)).toBe(
      'The simplest that survives 25 % growth and costs at most 10 % more than the cheapest.',
    )
  })
})

describe('a program that is known within bounds', () => {
  const survives = { kind: 'survives', label: 'survives' } as const
  const mayBeOne = { kind: 'could-be-killed', label: 'could be killed (1 of 10)' } as const
  const mayDie = { kind: 'could-be-killed', label: 'could be killed (3 of 10)' } as const

  const at = (margin: number) => adviceOf({ demand: { ...adviceOf().demand, margin } })
  const unsure = (sure: EnsembleOutcome | undefined, advice = adviceOf()) =>
    toWhy(optionOf({ grade: 'unsure', sure }), advice)
  const begin = 'Not this one: as far as the input shows, it'

  it('could be killed today if more than one in twenty programs is; otherwise only once it has grown', () => {
    expect(unsure(sureOf(0.06, mayDie, mayDie))).toBe(`${begin} could be killed (3 of 10).`)
    expect(unsure(sureOf(0.06))).toBe(`${begin} could be killed.`)
    const grown = 'Not this one: as far as the input shows, with 25 % more live heap and allocation it'
    // One in twenty is accepted, also for the option that is recommended: then the growth is what rules this one out.
    expect(unsure(sureOf(0.05, mayBeOne, mayDie))).toBe(`${grown} could be killed (3 of 10).`)
    for (const sure of [undefined, sureOf(0.04, survives, survives)])
      expect(unsure(sure)).toBe(`${grown} could be killed.`)
    expect(unsure(sureOf(0.04, survives, mayDie), at(0))).toBe(`${begin} could be killed (3 of 10).`)
  })

  it('is likely to survive, and survives for sure only if all programs that fit the input do', () => {
    const simplest = (sure: EnsembleOutcome | undefined) => {
      const chosen = optionOf({ sure })
      return toWhy(chosen, adviceOf({ options: [asIs!, chosen], recommended: 'limit-alone' }))
    }
    expect(simplest(sureOf(0, mayDie, mayDie))).toMatch(/^The simplest that is likely to survive 25 % growth /)
    expect(simplest(sureOf(0, survives, mayDie))).toBe(
      'The simplest that survives as it is, and is likely to survive 25 % growth; it costs at most 10 % more than the cheapest.',
    )
    for (const sure of [undefined, sureOf(0), sureOf(0, survives, survives)])
      expect(simplest(sure)).toMatch(/^The simplest that survives 25 % growth /)
    const safe = { ...asIs!, sure: sureOf(0, survives, survives) }
    const chosen = optionOf({ sure: sureOf(0, mayDie, mayDie) })
    expect(toWhy(chosen, adviceOf({ options: [safe, chosen], recommended: 'limit-alone' }))).toMatch(
      / The program surely survives as it is set now; with this it could be killed\.$/,
    )
    expect(toGrowthText(optionOf({ sure: sureOf(0), survivesGrowth: 0.5 }), adviceOf())).toMatch(
      /^Likely to survive 50 %/,
    )
  })
})

describe('how far the advice can be trusted', () => {
  const trusted = (grade: 'good' | 'fair' | 'poor') =>
    adviceOf({ trust: { grade, reasons: ['based on only 2 cycles'] } })

  it('is shown if the simulation differs from the program, with a way to learn more if it is useless', () => {
    expect(toTrustText(adviceOf())).toBe('')
    expect(toTrustText(trusted('good'))).toBe('')
    expect(toTrustText(trusted('fair'))).toBe('Trust: fair, take the answers as estimates: based on only 2 cycles.')
    const poor = toTrustText(trusted('poor'))
    expect(poor).toMatch(
      /^Trust: poor, do not rely on the answers: based on only 2 cycles\. So no option is recommended\./,
    )
    expect(poor).toMatch(/record a log .* also reads metrics/)
  })

  it('names a limit below the live heap if that is the reason, not too few cycles', () => {
    const options = [{ ...asIs!, plain: { ...asIs!.plain, isSqueezed: true } }]
    const poor = toTrustText({ ...trusted('poor'), options })
    expect(poor).toContain('The memory limit leaves no room above the live heap')
    expect(poor).not.toMatch(/few hundred GC cycles|Your program/)
  })

  it('leaves options that hold, although none is recommended', () => {
    const advice = adviceOf({ ...trusted('poor'), recommended: null })
    expect(toNoneText(advice)).toBe('')
    expect(toWhy(advice.options[0]!, advice)).toBe('It ends well in this simulation.')
  })

  it('says of an option that a CPU quota could stop that it has memory enough, not that it ends well', () => {
    const advice = adviceOf({ recommended: null, fatal: 'Go refuses GOMEMLIMIT=1G: the program aborts as it starts' })
    const throttled = { ...sureOf(0), throttledShare: { low: 0, likely: 0.74, high: 0.75 } }
    expect(toWhy(optionOf({ sure: throttled }), advice)).toBe(
      'Memory is enough, but the CPU quota could stop the program for 0 to 75 % of the time.',
    )
    expect(toNoneText(advice)).toBe(
      'As its manifest is written, the program cannot run. Go refuses GOMEMLIMIT=1G: the program aborts as it starts. So no option is recommended: correct the manifest first.',
    )
  })
})

describe('how far a program may grow', () => {
  const grows = (survivesGrowth: number | null, live = 30) =>
    toGrowthText(optionOf({ survivesGrowth }), adviceOf({ live: live * MIB }))

  const container = ' in a container of 100 MiB.'

  it('is a share and the resulting live heap, from the run if the program states none', () => {
    expect(grows(0.5)).toBe(`Survives 50 % more live heap and allocation: up to 45.0 MiB live${container}`)
    expect(grows(0.5, 60)).toBe(`Survives 50 % more live heap and allocation: up to 90.0 MiB live${container}`)
    const known = adviceOf({ live: 30 * MIB, knownLive: 40 * MIB })
    expect(toGrowthText(optionOf({ survivesGrowth: 0.5 }), known)).toContain('up to 60.0 MiB live')
    expect(grows(0.5, 0)).toBe(`Survives 50 % more live heap and allocation: up to 45.0 MiB live${container}`)
  })

  it('is bounded by the machine if that is smaller than the container', () => {
    const on = (mib: number) => toGrowthText(optionOf({ survivesGrowth: 0.5 }), adviceOf({ machineMemory: mib * MIB }))
    expect(on(80)).toBe('Survives 50 % more live heap and allocation: up to 45.0 MiB live on a machine with 80.0 MiB.')
    expect(on(200)).toBe(`Survives 50 % more live heap and allocation: up to 45.0 MiB live${container}`)
  })

  const free = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF, containerLimit: OFF } as const

  it('is the growth with which it keeps to the memory limit, if no container could kill it', () => {
    const setting = { ...free, memoryLimit: toLimit(90 * MIB) }
    const text = (survivesGrowth: number) => toGrowthText(optionOf({ setting, survivesGrowth }), adviceOf())
    expect(text(0.5)).toBe(
      'Stays within GOMEMLIMIT=90MiB with 50 % more live heap and allocation: up to 45.0 MiB live.',
    )
    expect(text(MOST_GROWTH)).toBe('Stays within GOMEMLIMIT=90MiB with even 16 times the live heap and allocation.')
  })

  it('is the memory that it needs, without a word on survival, if nothing limits it', () => {
    const cost = { ...optionOf().cost, reservedBytes: 80 * MIB }
    for (const survivesGrowth of [null, 0.5, MOST_GROWTH]) {
      const option = optionOf({ setting: free, cost, survivesGrowth, sure: sureOf(0) })
      const text = (margin: number) => toGrowthText(option, adviceOf({ demand: { ...adviceOf().demand, margin } }))
      expect(text(0.25)).toBe(
        'No container limit is known. It may use up to 80.0 MiB, and up to 120 MiB with 25 % more live heap and allocation.',
      )
      expect(text(0)).toBe('No container limit is known. It may use up to 80.0 MiB.')
    }
  })

  it('does not mention survival if nothing limits the program', () => {
    const [first, other] = [
      optionOf({ name: 'as-is', setting: free }),
      optionOf({ name: 'more-memory', setting: free }),
    ]
    const options = [first, other]
    expect(toWhy(first, adviceOf({ options, recommended: 'as-is' }))).toBe('No other option costs over 10 % less.')
    const advice = adviceOf({ options, recommended: 'more-memory' })
    expect(toWhy(other, advice)).toMatch(/^The simplest that runs well with 25 % growth and costs /)
    const none = { ...advice, demand: { ...advice.demand, margin: 0 } }
    expect(toWhy(other, none)).toMatch(/^The simplest that runs well and costs /)
  })

  it('is the largest growth that was tried, or none', () => {
    expect(grows(MOST_GROWTH)).toBe(`Survives even 16 times the live heap and allocation,${container}`)
    expect(grows(null)).toBe('May not survive as it is.')
    const plain = trialOf(preset('thrash'))
    expect(toGrowthText(optionOf({ survivesGrowth: null, plain }), adviceOf())).toBe('Does not survive as it is.')
  })
})

describe('what an option saves', () => {
  const saves = (of: AdviceOption['cost'], first = asIs!) =>
    toSavingText(optionOf({ cost: of }), adviceOf({ options: [first] }))

  it('is cores, memory and money against the present settings', () => {
    expect(saves(cost(7, 0.75, 0.5))).toBe(
      '0.25 cores less (marking on idle CPUs counts), 512 MiB less to reserve: $3.00 a month less. Costs $7.00 a month for 0.75 cores (CPU time of the program and of GC, divided by the length of the same run without GC) and 512 MiB (its container).',
    )
    expect(saves(cost(12, 1.5, 1.25))).toBe(
      '0.5 cores more (marking on idle CPUs counts), 256 MiB more to reserve: $2.00 a month more. Costs $12.00 a month for 1.5 cores (CPU time of the program and of GC, divided by the length of the same run without GC) and 1280 MiB (its container).',
    )
    expect(saves(cost(7, 1, 1))).toBe(
      '$3.00 a month less. Costs $7.00 a month for 1 core (CPU time of the program and of GC, divided by the length of the same run without GC) and 1024 MiB (its container).',
    )
  })

  it('leaves out what stays as it is', () => {
    expect(saves(cost(7, 0.75, 1))).toMatch(
      /^0\.25 cores less \(marking on idle CPUs counts\): \$3\.00 a month less\. Costs/,
    )
    expect(saves(cost(7, 1, 0.5))).toMatch(/^512 MiB less to reserve: \$3\.00 a month less\. Costs/)
  })

  it('is not stated if the run was killed, because it did only a part of the work', () => {
    const plain = trialOf(preset('spike', { containerLimit: toLimit(40 * MIB) }))
    const killed = optionOf({ name: 'as-is', plain, grade: 'fails' })
    expect(toSavingText(killed, adviceOf({ options: [killed] }))).toBe('')
  })

  it('is “costs what it costs today” if every difference rounds to zero', () => {
    expect(saves(cost(10.004, 0.996, 1))).toBe(
      'Costs what it costs today, $10.00 a month for 1 core (CPU time of the program and of GC, divided by the length of the same run without GC) and 1024 MiB (its container).',
    )
    // A difference in any one part is stated.
    for (const other of [cost(10.01), cost(10, 1.01), cost(10, 1, 1.01)])
      expect(saves(other)).toMatch(/ a month (less|more)\. Costs .* a month for /)
  })

  it('counts the most memory in use without a container, and CPUs that only the simulation shows', () => {
    const setting = { ...contained(100), containerLimit: OFF }
    expect(toSavingText(optionOf({ name: 'as-is', setting, sure: sureOf(0) }), adviceOf())).toBe(
      'Costs $10.00 a month for 1 core (CPU time of the program and of GC, divided by the length of the same run without GC; an estimate from simulations) and 1024 MiB (the most it may use).',
    )
  })

  it('is rough if the program’s own CPU time is only assumed', () => {
    const option = optionOf({ name: 'as-is', cost: cost(576.64, 19.21, 0.25) })
    expect(toSavingText(option, adviceOf({ isBusyAssumed: true }))).toMatch(
      /^Costs about \$580 a month for about 19 cores \(CPU time .* without GC; the program’s own part is only assumed: type /,
    )
    expect(toSavingText(option, adviceOf())).toMatch(/^Costs \$576\.64 a month for 19\.21 cores/)
  })

  it('is not stated for the present settings, or if these end badly', () => {
    expect(toSavingText(asIs!, adviceOf())).toBe(
      'Costs $10.00 a month for 1 core (CPU time of the program and of GC, divided by the length of the same run without GC) and 1024 MiB (its container).',
    )
    expect(saves(cost(7), { ...asIs!, grade: 'fails' })).toMatch(/^Costs \$7\.00 a month for /)
    expect(toSavingText(optionOf(), adviceOf({ options: [] }))).toMatch(/^Costs \$10\.00 a month for /)
  })
})

describe('the text that no option holds', () => {
  const none = (more: Parameters<typeof adviceOf>[0]) => toNoneText(adviceOf({ recommended: null, ...more }))
  const graded = (...grades: AdviceOption['grade'][]) => grades.map((grade) => optionOf({ grade }))

  it('is empty if one holds, unless the live heap is larger than the container', () => {
    expect(none({ recommended: 'as-is' })).toBe('')
    for (const recommended of ['as-is', null] as const)
      expect(none({ recommended, outgrown: 130 * MIB })).toMatch(/^The live heap alone reaches 130\.0 MiB, [^.]*\.$/)
    expect(none({ isTooLong: true, recommended: null })).toMatch(/^This run takes too many GC cycles to search\./)
  })

  it('is explained by survival if every option fails: then GC CPU is not the reason', () => {
    const killed = trialOf(preset('spike', { containerLimit: toLimit(40 * MIB) }))
    const fails = (plain: typeof killed) => optionOf({ grade: 'fails', plain })
    expect(none({ options: [fails(killed), fails(killed)] })).toBe(
      'No setting that was tried lets the program survive.',
    )
    expect(none({ options: [fails(killed), fails(trialOf(preset('thrash')))] })).toBe(
      'No setting that was tried lets the program run well.',
    )
  })

  it('is explained by GC CPU if nothing else is the reason, otherwise by the margin', () => {
    expect(none({ options: graded('costly', 'fails') })).toBe('No setting that was tried keeps GC CPU at 25 % or less.')
    expect(none({ options: graded('costly', 'no-margin') })).toBe(
      'No setting that was tried survives 25 % more live heap and allocation.',
    )
    // Of the programs that fit the input, some may survive under it.
    const open = 'No setting that was tried is sure to survive 25 % more live heap and allocation.'
    expect(none({ options: graded('unsure', 'no-margin') })).toBe(open)
    const demand = { ...adviceOf().demand, margin: 0 }
    expect(none({ options: graded('unsure'), demand })).toBe('No setting that was tried is sure to survive.')
  })
})

describe('the figures and what to watch', () => {
  it('are single values if growth changes nothing, otherwise ranges from least to most', () => {
    expect(toFigures(optionOf(), adviceOf())).toMatch(/^With this: healthy\. GC CPU 6\.\d %, 60\.0 MiB at the peak\.$/)
    const less = { ...optionOf().plain, result: { ...optionOf().plain.result, peakContainerBytes: 59 * MIB } }
    expect(toFigures(optionOf({ grown: less }), adviceOf())).toMatch(/59\.0 MiB to 60\.0 MiB at the peak\.$/)
    const grown = trialOf(preset('thrash'))
    expect(toFigures(optionOf({ grown }), adviceOf())).toMatch(
      /^With this: healthy; when grown: thrashing\. GC CPU 6\.\d % to \d.* %, 30\.1 MiB to 60\.0 MiB at the peak\.$/,
    )
  })

  it('are memory without a limit, and effective GOGC with one', () => {
    expect(toWatch(optionOf())).toMatch(/^Watch effective GOGC \(in this run the limit never set a goal\): under 20, /)
    const plain = { ...optionOf().plain, effectiveGogc: 34.6 }
    expect(toWatch(optionOf({ plain }))).toMatch(/^Watch effective GOGC \(35 at the least here\)/)
    const open = { ...contained(100), memoryLimit: OFF }
    expect(toWatch(optionOf({ setting: open }))).toBe(
      'Watch memory: 60.0 MiB of 100 MiB at the peak, without a memory limit.',
    )
    expect(toWatch(optionOf({ setting: { ...open, containerLimit: OFF } }))).toBe(
      'Watch memory: 60.0 MiB at the peak, without a memory limit.',
    )
  })
})
