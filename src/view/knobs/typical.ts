import type { ParameterKey } from '../../scenario/params.ts'

/** The usual values of real programs, and how to find one’s own. Read on demand, so not part of the first screen. */
export const TYPICAL: Readonly<Partial<Record<ParameterKey, string>>> = {
  cpuQuota: 'The container’s cpu.max: quota divided by period.',
  busyProcs:
    '0.1 to GOMAXPROCS: GOMAXPROCS × (growth of /cpu/classes/user:cpu-seconds ÷ growth of /cpu/classes/total:cpu-seconds); under a CPU quota: process_cpu_seconds_total per second, less what GC takes.',
  peakAllocRate: '0.5 to 3 GiB/s: a benchmark’s B/op divided by its time per op.',
  scannableShare: '0.2 to 1: the smallest of many samples of /gc/scan/heap:bytes, over /gc/heap/live:bytes.',
  pointerFreeLive: 'The size of your byte caches.',
  pointerArrayShare: '0 to 0.1: 8 bytes per element of your large slices and maps, divided by the heap they point to.',
  untouched: '0; a ballast, or large slices made with spare capacity.',
  stacks: '0.1 to 8 KiB per goroutine: /gc/scan/stack:bytes, or “MB stacks” in gctrace.',
  stackMemory: '2 to 32 KiB per goroutine, often 2 to 8 times what is scanned: /memory/classes/heap/stacks:bytes.',
  globals: '0.1 to 1 MiB, more with large tables: /gc/scan/globals:bytes, or “MB globals” in gctrace.',
  heapOverhead:
    '0.02 to 0.1: (heap/unused + metadata/mspan) ÷ heap/objects just before a cycle, all under /memory/classes/, plus 0.008 for the GC’s tables.',
  objectsPerSpan:
    'For long-lived objects up to 1 KiB: 8 KiB over their size; 1 to 11 up to 32 KiB (by Go’s size classes); above, 1.',
  mixedPerSpan:
    '1 to 3: 1.5 where /memory/classes/heap/unused:bytes, once the cycle’s garbage is swept, is 15 % of the heap before it, 2 at 25 % (GOGC=100).',
  sweepRate: '10 GiB/s for 128-byte objects.',
  warmMarking:
    '0.2 to 0.3 with 32 MiB of third-level cache: mark cost per byte when cycles are far apart ÷ mark cost per byte when they run back to back, less 1.',
  lateLive: '1 % where clients wait for their answers, 26 % in a queue that accepts all: recorded at memory limits.',
  procs: '1 to 64: /sched/gomaxprocs:threads, or “P” at the end of a gctrace line.',
  otherMemory:
    '4 to 15 MiB: /memory/classes/total:bytes less all of heap/ (released, free, unused, objects, stacks), metadata/mspan, and 0.8 % of the heap (the GC’s tables).',
  outsideMemory:
    '0 to 10 MiB without cgo (the program’s file, page tables): the container’s working set less (/memory/classes/total:bytes − heap/released).',
  fixedCost: '0.0001 to 0.04 s: CPU time of a cycle on a nearly empty heap.',
  pauseCost: '0.00002 to 0.0005 s: the first and last clock figures of a gctrace line, together.',
  scanRate:
    '0.5 (all pointers) to 200 GiB/s (hardly any): live heap in gctrace ÷ its assist, background and idle CPU time.',
}
