/** A part of the figure that an author may hide by its name in `hide=`. */
export interface Part {
  readonly name: string
  readonly label: string
}

/** The parts that are not controls, in the order in which they are shown. */
export const SHOWN_PARTS = [
  { name: 'title', label: 'Title' },
  { name: 'results', label: 'Results' },
  { name: 'cpu', label: 'GC CPU chart' },
  { name: 'explained', label: 'Explanation' },
  { name: 'play', label: 'Play' },
] as const satisfies readonly Part[]

/** The controls, each with the scenario's key that it sets. */
export const CONTROL_PARTS = [
  { name: 'gogc', label: 'GOGC', key: 'gogc' },
  { name: 'memory-limit', label: 'GOMEMLIMIT', key: 'memoryLimit' },
  { name: 'container-limit', label: 'Container limit', key: 'containerLimit' },
  { name: 'cpu-limiter', label: 'GC CPU limit', key: 'cpuLimiter' },
  { name: 'procs', label: 'GOMAXPROCS', key: 'procs' },
  { name: 'other-memory', label: 'Other memory', key: 'otherMemory' },
] as const satisfies readonly (Part & { readonly key: string })[]

export const PARTS: readonly Part[] = [...SHOWN_PARTS, ...CONTROL_PARTS]

export function isPart(name: string): boolean {
  return PARTS.some((part) => part.name === name)
}
