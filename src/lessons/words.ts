import {
  formatBriefSize,
  formatCount,
  formatSeconds,
  formatShare,
  formatSpan,
  formatValue,
  sizeUnit,
} from '../format.ts'
import { MIB } from '../units.ts'
import type { Quantity, Unit } from './measure.ts'

/** The names of verdicts, outcomes and rules, as choices for readers. */
const NAMES: Readonly<Record<string, string>> = {
  healthy: 'Healthy: GC is cheap and memory fits',
  tight: 'Tight: it works, with little room',
  thrashing: 'Thrashing: GC takes about half the CPU for 10 % of the time or more',
  'over-limit': 'Over the memory limit',
  uncollected: 'Never collected',
  killed: 'Killed: out of memory',
  'oom-killed': 'It is killed',
  completed: 'It runs to its end',
  gogc: 'GOGC',
  'memory-limit': 'The memory limit',
  'minimum-heap': 'The minimum heap',
  'live-heap-floor': 'The live heap plus a minimum',
}

export function nameOf(choice: string): string {
  return NAMES[choice] ?? choice
}

/** Up to this many seconds a duration is shown in seconds, as in the results beside a text. */
const LONG = 600

/** A value as texts write it: `60.0 MiB`, `6.3 %`, `10.67 s`, `37`. */
export function showQuantity({ value, unit }: Quantity): string {
  if (typeof value === 'string') return value
  switch (unit) {
    case 'bytes':
      return formatBriefSize(value)
    case 'rate':
      // A bet on a rate is typed in MiB, so no smaller unit is shown.
      return `${Math.abs(value) < MIB ? `${formatValue(Number((value / MIB).toPrecision(3)))} MiB` : formatBriefSize(value)}/s`
    case 'seconds':
      return Math.abs(value) < LONG ? formatSeconds(value) : formatSpan(value)
    case 'share':
      return formatShare(value)
    case 'number':
      return Number.isInteger(value) ? formatCount(value) : formatValue(Number(value.toPrecision(3)))
  }
}

/** A value that misses a bound, with as many digits as tell the two apart: `10.02 %` for a bound of `10.0 %`. */
export function showMissing(now: Quantity, bound: number): string {
  const shown = showQuantity(now)
  if (typeof now.value === 'string' || shown !== showQuantity({ ...now, value: bound })) return shown
  const [scale, unit] = scaleOf(now.value, now.unit)
  for (let digits = 3; digits <= MOST_DIGITS; digits++) {
    const [own, other] = [now.value, bound].map((value) => Number((value / scale).toPrecision(digits)))
    if (own !== other) return `${own}${unit}`
  }
  return shown
}

/** All digits that a number has for sure. */
const MOST_DIGITS = 15

function scaleOf(value: number, unit: Unit): readonly [number, string] {
  const { bytes, name } = sizeUnit(value)
  const scales: Readonly<Record<Unit, readonly [number, string]>> = {
    bytes: [bytes, ` ${name}`],
    rate: [MIB, ' MiB/s'],
    seconds: [1, ' s'],
    share: [0.01, ' %'],
    number: [1, ''],
  }
  return scales[unit]
}

const TIMES: readonly (readonly [number, string])[] = [
  [1 / 10, 'a tenth of'],
  [1 / 4, 'a quarter of'],
  [1 / 3, 'a third of'],
  [1 / 2, 'half'],
  [2 / 3, 'two thirds of'],
  [3 / 4, 'three quarters of'],
  [2, 'twice'],
  [3, 'three times'],
  [4, 'four times'],
  [5, 'five times'],
  [10, 'ten times'],
]

/** Up to this relative difference a word stands alone; up to ABOUT it gets an “about”. */
const EXACT = 0.006
const ABOUT = 0.06

/** A ratio in words: `half`, `about twice`, `1.6 times`, `the same`. */
export function showTimes(ratio: number): string {
  if (Math.abs(ratio - 1) < 0.005) return 'the same'
  const [near, word] = TIMES.find(([value]) => Math.abs(ratio / value - 1) <= ABOUT) ?? []
  if (near === undefined || word === undefined) return `${formatValue(Number(ratio.toPrecision(2)))} times`
  return Math.abs(ratio / near - 1) <= EXACT ? word : `about ${word}`
}
