/** What one cycle looked into, as `GODEBUG=gctrace=2` prints it since Go 1.26. */
export interface ScanCount {
  /** Objects scanned. */
  readonly objects: number
  /** Times that the collector went to memory for them: to one object alone, or to a span for all found in it so far. */
  readonly visits: number
}

/** Objects scanned alone, sparsely and densely in spans; spans scanned sparsely and densely (mgcmark_greenteagc.go, dumpScanStats). */
const TOTAL = /\bscan: total (\d{1,15})\+\d{1,15}\+\d{1,15}=(\d{1,15}) objs, \d{1,15}\+\d{1,15}=(\d{1,15}) spans/

/** The count of a cycle; undefined for lines of one size class, and those of Go 1.25 and before, which have no spans. */
export function parseScanTotal(line: string): ScanCount | undefined {
  const found = TOTAL.exec(line)
  if (!found) return undefined
  const [alone, objects, spans] = found.slice(1).map(Number) as [number, number, number]
  return { objects, visits: alone + spans }
}
