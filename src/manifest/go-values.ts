import { isGoGogc } from '../scenario/go-env.ts'

/**
 * As Go reads GOGC (Go 1.26, mgcpacer.go, readGOGC): anything but a whole number or `off` is silently 100, not
 * `isRead`.
 */
export function readGogc(text: string): { readonly value: number | 'off'; readonly isRead: boolean } {
  if (!isGoGogc(text)) return { value: 100, isRead: text === '' }
  const percent = Number(text)
  return { value: percent >= 0 ? Math.abs(percent) : 'off', isRead: true }
}

/**
 * Whether a Go version derives GOMAXPROCS from the CPU limit, if go.mod says go 1.25 or later
 * (internal/godebugs/table.go, containermaxprocs).
 * @param version `go1.26.8`; undefined counts as the newest
 */
export function takesCpuLimit(version: string | undefined): boolean {
  return minorOf(version) >= 25
}

/** Whether a Go version is too old for a memory limit. @param version `go1.26.8`; undefined counts as the newest */
export function isGoBeforeLimits(version: string | undefined): boolean {
  return minorOf(version) < 19
}

/** Whether two versions are of one release: `go1.26` and `go1.26.8`. */
export function isSameGo(one: string, other: string): boolean {
  return minorOf(one) === minorOf(other)
}

/** The 26 of `go1.26.8`; Infinity if the version is not known, or has no upper bound (`at least go1.19`). */
function minorOf(version = ''): number {
  return Number(/^go1\.(\d+)/.exec(version)?.[1] ?? Infinity)
}

/** Whether a text probably means “no limit”. Go accepts only `off`. */
export function meansOff(text: string): boolean {
  return /^\+?(off|none|no|false|disabled|unlimited|infinity|inf|max|-1)$/i.test(text.trim())
}
