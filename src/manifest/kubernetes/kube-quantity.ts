import { MIB, UNITS_DOWNWARDS } from '../../units.ts'

/** The factor of each suffix. A map, because an object would also have a key `toString`. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ...['', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, i) => [suffix, Number(`1e${3 * i}`)] as const),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, i) => [suffix, 1024 ** (i + 1)] as const),
])
/** `700m` is 700 / 1000: 700 · 0.001 is 0.7000000000000001, because no binary fraction is 0.001. */
const DIVISORS: ReadonlyMap<string, number> = new Map([
  ['n', 1e9],
  ['u', 1e6],
  ['m', 1e3],
])

/** A quantity of Kubernetes: `512Mi`, `4G`, `500m`, `1e9`. undefined if the text is not a quantity. */
export function readQuantity(text = ''): number | undefined {
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d*)?(?:[eE][+-]?\d{1,2})?|\.\d+)([A-Za-z]*)$/.exec(text.trim()) ?? []
  const [factor, divisor] = [FACTORS.get(suffix), DIVISORS.get(suffix)]
  if (digits === '') return undefined
  if (divisor !== undefined) return Number(digits) / divisor
  return factor === undefined ? undefined : Number(digits) * factor
}

/** A size in bytes, as docker reads it: letters are powers of 1024. undefined if invalid. */
export function readDockerSize(text: string): number | undefined {
  const [, digits = '', letter = ''] = /^(\d+(?:\.\d*)?)\s*([bkmgt]?)(?:i?b)?$/i.exec(text.trim()) ?? []
  const power = 'bkmgt'.indexOf(letter.toLowerCase())
  return digits === '' ? undefined : Number(digits) * 1024 ** Math.max(0, power)
}

/** Rounds bytes down to whole MiB; sizes below a MiB to whole bytes. */
export function roundLimit(bytes: number): number {
  return bytes >= MIB ? Math.floor(bytes / MIB) * MIB : Math.floor(bytes)
}

/** The units of sizes, the largest first. Manifests hardly ever have TiB. */
const GIB_DOWNWARDS = UNITS_DOWNWARDS.filter(([unit]) => unit !== 'TiB')

/** A size as GOMEMLIMIT accepts it: a whole number, in the largest unit that needs no rounding. */
export function toGoSize(bytes: number): string {
  const [unit, factor] = GIB_DOWNWARDS.find(([, factor]) => bytes >= factor && bytes % factor === 0) ?? ['B', 1]
  return Math.floor(bytes / factor) + unit
}

/** The default period of the kernel’s CPU limit, in microseconds (kernel, sched-bwc.rst; docker has the same). */
const USUAL_PERIOD = 100_000

/** The CPUs that a quota allows per period, both in microseconds; undefined without a quota: 0 and -1 mean none. */
export function readCpuQuota(quota: string | undefined, period: string | undefined): number | undefined {
  const [most, whole] = [Number(quota ?? ''), Number(period ?? '') || USUAL_PERIOD]
  return most > 0 && whole > 0 ? most / whole : undefined
}
