import { GIB, KIB, MIB } from '../../../units.ts'
import { growSlice } from '../published/append.ts'

/*
 * The six programs are those of one Go source file, recorded under many settings (see tests/fixtures/runs). Its graph
 * is a slice of pointers to objects of 128 bytes, its garbage more of such objects, allocated by the clock on every P;
 * between allocations each P computes, so both CPUs are busy.
 *
 * Calibrated on the one run with GOGC=100 and no limit: scan rates, slowdowns, BUILD, and the values of MACHINE without
 * another source beside them. All others follow from the source and from Go.
 */

export type Phase = Readonly<Record<string, number | boolean | string>>

const NODE = 128
/** A span of 8 KiB holds 62 such objects beside its mark and heap bits, and the pacer counts the whole span. */
const AS_COUNTED = 8192 / (62 * NODE)
/** Bytes marked per CPU-second in an unchanged graph, with much allocation between cycles: 9 ms for 43 MiB. */
const SCAN_RATE = 4.7 * GIB
/** Newly added nodes have random links, and following random links misses the caches. */
const RANDOM_SCAN_RATE = 2.5 * GIB
/** Seconds to allocate and link one node; seconds to visit one afterwards, to cut its link. */
const BUILD = { perNode: 190e-9, perVisit: 11e-9 }

/**
 * While a cycle marks, each pointer written goes through the write barrier: one per object of garbage; two in the
 * graph, and every pointer of the slice each time it grows.
 */
const CHURN_SLOWDOWN = 1.7
const BUILD_SLOWDOWN = 5

export const MACHINE = {
  pace: 'clock',
  /** Allocation per CPU of `thrash` between cycles, without the time for sweeping. */
  peakAllocRate: 2.2 * GIB,
  /** From the goals under a memory limit: limit − goal / 0.97 is this much and 6 % of the heap. */
  otherMemory: 3.7 * MIB,
  heapOverhead: 0.06,
  /** 8 bytes in the slice for every node of 128. */
  pointerArrayShare: 8 / 136,
  globals: 160234,
  stacks: 9 * KIB,
  sweepRate: 10.5 * GIB,
  pauseCost: 0.00013,
  /** 45 to 70 MiB are marked at 5.5 to 6 GiB/s where cycles run back to back. */
  warmMarking: 0.25,
} as const

/** A phase that allocates garbage on every CPU, at a rate in MiB per second, for a fixed time. */
export function churn(mibPerSecond: number, seconds: number): Phase {
  return {
    duration: seconds,
    allocRate: mibPerSecond * MIB * AS_COUNTED,
    scanRate: SCAN_RATE,
    markSlowdown: CHURN_SLOWDOWN,
  }
}

interface Graph {
  readonly nodes: number
  readonly capacity: number
}

export const EMPTY_GRAPH: Graph = { nodes: 0, capacity: 0 }

/** Grows the graph to `mib` MiB of nodes in one goroutine; returns the graph afterwards, and the phase. */
export function grow(graph: Graph, mib: number): { readonly graph: Graph; readonly phase: Phase } {
  const nodes = (mib * MIB) / NODE
  const slices = growPointers(graph.capacity, nodes)
  const added = nodes - graph.nodes
  const allocated = added * NODE * AS_COUNTED + slices.allocated
  const born = added * NODE + (slices.capacity - graph.capacity) * 8
  const duration = added * BUILD.perNode + nodes * BUILD.perVisit
  const phase = {
    duration,
    allocRate: allocated / duration,
    newSurvivalRate: born / allocated,
    scanRate: 1 / (added / nodes / RANDOM_SCAN_RATE + (1 - added / nodes) / SCAN_RATE),
    goroutines: 1,
    markSlowdown: BUILD_SLOWDOWN,
  }
  return { graph: { nodes, capacity: slices.capacity }, phase }
}

/** Cuts the graph back to `mib` MiB of nodes; the slice keeps its capacity. */
export function cut(graph: Graph, mib: number): Phase {
  const nodes = (mib * MIB) / NODE
  const live = graph.nodes * NODE + graph.capacity * 8
  return {
    duration: (graph.nodes - nodes) * BUILD.perVisit + nodes * BUILD.perVisit,
    oldDeathRate: ((graph.nodes - nodes) * NODE) / live,
    scanRate: SCAN_RATE,
    goroutines: 1,
  }
}

/** How append grows a slice of pointers one by one. */
function growPointers(capacity: number, length: number): { readonly capacity: number; readonly allocated: number } {
  let bytes = capacity * 8
  let allocated = 0
  while (bytes < length * 8) {
    bytes = growSlice(bytes, 8)
    allocated += bytes
  }
  return { capacity: bytes / 8, allocated }
}
