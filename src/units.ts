import { failedAt, ok, type Result } from './result.ts'

export const KIB = 1024
export const MIB = 1024 * KIB
export const GIB = 1024 * MIB
export const TIB = 1024 * GIB

/** A size that may be absent: `"off"` in JSON, links and on the page. */
export type Limit = { readonly kind: 'off' } | { readonly kind: 'bytes'; readonly bytes: number }

/** GOGC: a percentage, or off. */
export type GcPercent = { readonly kind: 'off' } | { readonly kind: 'percent'; readonly percent: number }

/** A container's CPU quota, in CPUs. */
export type CpuQuota = { readonly kind: 'off' } | { readonly kind: 'cpus'; readonly cpus: number }

export const OFF = { kind: 'off' } as const

/** The quota in CPUs; Infinity if it is off. */
export function quotaCpus(quota: CpuQuota): number {
  return quota.kind === 'off' ? Infinity : quota.cpus
}

/** The limit in bytes; Infinity if it is off, so that comparisons need no special case. */
export function limitBytes(limit: Limit): number {
  return limit.kind === 'off' ? Infinity : limit.bytes
}

/** GOGC in percent; Infinity if it is off. */
export function gogcPercent(gogc: GcPercent): number {
  return gogc.kind === 'off' ? Infinity : gogc.percent
}

/** A limit from a size in bytes; Infinity means off. */
export function toLimit(bytes: number): Limit {
  return Number.isFinite(bytes) ? { kind: 'bytes', bytes } : OFF
}

/** GOGC from a percentage; Infinity means off. */
export function toGcPercent(percent: number): GcPercent {
  return Number.isFinite(percent) ? { kind: 'percent', percent } : OFF
}

/** The suffixes of sizes in GOMEMLIMIT, in bytes. */
export const UNIT_BYTES = { B: 1, KiB: KIB, MiB: MIB, GiB: GIB, TiB: TIB } as const

/** All of them except the byte, from the largest to the smallest. */
export const UNITS_DOWNWARDS = Object.entries(UNIT_BYTES).slice(1).toReversed()

const SIZE = /^(\d+(?:\.\d*)?|\.\d+)(?:(B|KiB|MiB|GiB|TiB)|e([+-]?\d{1,3}))?$/

/**
 * Parses a size as scenarios and links write it: a number of bytes, or a number with one of GOMEMLIMIT's suffixes
 * B KiB MiB GiB TiB. Decimals are allowed (`1.5GiB`), unlike in GOMEMLIMIT itself.
 * @returns bytes ≥ 0, not necessarily whole; one problem with an empty path if the text is not a size.
 */
export function parseSize(text: string): Result<number> {
  const match = SIZE.exec(text.trim())
  if (!match) return failedAt('', `"${clip(text)}" is not a size; write for example 60MiB, 1.5GiB or a number of bytes`)
  const [, digits, suffix, exponent] = match
  const number = Number(exponent === undefined ? digits : `${digits}e${exponent}`)
  const bytes = number * (suffix === undefined ? 1 : UNIT_BYTES[suffix as keyof typeof UNIT_BYTES])
  return Number.isFinite(bytes) ? ok(bytes) : failedAt('', `"${clip(text)}" is too large for a size`)
}

/**
 * The shortest text that `parseSize` reads back as exactly these bytes. Dividing by a power of two is exact
 * (unless it underflows), so every suffix is exact, and the shortest text can be used.
 */
export function toSizeText(bytes: number): string {
  let best = String(bytes)
  for (const [suffix, factor] of Object.entries(UNIT_BYTES)) {
    if ((bytes / factor) * factor !== bytes) continue
    const digits = String(bytes / factor)
    const text = digits + suffix
    if (factor > 1 && bytes !== 0 && !digits.includes('e') && text.length < best.length) best = text
  }
  return best
}

/** A piece of foreign text that is safe to quote in a message: at most 40 characters. */
export function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
