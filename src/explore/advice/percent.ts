import { formatShare, formatValue } from '../../format.ts'

/** A computed share in two digits: `25 %`. */
export function percent(share: number): string {
  return `${formatValue(Number((share * 100).toPrecision(2)))} %`
}

/** A share as the user typed it: `6.38 %`. */
export function typedPercent(share: number): string {
  return `${toPercent(share)} %`
}

/** A computed share in one decimal, or in as many as show whether it is larger than the share that the user typed. */
export function shareBeside(share: number, typed: number): string {
  return withEnoughDigits(share, typed, formatShare(share), (digits) => toPercent(share).toFixed(digits))
}

/** A computed share in two digits, or in as many as show whether it is larger than the share that the user typed. */
export function percentBeside(share: number, typed: number): string {
  return withEnoughDigits(share, typed, percent(share), (digits) =>
    String(Number(toPercent(share).toPrecision(digits))),
  )
}

function withEnoughDigits(share: number, typed: number, text: string, toText: (digits: number) => string): string {
  const isTrue = (shown: string) =>
    Math.sign(Number.parseFloat(shown) - toPercent(typed)) === Math.sign(toPercent(share) - toPercent(typed))
  let shown = text
  for (let digits = 2; digits <= DIGITS && !isTrue(shown); digits++) shown = `${toText(digits)} %`
  return shown
}

/** Nobody types more digits, and fewer than a float has: 110 %, not 110.00000000000001 %. */
const DIGITS = 12

function toPercent(share: number): number {
  return Number((100 * share).toPrecision(DIGITS))
}
