import { type GcPercent, type Limit, UNIT_BYTES, UNITS_DOWNWARDS } from '../units.ts'

/** How Go reads and writes its environment variables: the texts that a Go program accepts. */

/** Whole bytes with exactly these suffixes, nothing else (Go 1.26, runtime/string.go, parseByteCount). */
const GO_SIZE = /^(?:\+?(\d+)|-0+)(B|KiB|MiB|GiB|TiB)?$/
/** Go’s largest limit (math.MaxInt64), which is what `off` sets. */
const NO_LIMIT = 2n ** 63n - 1n
const WHOLE = /^[+-]?\d+$/
const INT32 = 2 ** 31

/** Whether Go accepts this GOMEMLIMIT. Any other text ends the program with "malformed GOMEMLIMIT". */
export function isGoMemLimit(text: string): boolean {
  return readGomemlimit(text) !== undefined
}

/**
 * GOMEMLIMIT as Go reads it, in bytes. An empty variable counts as unset (Go 1.26, runtime/mgcpacer.go,
 * readGOMEMLIMIT).
 * @returns undefined if Go refuses it
 */
export function readGomemlimit(text: string): number | 'off' | undefined {
  if (text === '' || text === 'off') return 'off'
  const [whole, digits = '0', suffix = 'B'] = GO_SIZE.exec(text) ?? []
  const bytes = BigInt(digits) * BigInt(UNIT_BYTES[suffix as keyof typeof UNIT_BYTES])
  if (whole === undefined || bytes > NO_LIMIT) return undefined
  return bytes === NO_LIMIT ? 'off' : Number(bytes)
}

/** Whether Go reads this GOGC as written, or silently takes 100 (Go 1.26, runtime/mgcpacer.go, readGOGC). */
export function isGoGogc(text: string): boolean {
  return text === 'off' || isGoNumber(text)
}

/** GOMAXPROCS as Go reads it; undefined for a text that it silently ignores (Go 1.26, runtime/proc.go, schedinit). */
export function readGomaxprocs(text: string): number | undefined {
  return isGoNumber(text) && Number(text) > 0 ? Number(text) : undefined
}

/** Whether a text is a whole number that fits 32 bits, with a sign or without (Go 1.26, internal/strconv, ParseInt). */
function isGoNumber(text: string): boolean {
  return WHOLE.test(text) && Number(text) >= -INT32 && Number(text) < INT32
}

/** The GOGC text for a setting: `off`, or whole percent. */
export function toGoGogc(gogc: GcPercent): string {
  return gogc.kind === 'off' ? 'off' : String(Math.round(gogc.percent))
}

/** The relative rounding error that a text in a larger unit may have. */
const HANDY = 1e-3

/**
 * The text of GOMEMLIMIT for a limit: in the largest unit that gives it exactly, else in the largest that gives it to
 * 0.1 %, rounded down so that the limit is not exceeded.
 */
export function toGoMemLimit(limit: Limit): string {
  if (limit.kind === 'off') return 'off'
  const { bytes } = limit
  const exact = UNITS_DOWNWARDS.find(([, unit]) => bytes >= unit && bytes % unit === 0)
  const close = UNITS_DOWNWARDS.find(([, unit]) => bytes >= unit && bytes % unit <= HANDY * bytes)
  const [suffix, unit] = exact ?? close ?? ['', 1]
  return Math.floor(bytes / unit) + suffix
}
