import { failedAt, ok, type Result } from '../result.ts'
import type { Field } from './fields.ts'
import { LOGGED_MEMSTATS, PRINTED_MEMSTATS } from './kind.ts'
import { listedMemStats, ROUNDED, ROUNDED_MEMSTATS } from './listed-memstats.ts'
import { asObject, objectsIn, parseObject, whyNoJson } from './prometheus-json.ts'
import { type Metrics, SampleStore, together } from './samples.ts'

/** runtime.MemStats, by the names of its fields. */
const MEMSTATS_FIELDS: Readonly<Record<string, Field>> = {
  TotalAlloc: 'allocTotal',
  NumGC: 'cycles',
  NumForcedGC: 'forced',
  NextGC: 'goal',
  HeapAlloc: 'heapAlloc',
  HeapInuse: 'heapInuse',
  HeapIdle: 'heapIdle',
  HeapReleased: 'heapReleased',
  Sys: 'sys',
  StackInuse: 'stacks',
  MSpanSys: 'spans',
  MCacheInuse: 'mcaches',
  GCCPUFraction: 'gcCpuFraction',
  MaxRSS: 'resident',
}

/** Numbers and arrays of numbers by their names. */
type Stats = ReadonlyMap<string, number | readonly number[]>

/**
 * Reads `/debug/vars`, or a runtime.MemStats as JSON, as `%+v` or `%#v` prints it or as a list of lines; also several of them, one
 * after another or in an array. We do not keep the `cmdline` of `/debug/vars`, because it may contain secrets.
 */
export function parseVars(text: string): Result<Metrics> {
  const printed = Array.from(
    withDecimals(text).matchAll(new RegExp(PRINTED_MEMSTATS, 'g')),
    ([, fields = '']) => fields,
  )
  if (printed.length > 0) return together(printed.map(parsePrinted))
  const alone = objectsIn(text).flatMap((whole) => {
    const stats = asObject(whole.memstats) ?? ('HeapAlloc' in whole ? whole : undefined)
    return stats ? [stats] : []
  })
  const dumps = alone.length > 0 ? alone : loggedIn(text)
  const listed = dumps.length === 0 ? listedMemStats(text) : []
  if (listed.length > 0) return together(listed.map(toMetrics))
  if (dumps.length === 0)
    return failedAt('', whyNoJson(text) ?? 'there is no "memstats" object in it: /debug/vars of a Go program has one')
  return together(
    dumps.map((stats) => {
      const entries = Object.entries(stats).filter(([, value]) => typeof value === 'number' || isNumbers(value))
      return toMetrics(new Map(entries as [string, number | number[]][]))
    }),
  )
}

/** Up to BySize, its last field, or its end. */
const LOGGED = new RegExp(`${LOGGED_MEMSTATS.source}[^{}]*?(?=,\\s*"BySize"\\s*:|\\})`, 'g')

/** Each runtime.MemStats that stands as JSON between other text. One that is cut is none. */
function loggedIn(text: string): readonly Record<string, unknown>[] {
  return Array.from(text.matchAll(LOGGED), ([fields]) => parseObject(`${fields}}`) ?? {})
}

const IN_GO = 'MemStats{Alloc:0x'

/** Writes what `%#v` prints as `%+v` does: `TotalAlloc:0x2328, PauseEnd:[256]uint64{0x3, 0x5}` as `TotalAlloc:9000 …`. */
function withDecimals(text: string): string {
  const [before = '', ...dumps] = text.split(IN_GO)
  const plain = dumps.map((dump) => {
    const end = dump.indexOf(', EnableGC:')
    if (end < 0) return `${IN_GO}${dump}`
    const fields = `0x${dump.slice(0, end)}`.replace(/\[\d+\]uint64\{([^{}]*)\}/g, '[$1]').replaceAll(',', '')
    return `{Alloc:${fields.replace(/\b0x[\da-f]+/g, (hex) => String(Number(hex)))}${dump.slice(end + 1)}`
  })
  return before + plain.join('')
}

/** `TotalAlloc:9000 … PauseEnd:[3 5 0] NumGC:2 …`: the fields before BySize, the last one. */
function parsePrinted(fields: string): Result<Metrics> {
  if (!/ EnableGC:\w/.test(fields)) return failedAt('', 'one runtime.MemStats is cut off: copy all of it')
  const pairs = fields.matchAll(/(\w+):(?:\[([\d ]*)\]|(\S+))/g)
  return toMetrics(
    new Map(
      Array.from(pairs, ([, key = '', list, value]) => [key, list ? list.split(' ').map(Number) : Number(value)]),
    ),
  )
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number')
}

const LINE = /^# (\w+) = (.*)$/
const HEADER = '# runtime.MemStats'

/** Reads the end of `/debug/pprof/heap?debug=1`: the lines `# Key = value` after `# runtime.MemStats`. */
export function parseHeapProfile(text: string): Result<Metrics> {
  const from = text.lastIndexOf(HEADER)
  // A program may print rounded figures above its profile.
  if (ROUNDED_MEMSTATS.test(text.slice(Math.max(0, from)))) return failedAt('', ROUNDED)
  const stats = new Map<string, number | readonly number[]>()
  for (const line of text.slice(Math.max(0, from)).split('\n', 200)) {
    const [, key = '', value = ''] = LINE.exec(line.trim()) ?? []
    if (key === '') continue
    if (value.startsWith('[')) stats.set(key, value.slice(1, -1).trim().split(/\s+/).map(Number))
    else if (value.includes('/')) {
      // `# Stack = inuse / sys`
      const [inuse = Number.NaN, sys = Number.NaN] = value.split('/').map(Number)
      stats.set(`${key}Inuse`, inuse).set(`${key}Sys`, sys)
    } else stats.set(key, Number(value))
  }
  return toMetrics(stats)
}

function toMetrics(stats: Stats): Result<Metrics> {
  const store = new SampleStore()
  for (const [key, field] of Object.entries(MEMSTATS_FIELDS)) {
    const value = stats.get(key)
    if (typeof value === 'number') store.addField(field, value)
  }
  const lastGc = stats.get('LastGC')
  if (typeof lastGc === 'number' && lastGc > 0) store.addField('lastGc', lastGc / 1e9)
  const read = store.finish()
  const [samples] = read.processes
  if (!samples) return failedAt('', 'it holds none of the figures of runtime.MemStats')
  samples.pauseEnds = toPauseEnds(stats)
  return ok(read)
}

/** The ends of the last cycles, in Unix seconds: PauseEnd is a ring, with the newest at (NumGC + 255) % 256. */
function toPauseEnds(stats: Stats): readonly number[] {
  const ring = stats.get('PauseEnd')
  const cycles = stats.get('NumGC')
  if (!Array.isArray(ring) || typeof cycles !== 'number' || !(cycles > 0) || ring.length === 0) return []
  const count = Math.min(cycles, ring.length)
  const ends = Array.from({ length: count }, (_, i) => ring[(cycles - count + i) % ring.length] / 1e9)
  return ends.every((end, i) => end > 0 && (i === 0 || end >= ends[i - 1]!)) ? ends : []
}
