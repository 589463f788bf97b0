const SUFFIXES: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
}

/**
 * GOMEMLIMIT as Go reads it (runtime/string.go, parseByteCount): a whole number with one of B, KiB, MiB, GiB, TiB, or
 * none, or `off`.
 * @returns undefined if Go refuses it: the program aborts at its start
 */
export function readGomemlimit(text: string): number | 'off' | undefined {
  // mgcpacer.go, readGOMEMLIMIT: an empty variable counts as unset.
  if (text === '' || text === 'off') return 'off'
  const [, digits = '', suffix = ''] = /^(\d+)([A-Za-z]*)$/.exec(text) ?? []
  const factor = SUFFIXES[suffix]
  if (digits === '' || factor === undefined) return undefined
  const bytes = Number(digits) * factor
  return bytes < 2 ** 63 ? bytes : undefined
}

/** GOGC as Go reads it (mgcpacer.go, readGOGC): whole, or `off`; anything else is silently 100. */
export function readGogc(text: string): { readonly value: number | 'off'; readonly isRead: boolean } {
  if (text === 'off') return { value: 'off', isRead: true }
  if (/^-?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31) {
    const percent = Number(text)
    return { value: percent < 0 ? 'off' : percent, isRead: true }
  }
  return { value: 100, isRead: text === '' }
}

/** Whether a Go version takes GOMAXPROCS from the CPU limit; an unknown version counts as one that does. @param version `go1.26.8` */
export function takesCpuLimit(version: string | undefined): boolean {
  const [, minor] = /^go1\.(\d+)/.exec(version ?? '') ?? []
  return minor === undefined || Number(minor) >= 25
}

/** Whether somebody who wrote this meant no limit; Go itself knows `off` alone. */
export function meansOff(text: string): boolean {
  return /^(off|none|no|false|disabled|unlimited|infinity|inf|max|-1)$/i.test(text)
}
