import { isGoGogc } from '../scenario/go-env.ts'

/** GOGC as Go reads it (mgcpacer.go, readGOGC): whole, or `off`; anything else is silently 100. */
export function readGogc(text: string): { readonly value: number | 'off'; readonly isRead: boolean } {
  if (!isGoGogc(text)) return { value: 100, isRead: text === '' }
  const percent = Number(text)
  return { value: percent >= 0 ? Math.abs(percent) : 'off', isRead: true }
}

/**
 * Whether a Go version takes GOMAXPROCS from the CPU limit where go.mod says go 1.25 or later (internal/godebugs/table.go,
 * containermaxprocs). No input shows the line of go.mod. An unknown version counts as one that does.
 * @param version `go1.26.8`
 */
export function takesCpuLimit(version: string | undefined): boolean {
  return minorOf(version) >= 25
}

/** Whether a Go version has no memory limit; an unknown version counts as one that has. @param version `go1.26.8` */
export function isBeforeLimits(version: string | undefined): boolean {
  return minorOf(version) < 19
}

/** The 26 of `go1.26.8`; Infinity where the version is not known: it counts as the newest. */
function minorOf(version = ''): number {
  return Number(/^go1\.(\d+)/.exec(version)?.[1] ?? Infinity)
}

/** Whether somebody who wrote this meant no limit; Go itself knows `off` alone. */
export function meansOff(text: string): boolean {
  return /^\+?(off|none|no|false|disabled|unlimited|infinity|inf|max|-1)$/i.test(text.trim())
}
