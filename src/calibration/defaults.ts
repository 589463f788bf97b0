import { GIB, KIB } from '../units.ts'

/* Measured on small Go programs with 128-byte objects (Go 1.26, linux/amd64). A calibration lists each as assumed. */

/** Bytes of small objects with pointers that one CPU marks per second. */
export const SCAN_RATE = 5 * GIB
/** Bytes that one CPU allocates per second when it does nothing else. */
export const PEAK_ALLOC_RATE = 2.2 * GIB
/** Bytes that one CPU sweeps per second. */
export const SWEEP_RATE = 10.5 * GIB
/** How much faster GC marks a small heap if a cycle follows the last one at once: a share, 0.25 for a quarter. */
export const WARM_MARKING = 0.25
/** How many times longer allocation takes during a mark phase, for a program whose slack hides it. */
export const MARK_SLOWDOWN = 1.5

/** Globals of a small binary, and stacks of a handful of goroutines: gctrace shows both as 0 MB. */
export const GLOBALS = 156 * KIB
export const STACKS = 9 * KIB
/** Share of the scannable heap in large arrays of pointers, which GC follows first, and slowly. */
export const POINTER_ARRAYS = 0.02
