const RUNTIME = { version: 1, model: 'runtime' } as const

/** A service with 100 MiB live; after a minute a batch of requests fills its caches for ten seconds. */
export const SERVICE = {
  ...RUNTIME,
  title: 'A service',
  procs: 4,
  program: {
    pace: 'clock',
    busyProcs: 2,
    peakAllocRate: '500MiB',
    initialLive: '100MiB',
    otherMemory: '10MiB',
    phases: [
      { duration: 60, allocRate: '200MiB' },
      { duration: 2, allocRate: '200MiB', newSurvivalRate: 0.5 },
      { duration: 8, allocRate: '200MiB' },
      { duration: 2, allocRate: '200MiB', oldDeathRate: 0.66 },
      { duration: 56, allocRate: '200MiB' },
    ],
  },
} as const

/** 20 MiB live; after forty seconds a part of all that is allocated is never let go. */
export const LEAK = {
  ...RUNTIME,
  title: 'A slow leak',
  procs: 2,
  program: {
    pace: 'clock',
    busyProcs: 1,
    peakAllocRate: '1GiB',
    initialLive: '20MiB',
    otherMemory: '5MiB',
    phases: [
      { duration: 40, allocRate: '10MiB' },
      { duration: 120, allocRate: '10MiB', newSurvivalRate: 0.08 },
    ],
  },
} as const

/** 1 MiB live, a hundred times as much garbage per second. */
export const TINY = {
  ...RUNTIME,
  title: 'A tiny program',
  procs: 2,
  program: {
    pace: 'clock',
    busyProcs: 1,
    peakAllocRate: '1GiB',
    initialLive: '1MiB',
    phases: [{ duration: 10, allocRate: '100MiB' }],
  },
} as const

/** Calm for four seconds, then it allocates fifteen times as fast. */
export const RUSH = {
  ...RUNTIME,
  title: 'A rush of requests',
  procs: 4,
  program: {
    pace: 'clock',
    busyProcs: 3,
    peakAllocRate: '2GiB',
    initialLive: '100MiB',
    phases: [
      { duration: 4, allocRate: '100MiB' },
      { duration: 4, allocRate: '1500MiB' },
    ],
  },
} as const

/**
 * With stacks and globals as small programs have them, so that a cycle has something to scan even where the whole live
 * heap is free of pointers.
 */
export const shape = (title: string, pointerFreeLive: string) => ({
  ...RUNTIME,
  title,
  procs: 4,
  program: {
    busyProcs: 2,
    initialLive: '256MiB',
    pointerFreeLive,
    stacks: '64KiB',
    globals: '256KiB',
    phases: [{ duration: 20, allocRate: '200MiB' }],
  },
})
