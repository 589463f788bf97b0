import { asObject, objectsIn, whyNoJson } from '../json.ts'
import { failedAt, ok, type Result } from '../result.ts'
import type { Field } from './fields.ts'
import { PRINTED_MEMSTATS } from './kind.ts'
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
  // getrusage’s: the most that was ever resident. On Linux also of what ran before exec, such as a large parent.
  MaxRSS: 'residentPeak',
}

/** The fields that we read. */
const READ: ReadonlySet<string> = new Set([...Object.keys(MEMSTATS_FIELDS), 'LastGC', 'PauseEnd'])

/** Numbers and arrays of numbers by their names. */
type Stats = ReadonlyMap<string, number | readonly number[]>

/**
 * Reads `/debug/vars`, or a runtime.MemStats as JSON or as `%+v` prints it; also several of them, one after another or in
 * an array. We do not keep the `cmdline` of `/debug/vars`, because it may contain secrets.
 */
export function parseVars(text: string): Result<Metrics> {
  const printed = Array.from(text.matchAll(new RegExp(PRINTED_MEMSTATS, 'g')), ([, fields = '']) => fields)
  if (printed.length > 0) return together(printed.map(parsePrinted))
  const dumps = objectsIn(text).flatMap((whole) => {
    const stats = asObject(whole.memstats) ?? ('HeapAlloc' in whole ? whole : undefined)
    return stats ? [stats] : []
  })
  if (dumps.length === 0)
    return failedAt('', whyNoJson(text) ?? 'there is no "memstats" object in it: /debug/vars of a Go program has one')
  return together(
    dumps.map((stats) => {
      const entries = Object.entries(stats).filter(([, value]) => typeof value === 'number' || isNumbers(value))
      return toMetrics(new Map(entries as [string, number | number[]][]))
    }),
  )
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

const LINE = /^[ \t>]*(?:# )?(\w+)(?: =|:) (.*)$/gm
const HEADER = '# runtime.MemStats'

/** A size of runtime.MemStats in a larger unit: `Alloc = 5 MiB`, as the usual example prints it. */
export const ROUNDED_MEMSTATS =
  /\b(TotalAlloc|HeapAlloc|HeapSys|HeapInuse)"?\s{0,8}[:=]\s{0,12}"?[\d.]{1,12} ?[KMGT]i?B\b/i
/** What to give in place of a text with figures of runtime.MemStats that we cannot read. */
export const MEMSTATS_INSTEAD =
  'paste the JSON of /debug/vars, /debug/pprof/heap?debug=1, or what fmt.Printf("%+v", memStats) prints'
export const ROUNDED = `these figures of runtime.MemStats are rounded to a larger unit, and too coarse for an answer: ${MEMSTATS_INSTEAD}`

/** With more lists than this, only the newest count: more of them would add nothing. */
const MOST_LISTS = 2500

/** The values of one runtime.MemStats, as text, by their names. */
type List = ReadonlyMap<string, string>

/**
 * Reads the end of `/debug/pprof/heap?debug=1`: the lines `# Key = value` after `# runtime.MemStats`; or such lines
 * alone, also `Key: value`. A remark may follow a value. Sizes may be in a larger unit, if they are not rounded. Several
 * of them may stand behind each other.
 */
export function parseHeapProfile(text: string): Result<Metrics> {
  // A program may print rounded figures around its profiles.
  const [, ...profiles] = text.split(HEADER)
  const isProfile = profiles.length > 0
  const newest = profiles.slice(-MOST_LISTS)
  const lists = isProfile ? newest.flatMap((profile) => listsIn(profile).slice(0, 1)) : listsIn(text)
  const isExact = areExact(lists.flatMap((list) => [...list.values()]))
  const figures = isProfile ? lists.flatMap((list) => [...list].map((one) => one.join(' = '))).join('\n') : text
  if (!isExact && ROUNDED_MEMSTATS.test(figures)) return failedAt('', ROUNDED)
  // Without TotalAlloc, it is no list but a figure that a program has printed once more.
  const whole = lists.filter((list) => list.has('TotalAlloc'))
  return together(
    (whole.length > 0 ? whole : lists).slice(-MOST_LISTS).map((list) => toMetrics(statsOf(list, isExact))),
  )
}

/** The lists of figures in a text: where a figure comes again, another one begins. */
function listsIn(text: string): readonly List[] {
  let last = new Map<string, string>()
  const lists = [last]
  for (const [, key = '', written = ''] of text.matchAll(LINE)) {
    if (READ.has(key) && last.has(key)) {
      if (lists.length > 2 * MOST_LISTS) lists.splice(0, MOST_LISTS)
      last = new Map()
      lists.push(last)
    }
    last.set(key, written.trim())
  }
  return lists
}

function statsOf(list: List, isExact: boolean): Stats {
  const stats = new Map<string, number | readonly number[]>()
  for (const [key, written] of list) {
    const [, numbers] = /^\[([\d ,]*)\]/.exec(written) ?? []
    const [value = ''] = written.split(/#|\/\/|,/)
    if (numbers !== undefined)
      stats.set(
        key,
        numbers
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      )
    else if (value.includes('/')) {
      // `# Stack = inuse / sys`
      const [inuse = Number.NaN, sys = Number.NaN] = value.split('/').map(Number)
      stats.set(`${key}Inuse`, inuse).set(`${key}Sys`, sys)
    } else if (value.trim() !== '') stats.set(key, (isExact ? sizeIn(value) : undefined) ?? Number(value))
  }
  return stats
}

/** The bytes of `19.124771118164062 MiB`, perhaps not whole; undefined for a number without a unit. */
function sizeIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^([\d.]{1,30}) ?([KMG])iB$/.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits) * 1024 ** (1 + 'KMG'.indexOf(unit))
}

/** Whether all sizes in a larger unit are whole bytes, and one of them has so many digits that this is no chance. */
function areExact(texts: readonly string[]): boolean {
  const sizes = texts.flatMap((text) => sizeIn(text) ?? [])
  return sizes.every(Number.isInteger) && texts.some((text) => LONG.test(text))
}

const LONG = /\.\d{6,20} ?[KMG]iB$/

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
