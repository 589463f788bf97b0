import { exactly, type Quantity, quantityOf } from '../quantities.ts'

type Found = ReadonlyMap<Quantity['key'], Quantity>

/**
 * The mark rate, if only GC’s share since the start shows it: GCCPUFraction of a MemStats dump (Go 1.26, mgc.go,
 * gcMarkTermination), or the CPU classes of one scrape. It is a share of the time of all GOMAXPROCS CPUs. In s seconds,
 * n cycles each mark the live heap of L bytes. So a mark rate of r bytes per CPU-second gives
 *   share = n · L / (r · GOMAXPROCS · s)
 * An assumed GOMAXPROCS will do, because a simulation with the same one gives the same share. The rate is that of the
 * whole live heap, including data without pointers.
 * @param found the surest quantities of all inputs
 * @param procs GOMAXPROCS while the dump was taken
 * @returns in bytes per CPU-second, with the pointer-free live heap; nothing if the rate is known, or the share is not
 */
export function costOfShare(found: Found, procs: Quantity | undefined): Quantity[] {
  const [share, live, cycles] = [found.get('gcCpu'), found.get('liveHeap'), found.get('cyclesPerSecond')]
  if (share?.sureness !== 'derived' || found.has('scanRate') || !live || !cycles || !procs) return []
  const rateAt = (part: unknown) =>
    (Number(live.value) * Number(cycles.value)) / (Number(part) * Math.max(1, Number(procs.value)))
  const range = { low: rateAt(share.high), high: rateAt(share.low) }
  if (!(range.low > 0 && range.high < Infinity)) return []
  const own = procs.sureness === 'assumed' ? `, if GOMAXPROCS is ${procs.value}, as assumed` : ''
  const source = `live heap of each cycle, over GC’s share of the CPU since the start${own}`
  const rate = quantityOf('scanRate', rateAt(share.value), range, source, 'derived')
  if (found.has('pointerFreeLive')) return [rate]
  return [rate, exactly('pointerFreeLive', 0, 'counted in the mark rate', 'derived')]
}
