/* Lines that are not gc lines but come from the Go runtime. Every pattern is anchored or a plain search. */

/** Lines that belong to the same process and say nothing of a cycle: counted, and no problem. */
export type NeighbourKind = 'gc-forced' | 'pacer' | 'scavenger' | 'scan' | 'finalizers'

const NEIGHBOURS: readonly (readonly [NeighbourKind, RegExp])[] = [
  ['gc-forced', /\bGC forced\s*$/],
  ['pacer', /\bpacer: /],
  // Go 1.12 and before, 1.13, 1.14 to 1.19, since.
  ['scavenger', /\b(?:scvg-?\d*: |scav (?:\d+ )?\d+ KiB work)/],
  ['scan', /\bscan: (?:total |class )/],
  ['finalizers', /\bcheckfinalizers: /],
]

/** Go 1.4 and before: `gc15(8): 4+8+15+1 us, …`. */
const TOO_OLD = /\bgc\d{1,9}\(\d{1,4}\): /

/** The kind of a line that is not a gc line; undefined for program output. */
export function neighbourKind(line: string): NeighbourKind | undefined {
  // Every such line contains one of these, and this test is faster than five patterns.
  if (!line.includes(': ') && !line.includes('scav ') && !line.includes('GC forced')) return undefined
  return NEIGHBOURS.find(([, pattern]) => pattern.test(line))?.[0]
}

export function isTooOld(line: string): boolean {
  return line.includes('): ') && TOO_OLD.test(line)
}

/** What one cycle scanned, as `GODEBUG=gctrace=2` prints it since Go 1.26. */
export interface ScanCount {
  readonly objects: number
  /** Visits to memory for these objects: to one object alone, or to a span for all of its objects found so far. */
  readonly visits: number
}

/** Objects scanned alone, sparsely and densely in spans; spans scanned sparsely and densely (mgcmark_greenteagc.go, dumpScanStats). */
const TOTAL = /\bscan: total (\d{1,15})\+\d{1,15}\+\d{1,15}=(\d{1,15}) objs, \d{1,15}\+\d{1,15}=(\d{1,15}) spans/

/** The count of a cycle; undefined for lines of one size class, and for Go 1.25 and before, which print no spans. */
export function parseScanTotal(line: string): ScanCount | undefined {
  const found = TOTAL.exec(line)
  if (!found) return undefined
  const [alone, objects, spans] = found.slice(1).map(Number) as [number, number, number]
  return { objects, visits: alone + spans }
}
