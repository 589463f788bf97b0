import {
  formatBetween,
  formatBriefSize,
  formatCount,
  formatSeconds,
  formatShare,
  formatSpan,
  formatValue,
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
    case 'cycles':
    case 'times':
    case 'number':
      return Number.isInteger(value) || Math.abs(value) >= 100
        ? formatCount(value)
        : formatValue(Number(value.toPrecision(3)))
  }
}

/** A value that stands alone, with what it counts: `7 cycles`, `2.2 times`. @param shown the value as it is shown */
export function showCounted(quantity: Quantity, shown: string = showQuantity(quantity)): string {
  const { unit } = quantity
  if (unit !== 'cycles' && unit !== 'times') return shown
  return `${shown} ${shown === '1' ? unit.slice(0, -1) : unit}`
}

/** A value that misses a bound; if both look the same, with the difference: `8.2 %, 0.03 points too much`. */
export function showMissing(now: Quantity, bound: number): string {
  const shown = showQuantity(now)
  if (typeof now.value === 'string') return shown
  const gap = now.value - bound
  const between = formatBetween(showQuantity({ ...now, value: bound }), shown)
  // Figures in two units may be close too: 600.00 s and 10.0 min.
  const looksSame = between?.startsWith('±') ?? Math.abs(gap) < CLOSE * Math.abs(bound)
  return looksSame ? `${shown}, ${showGap(Math.abs(gap), now.unit)} too ${gap > 0 ? 'much' : 'little'}` : shown
}

const CLOSE = 0.01

/** A small difference: of shares in points, and in words if its figure would be 0 or need an exponent. */
function showGap(size: number, unit: Unit): string {
  const isShare = unit === 'share'
  const figure = showQuantity(isShare ? { value: 100 * size, unit: 'number' } : { value: size, unit })
  if (!/[1-9]/.test(figure) || figure.includes('e')) return 'slightly'
  return isShare ? `${figure} points` : figure
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
