/*
 * A runtime.MemStats with each field on its own line, as programs and tools print it:
 *
 *   HeapAlloc: 30698342168               a program’s own lines; in a browser and in the console of geth, with a comma
 *   HeapAlloc: (uint64) 30698342168,     github.com/davecgh/go-spew
 *   heap-alloc: 4.38MB (4590944 bytes)   gops memstats
 */

const VALUE = String.raw`(?:when heap-alloc >= )?(?:\((?:uint|float)\d\d\) )?(?:[\d.]{1,12} ?[KMGT]i?B \()?(\d{1,20}(?:\.\d{1,20})?(?:e[-+]?\d{1,3})?)(?: bytes\)?)?`
const LINE = new RegExp(String.raw`^[ \t>]*([A-Za-z][A-Za-z-]{1,20})[ \t]*[:=][ \t]*${VALUE},?[ \t\r]*$`, 'gm')

/** The fields that we read, by their letters in lower case, and the names that gops has for some of them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...[
    ...['TotalAlloc', 'NumGC', 'NumForcedGC', 'NextGC', 'LastGC', 'GCCPUFraction', 'Sys', 'StackInuse'],
    ...['HeapAlloc', 'HeapInuse', 'HeapIdle', 'HeapReleased', 'MSpanSys', 'MCacheInuse'],
  ].map((name) => [name.toLowerCase(), name] as const),
  ['stackmspansys', 'MSpanSys'],
  ['stackmcacheinuse', 'MCacheInuse'],
  ['gcpauseend', 'LastGC'],
])

/** No Go program has less: smaller numbers are not bytes. */
const LEAST_SYS = 2 ** 20

/** All that are listed in a text, in their order: a field that comes again begins the next one. */
export function listedMemStats(text: string): ReadonlyMap<string, number>[] {
  const found: Map<string, number>[] = []
  for (const [, written = '', value] of text.matchAll(LINE)) {
    const name = NAMES.get(written.replaceAll('-', '').toLowerCase())
    if (name === undefined) continue
    const last = found.at(-1)
    if (last && !last.has(name)) last.set(name, Number(value))
    else found.push(new Map([[name, Number(value)]]))
  }
  const isWhole = (stats: ReadonlyMap<string, number>) => stats.has('TotalAlloc') && stats.has('HeapAlloc')
  return found.filter((stats) => isWhole(stats) && (stats.get('Sys') ?? 0) >= LEAST_SYS)
}

/** A size of runtime.MemStats in a larger unit: `Alloc = 5 MiB`, as the usual example prints it. */
export const ROUNDED_MEMSTATS =
  /\b(TotalAlloc|HeapAlloc|HeapSys|HeapInuse)"?\s{0,8}[:=]\s{0,12}"?[\d.]{1,12} ?[KMGT]i?B\b/i
export const ROUNDED =
  'these figures of runtime.MemStats are rounded, and show neither the heap goal nor when cycles ran: paste the JSON of /debug/vars, /debug/pprof/heap?debug=1, or what fmt.Printf("%+v", memStats) prints'
