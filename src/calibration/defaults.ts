import { GIB, KIB, MIB } from '../units.ts'

/*
 * What gctrace does not show, as small Go programs have it. Measured on programs of 128-byte objects with Go 1.26 on
 * linux/amd64; a calibration says of each that it was assumed.
 */

/** Bytes of small objects with pointers that one CPU marks per second. */
export const SCAN_RATE = 5 * GIB
/** What one CPU allocates per second when it does nothing else. */
export const PEAK_ALLOC_RATE = 2.2 * GIB
/** How fast one CPU sweeps. */
export const SWEEP_RATE = 10.5 * GIB
/** How much faster a small heap is marked again at once. */
export const WARM_MARKING = 0.25
/** How much longer allocating takes while a cycle marks, for a program whose slack hides it. */
export const MARK_SLOWDOWN = 1.5

/** A small binary’s globals, and the stacks of a handful of goroutines: gctrace shows 0 MB of either. */
export const GLOBALS = 156 * KIB
export const STACKS = 9 * KIB
/** Share of the scannable heap that is large arrays of pointers, which are followed first, and slowly. */
export const POINTER_ARRAYS = 0.02

/*
 * Bounds of what counts beside the heap, of the recorded programs whose memory was measured: other memory of the runtime,
 * in bytes; slots and spans that no object fills, as a share of the highest heap; what is allocated for stacks, as a
 * multiple of what cycles scan of them.
 */
export const OTHER_BOUNDS = { least: 2.5 * MIB, most: 14 * MIB }
export const UNFILLED_BOUNDS = { least: 0.02, most: 0.5 }
export const STACKS_BOUNDS = { least: 1.1, most: 1.9 }
/** Of what Go does not count and is resident, in bytes: pages of the program’s file; and what it counts and is not: a share. */
export const FILE_PAGES = 3 * MIB
export const MOST_FILE_PAGES = 2 * FILE_PAGES
export const MOST_UNTOUCHED = 0.05
