import { showTrust } from '../../calibration/trust.ts'
import { formatBriefSize, formatShare, formatSize, formatValue } from '../../format.ts'
import { LOW_GOGC, MUCH_THROTTLED, throttledShare } from '../../model/verdict.ts'
import type { Outlook } from '../../prediction/outlook.ts'
import { toThrottling } from '../../prediction/throttling.ts'
import { toGoGogc, toGoMemLimit } from '../../scenario/go-env.ts'
import { GIB, limitBytes, OFF } from '../../units.ts'
import { isOneOfMany } from '../one-of-many.ts'
import type { Advice, AdviceOption } from './advice.ts'
import { CLOSE_COST, type Cost, reservedFor } from './cost.ts'
import { type Demand, GRADES, isPriced, MOST_GROWTH, OPTION_NAMES, type OptionName } from './demand.ts'
import { grow } from './growth.ts'
import { mayKeepLimit, TOO_MANY_CYCLES, toVerdictKind } from './likely.ts'
import { areTooManyKilled, isSure, whyRisky } from './most-killed.ts'
import { percent, percentBeside, shareBeside, typedPercent } from './percent.ts'
import { addsLimit, containersOf, isSameSetting, overLeast, toCompared } from './settings.ts'
import { isSound, type Trial } from './trial.ts'

const TITLES: Readonly<Record<OptionName, string>> = {
  'as-is': 'Leave it as it is',
  'limit-alone': 'A limit, same GOGC',
  'more-memory': 'More memory, less CPU',
  'whole-container': 'The whole container',
  'smaller-container': 'A smaller container',
}

export function titleOf({ name, setting }: AdviceOption, { container, memoryHigh, options: [asIs] }: Advice): string {
  if (name === 'limit-alone' && asIs?.setting.memoryLimit.kind === 'bytes') return 'A new limit, same GOGC'
  const size = limitBytes(setting.containerLimit ?? OFF)
  if (name === 'more-memory' && size > container) return 'A larger container'
  if (name === 'whole-container' && memoryHigh < container) return 'All below MemoryHigh'
  if (container < Infinity) return TITLES[name]
  if (name === 'whole-container') return 'The whole machine'
  return name === 'smaller-container' ? 'A container for the program' : TITLES[name]
}

/** A setting as environment variables: `GOGC=100 GOMEMLIMIT=3686MiB`; without a GOGC that is only assumed. */
export function toEnv({ name, setting }: Named, { isGogcAssumed }: Pick<Advice, 'isGogcAssumed'>): string {
  const limit = `GOMEMLIMIT=${toGoMemLimit(setting.memoryLimit)}`
  return name === 'as-is' && isGogcAssumed ? limit : `GOGC=${toGoGogc(setting.gogc)} ${limit}`
}

type Named = Pick<AdviceOption, 'name' | 'setting'>

export function recommendedOf({ options, recommended }: Advice): AdviceOption | undefined {
  return options.find(({ name }) => name === recommended)
}

const TOO_FEW = 'this run has too few GC cycles, or all of them in its first half,'

/** Why an option is recommended, or why it is not, in a line. */
export function toWhy(option: AdviceOption, advice: Advice): string {
  const { demand, options } = advice
  const { plain, grown, grade } = option
  switch (grade) {
    case 'fails':
      return `Not this one: the program ${toEnd(plain, option, advice)}.`
    case 'costly':
      return `Not this one: GC CPU ${shareBeside(plain.result.compulsoryGcFraction, demand.share)} is more than the ${typedPercent(demand.share)} asked for.`
    case 'throttled':
      return `Not this one: the CPU quota stops the program for ${formatShare(throttledShare(plain))} of the time.`
    case 'too-short':
      return option.name === advice.recommended
        ? `As far as this run shows, nothing has to change: ${TOO_FEW} to tell which setting costs less.`
        : `Not this one: ${TOO_FEW} to show what a longer run does.`
    case 'unsure':
      return `Not this one: as far as the input shows, ${whenUnsure(option, advice)}.`
    case 'full':
      return 'Not this one: it leaves less than 5 % of the memory free, so the program could be killed.'
    case 'held-up':
      return 'Not this one: the program would pass MemoryHigh, above which the kernel slows it down.'
    case 'no-margin':
      return `Not this one: with ${typedPercent(demand.margin)} more live heap and allocation it ${toEnd(grown, option, advice)}.`
  }
  const chosen = recommendedOf(advice)
  const stopped = option.sure && toThrottling(option.sure)
  if (!chosen && stopped) return `Memory is enough, but the CPU quota could stop the program for ${stopped}.`
  if (!chosen) return 'It ends well in this simulation.'
  if (option === chosen)
    return option.name === 'as-is'
      ? whyAsIs(option, options)
      : whySimplest(howSure(option, demand), overLeast(option, options)) + whyRisky(option.sure, options[0]?.sure)
  if (option.name !== 'as-is' && options[0] && isSameSetting(option.setting, options[0].setting))
    return 'This is what is set already.'
  if (chosen.grade === 'too-short') return 'It works too, but the present settings do well in this run too.'
  return whyNotByCost(option, chosen, advice)
}

function whyNotByCost(option: AdviceOption, chosen: AdviceOption, advice: Advice): string {
  const { cost } = option
  const { options } = advice
  const least = toCompared(options).reduce((a, b) => (b.cost.perMonth < a.cost.perMonth ? b : a), chosen)
  const ratio = cost.perMonth / chosen.cost.perMonth
  const over = cost.perMonth / least.cost.perMonth
  // The chosen one may cost a little more than the cheapest, which decides.
  if (isSimpler(option, chosen) && ratio <= CLOSE_COST && over > CLOSE_COST)
    return `It works too, but costs ${percentBeside(over - 1, CLOSE_COST - 1)} more than the cheapest, “${titleOf(least, advice)}”.`
  const than = `“${titleOf(chosen, advice)}”`
  const simpler = isSimpler(chosen, option) ? ', which is simpler' : ''
  if (ratio > 1.005) return `It works too, but costs ${percentBeside(ratio - 1, CLOSE_COST - 1)} more than ${than}.`
  if (ratio > 0.995) return `It works too, but costs as much as ${than}${simpler}.`
  if (options[0] && addsLimit(option, options[0]))
    return `It saves ${percent(1 - ratio)} over ${than}, but only for a program that has this memory to itself: no container is known.`
  return `It works too, but saves only ${percent(1 - ratio)} over ${than}${simpler}.`
}

function isSimpler(a: AdviceOption, b: AdviceOption): boolean {
  return OPTION_NAMES.indexOf(a.name) < OPTION_NAMES.indexOf(b.name)
}

function whyAsIs(asIs: AdviceOption, options: readonly AdviceOption[]): string {
  const share = `${Math.max(10, Math.ceil(100 * (1 - 1 / overLeast(asIs, options))))} %`
  const cheaper = toCompared(options).filter(({ cost }) => CLOSE_COST * cost.perMonth < asIs.cost.perMonth)
  if (cheaper.length > 0 && isSure(asIs.sure) && !cheaper.some(({ sure }) => isSure(sure)))
    return 'Nothing has to change: the program surely survives, and could be killed with any option that costs over 10 % less.'
  if (isContained(asIs) && !couldBeThrottled(asIs))
    return `Nothing has to change: no other option costs over ${share} less.`
  const isCheaper = options.some(
    (option) =>
      option.grade === 'holds' && addsLimit(option, asIs) && CLOSE_COST * option.cost.perMonth < asIs.cost.perMonth,
  )
  return `No other option${isCheaper ? ' but a memory limit' : ''} costs over ${share} less.`
}

function couldBeThrottled({ sure }: AdviceOption): boolean {
  return sure !== undefined && toThrottling(sure) !== undefined
}

/** How a run ends badly: `is killed at 5.32 s`. */
function toEnd(trial: Trial, option: AdviceOption, advice: Advice): string {
  if (trial.verdict.kind === 'stopped') return `takes ${TOO_MANY_CYCLES}`
  return `${isOrCouldBe(trial, option, advice)} ${spoken(trial.verdict.label)}`
}

/** “could be” if the run of the likely program says more than the input shows of its container, limit or quota. */
function isOrCouldBe(trial: Trial, option: AdviceOption, advice: Advice): string {
  const sure = trial === option.plain ? option.sure : option.sure?.grown
  const { mostLimit } = option.name === 'as-is' ? advice : {}
  if (toVerdictKind(trial, sure) === 'could-be-killed' || mayKeepLimit(trial, mostLimit)) return 'could be'
  return couldBeThrottled(option) && throttledShare(trial) > MUCH_THROTTLED ? 'could be' : 'is'
}

/** Whether a container limits the program at any time. If not, nothing can kill it, and “survives” means nothing. */
function isContained({ scenario }: AdviceOption): boolean {
  return Math.min(...containersOf(scenario)) < Infinity
}

function whySimplest(how: string, over: number): string {
  const share = `${Math.max(10, Math.ceil(100 * (over - 1) - 1e-9))} %`
  return `The simplest that ${how}${how.includes(',') ? '; it' : ' and'} costs at most ${share} more than the cheapest.`
}

/** “survives” only if all programs that fit the input do; otherwise up to one in twenty may be killed. */
function howSure(option: AdviceOption, { margin }: Demand): string {
  const growth = margin > 0 ? ` ${typedPercent(margin)} growth` : ''
  if (!isContained(option) || isOneOfMany(option.scenario)) return `runs well${growth && ` with${growth}`}`
  if (isSure(option.sure)) return `survives${growth}`
  const now = option.sure?.outlook?.kind === 'survives' ? 'survives as it is, and ' : ''
  return `${growth && now}is likely to survive${growth}`
}

/** What rules the option out: the outlook without growth if that kills too many programs already, else with growth. */
function whenUnsure({ sure }: AdviceOption, { demand }: Advice): string {
  const toLabel = (outlook: Outlook | undefined) =>
    outlook && outlook.kind !== 'survives' ? outlook.label : 'could be killed'
  if (sure && areTooManyKilled(sure.outcomes)) return `it ${toLabel(sure.outlook)}`
  const label = toLabel(sure?.grown.outlook)
  return demand.margin > 0
    ? `with ${typedPercent(demand.margin)} more live heap and allocation it ${label}`
    : `it ${label}`
}

/** How far the program may grow, and within what: `Survives 75 % more live heap and allocation: up to 2.6 GiB live …` */
export function toGrowthText(
  option: AdviceOption,
  { live, knownLive, demand, isGrowthOpen, machineMemory = Infinity }: Advice,
): string {
  const { survivesGrowth, plain, scenario, sure, grade } = option
  if (grade === 'too-short' || plain.verdict.kind === 'stopped') return 'How much it may grow is not known.'
  const limit = limitBytes(scenario.memoryLimit)
  if (!isContained(option) && limit === Infinity) return toNeedText(option, demand)
  if (isGrowthOpen) return 'How much it may grow is not known: at other times, more may be live than the input shows.'
  if (survivesGrowth === null) return isSound(plain) ? 'May not survive as it is.' : 'Does not survive as it is.'
  const [container = Infinity] = containersOf(scenario)
  const where =
    machineMemory < container
      ? ` on a machine with ${formatBriefSize(machineMemory)}`
      : container < Infinity
        ? ` in a container of ${formatBriefSize(container)}`
        : ''
  const survives = isContained(option)
    ? sure
      ? 'Likely to survive'
      : isOneOfMany(scenario)
        ? 'This program survives'
        : 'Survives'
    : `Stays within GOMEMLIMIT=${toGoMemLimit(scenario.memoryLimit)} with`
  if (survivesGrowth >= MOST_GROWTH)
    return `${survives} even ${MOST_GROWTH + 1} times the live heap and allocation${where && `,${where}`}.`
  const today = knownLive || live || plain.result.peakLiveBytes
  const size = (1 + survivesGrowth) * today
  return `${survives} ${percentBeside(survivesGrowth, demand.margin)} more live heap and allocation: up to ${formatBriefSize(size)} live${where}.`
}

/** How much growth a program without any limit survives depends on its machine. */
function toNeedText({ cost, sure, scenario, grown }: AdviceOption, { margin }: Demand): string {
  const more = sure?.grown.mostBytes ?? reservedFor(grow(scenario, margin), grown.result)
  const then =
    margin > 0 ? `, and up to ${formatBriefSize(more)} with ${typedPercent(margin)} more live heap and allocation` : ''
  return `No container limit is known. It may use up to ${formatBriefSize(cost.reservedBytes)}${then}.`
}

/** What an option saves against the present settings (extra costs are negative); undefined if their cost is unknown. */
function toSaving({ cost }: AdviceOption, [asIs]: readonly AdviceOption[]) {
  if (!asIs || asIs.grade === 'fails' || asIs.grade === 'too-short') return undefined
  const less = (key: keyof Cost) => asIs.cost[key] - cost[key]
  return { cores: less('cores'), reservedBytes: less('reservedBytes'), perMonth: less('perMonth') }
}

/**
 * `0.2 cores less, 1.5 GiB less to reserve: $12.30 a month less. Costs…` Empty if the cost is not known.
 */
export function toSavingText(option: AdviceOption, { options, isBusyAssumed = false }: Advice): string {
  if (!isPriced(option)) return ''
  const saving = option.name === 'as-is' ? undefined : toSaving(option, options)
  const price = toPriceText(option, isBusyAssumed)
  if (!saving) return `Costs ${price}`
  const { cores, reservedBytes, perMonth } = saving
  if (Math.max(Math.abs(cores), Math.abs(reservedBytes / GIB), Math.abs(perMonth)) < 0.005)
    return `Costs what it costs today, ${price}`
  const parts = [
    `${formatCores(Math.abs(cores))} ${lessOrMore(cores)} (marking on idle CPUs counts)`,
    `${formatBriefSize(Math.abs(reservedBytes))} ${lessOrMore(reservedBytes)} to reserve`,
  ].filter((part) => /[1-9]/.test(part))
  const money = `${formatMoney(Math.abs(perMonth))} a month ${lessOrMore(perMonth)}`
  return `${[parts.join(', '), money].filter(Boolean).join(': ')}. Costs ${price}`
}

/**
 * CPU time, not CPUs reserved, and the memory to reserve. Prices of all settings are per second of the same run,
 * so that a slower run does not look cheaper.
 */
function toPriceText(option: AdviceOption, isBusyAssumed: boolean): string {
  const { cost, sure } = option
  const { cores, reservedBytes, perMonth } = cost
  const assumed = isBusyAssumed ? `; ${BUSY_ASSUMED}` : ''
  const use = `CPU time of the program and of GC, divided by the length of the same run without GC${sure ? '; an estimate from simulations' : ''}${assumed}`
  const memory = isContained(option) ? 'its container' : 'the most it may use'
  const [price, used] = isBusyAssumed
    ? [`about $${toRough(perMonth)}`, `about ${formatCores(toRough(cores))}`]
    : [formatMoney(perMonth), formatCores(cores)]
  return `${price} a month for ${used} (${use}) and ${formatBriefSize(reservedBytes)} (${memory}).`
}

/** Why a figure of all CPUs, or a price, is only a rough one. */
export const BUSY_ASSUMED =
  'the program’s own part is only assumed: type “CPUs the program keeps busy” under “What is known”'

/** Rounds an amount of money to two digits, but not below a cent. */
function toRough(amount: number): number {
  return Number(Number(amount.toFixed(2)).toPrecision(2))
}

export function toSettingText(
  { name, setting }: Named,
  advice: Partial<Pick<Advice, 'isGogcAssumed' | 'container'>> = {},
): string {
  const { containerLimit = OFF } = setting
  const mayChange = name === 'smaller-container' || name === 'more-memory'
  return mayChange && containerLimit.kind === 'bytes' && containerLimit.bytes !== advice.container
    ? `${toEnv({ name, setting }, advice)} in a container of ${toGoMemLimit(containerLimit)}`
    : toEnv({ name, setting }, advice)
}

/** Follows the reason why a log shows too little for any answer. */
export const UNTIL_THEN = 'Until then, we do not compare or recommend settings.'

/** What we do not know about the program, and how to learn it; empty if the simulation can be trusted. */
export function toTrustText({ trust, options }: Pick<Advice, 'trust' | 'options'>): string {
  if (trust?.tooLittle !== undefined) return `${trust.tooLittle} ${UNTIL_THEN}`
  if (!trust || trust.grade === 'good') return ''
  const text = showTrust(trust)
  if (trust.grade === 'fair') return text
  const more = isSqueezed(options)
    ? 'The memory limit leaves no room above the live heap, so GC cycles follow each other and hide what the program does. To learn more, record a log with a higher limit, or without one.'
    : 'To learn more, record a log of a few hundred GC cycles under the usual load; the page “Your program” also reads metrics.'
  return `${text} So no option is recommended. ${more}`
}

/** Whether the present memory limit leaves the program no room above its live heap. */
function isSqueezed([asIs]: readonly AdviceOption[]): boolean {
  return asIs?.plain.isSqueezed === true
}

/** Why no option sets a memory limit; or which Go the advised limit needs, if this one may be older. Else empty. */
export function toVersionText(advice: Advice): string {
  const { isBeforeLimits, mayBeBeforeLimits, options } = advice
  const chosen = recommendedOf(advice)
  const isAdvised = (chosen ? [chosen] : options).some(({ setting }) => setting.memoryLimit.kind === 'bytes')
  if (!isBeforeLimits) return mayBeBeforeLimits && isAdvised ? 'GOMEMLIMIT needs Go 1.19 or later.' : ''
  const off =
    options[0]?.setting.gogc.kind === 'off' ? ' With GOGC=off it never collects: set a percentage, such as 100.' : ''
  return `The Go of this program has no memory limit: it ignores GOMEMLIMIT, so no option sets one. Go 1.19 and later have it.${off}`
}

/** Whether no option is recommended because every good one has too few GC cycles. */
export function isTooShort({ recommended, options, outgrown, fatal, whyNone, isTooLong }: Advice): boolean {
  const isOther = recommended !== null || (fatal ?? whyNone) !== undefined || isTooLong || outgrown !== null
  const isThrottled = options.some(({ grade }) => grade === 'throttled')
  const best = GRADES.find((one) => options.some(({ grade }) => grade === one))
  return !isOther && !isThrottled && best === 'too-short'
}

/** Why no option is recommended; empty if one is. */
export function toNoneText(advice: Advice): string {
  const { recommended, isTooLong, outgrown, container, options, fatal, whyNone, trust } = advice
  if (fatal !== undefined) return `${toFatalText(fatal)} So no option is recommended: correct the manifest first.`
  if (whyNone !== undefined) return `${whyNone}. So no option is recommended.`
  if (trust?.tooLittle !== undefined) return ''
  if (isTooLong) return 'This run takes too many GC cycles to search. Shorter phases can be searched.'
  const live =
    outgrown === null
      ? ''
      : `The live heap alone reaches ${formatSize(outgrown)}, more than the ${outgrown > container ? 'container' : 'machine has'}: no GC setting makes that smaller.`
  if (recommended || outgrown !== null || options.some(({ grade }) => grade === 'holds')) return live
  return toNoneHoldsText(advice)
}

function toNoneHoldsText(advice: Advice): string {
  const { options } = advice
  if (options.every(({ grade }) => grade === 'fails')) {
    const areKilled = options.every(({ plain }) => plain.verdict.kind === 'killed')
    return `No setting that was tried lets the program ${areKilled ? 'survive' : 'run well'}.`
  }
  if (Math.min(...options.map(({ grade }) => GRADES.indexOf(grade))) === GRADES.indexOf('held-up'))
    return 'No setting that was tried keeps the program below MemoryHigh, above which the kernel slows it down: raise MemoryHigh first.'
  if (options.some(({ grade }) => grade === 'throttled'))
    return 'The CPU quota stops the program for more than a quarter of the time: raise the quota first. Until then, we recommend no option.'
  if (isTooShort(advice) && isSqueezed(options))
    return 'The memory limit leaves no room above the live heap: raise it, or remove it. This run does not show how far to raise it: with every tried setting that does well, the run has too few GC cycles, or all of them in its first half.'
  if (isTooShort(advice))
    return 'This run is too short for advice: with every tried setting that does well, it has too few GC cycles, or all of them in its first half. A longer run or log can show more.'
  return `No setting that was tried ${toUnmet(advice)}.`
}

function toUnmet({ options, demand }: Advice): string {
  const isCostly = options.every(({ grade }) => grade === 'costly' || grade === 'fails')
  const isOpen = demand.margin === 0 || options.some(({ grade }) => grade === 'unsure')
  if (isCostly) return `keeps GC CPU at ${typedPercent(demand.share)} or less`
  return `${isOpen ? 'is sure to survive' : 'survives'}${demand.margin > 0 ? ` ${typedPercent(demand.margin)} more live heap and allocation` : ''}`
}

/** Says that the program cannot start. @param fatal why it cannot run with its manifests as written */
export function toFatalText(fatal: string): string {
  return `As its manifest is written, the program cannot run. ${fatal}.`
}

/** What to watch after the setting is deployed; empty if the container kills the program as it starts. */
export function toWatch({ plain, setting, sure, grade }: AdviceOption): string {
  const { effectiveGogc, result } = plain
  const { outcome } = result
  if (outcome.kind === 'oom-killed' && outcome.atSeconds === 0) return ''
  const container = limitBytes(setting.containerLimit ?? { kind: 'off' })
  if (setting.memoryLimit.kind === 'off') {
    if (grade === 'too-short')
      return 'Watch memory: there is no memory limit, and this run is too short to show its peak.'
    const of = container < Infinity ? ` of ${formatBriefSize(container)}` : ''
    const peak = sure
      ? `up to ${formatSize(Math.min(container, sure.spread.peakContainerBytes.high))}`
      : formatSize(result.peakContainerBytes)
    return `Watch memory: ${peak}${of} at the peak, without a memory limit.`
  }
  const now =
    effectiveGogc === null
      ? 'in this run the limit never set a goal'
      : `${formatValue(Math.round(effectiveGogc))} at the least here`
  return `Watch effective GOGC (${now}): under ${LOW_GOGC}, raise the limit. Memory near the limit is normal.`
}

function spoken(label: string): string {
  if (label === 'machine too small') return 'too large for the machine'
  return label === 'never collected' ? 'never collected, so its memory only grows' : label
}

function lessOrMore(saved: number): string {
  return saved >= 0 ? 'less' : 'more'
}

function formatCores(cores: number): string {
  const number = formatValue(Number(cores.toFixed(2)))
  return `${number} ${number === '1' ? 'core' : 'cores'}`
}

function formatMoney(amount: number): string {
  return `$${amount.toFixed(2)}`
}
