import { formatProseSize, formatValue } from '../format.ts'
import { GIB, MIB } from '../units.ts'
import { roundLimit } from './kubernetes/kube-quantity.ts'
import type { Container } from './manifest.ts'

/** The recommended memory limit, as a share of the container: the rest is for what the limit does not count. */
export const GOOD_SHARE = 0.9
/** No program has a lower limit: somebody forgot the unit. */
export const LEAST_LIMIT = 4 * MIB

/** The percentage that was probably meant by a GOGC that Go ignores. */
export function meantPercent(text: string): number {
  const meant = Math.round(Number.parseFloat(text.replace(',', '.').replaceAll('_', '')))
  return Number.isFinite(meant) && Math.abs(meant) < 1e6 ? meant : 100
}

/** A good memory limit for the container, in bytes: it leaves room for memory that the limit does not count. */
export function goodLimit({ memoryLimit = Infinity, memoryHigh = Infinity }: Container): number | undefined {
  const room = Math.min(memoryLimit, memoryHigh)
  return room < Infinity ? roundLimit(GOOD_SHARE * room) : undefined
}

/** The bytes that were probably meant by a number without a unit: MiB, or GiB if the number is small. */
export function bareLimit(text: string, container: Container): number | undefined {
  const number = Number(text)
  return number === 0 ? goodLimit(container) : roundLimit(number * (number < FEW ? GIB : MIB))
}

export const FEW = 16

/**
 * The bytes that were probably meant by a text with units of Kubernetes or Docker, decimals, or a share of the
 * container.
 */
export function meantBytes(text: string, container: Container): number | undefined {
  const [, digits = '', unit = ''] =
    /^\+?(\d+(?:[.,]\d+)?(?:e\d+)?)\s?([A-Za-z%]*)$/i.exec(text.trim().replaceAll('_', '')) ?? []
  const number = Number(digits.replace(',', '.'))
  if (digits === '') return undefined
  if (unit === '%') {
    const share = roundLimit((number / 100) * (container.memoryLimit ?? container.memoryHigh ?? 0))
    return share < LEAST_LIMIT ? undefined : share
  }
  const power = 'BKMGT'.indexOf(unit.charAt(0).toUpperCase())
  const bytes = Math.round(number * 1024 ** power)
  return power < 0 || bytes < LEAST_LIMIT ? undefined : bytes
}

/** The meant limit in bytes, at most a good limit for the container; undefined if Go would refuse it. */
export function within(container: Container, wanted: number | undefined): number | undefined {
  const limit = Math.min(wanted ?? Infinity, goodLimit(container) ?? Infinity)
  return wanted === undefined || isTooLarge(limit) ? undefined : limit
}

/** Whether Go refuses a limit as too large: above math.MaxInt64 bytes (Go 1.26, runtime/string.go, parseByteCount). */
export function isTooLarge(bytes: number): boolean {
  return bytes >= 2 ** 63
}

/** Why the corrected limit is below the one that was meant; empty if both are the same. */
export function whyLess(container: Container, wanted = 0): string {
  const good = goodLimit(container)
  if (good === undefined || wanted <= good) return ''
  const { memoryLimit = Infinity, memoryHigh = Infinity } = container
  const whole = memoryHigh < memoryLimit ? 'MemoryHigh' : 'the container'
  return ` The line below is ${formatValue(100 * GOOD_SHARE)} % of ${whole}: ${formatProseSize(wanted)} would leave too little for what the limit does not count.`
}
