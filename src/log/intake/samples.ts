/** A log of our own to try the page with: recorded, as it was printed, with Go 1.26 on 2 CPUs. */
export interface Sample {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly load: () => Promise<string>
}

export const SAMPLES: readonly Sample[] = [
  {
    id: 'steady',
    title: 'A steady service',
    text: '40 MiB live, 200 MiB of garbage a second, GOGC=100.',
    load: async () => (await import('../samples/steady.log?raw')).default,
  },
  {
    id: 'cache',
    title: 'A cache below its limit',
    text: '200 MiB live with GOMEMLIMIT=256MiB: the limit sets the pace.',
    load: async () => (await import('../samples/cache.log?raw')).default,
  },
  {
    id: 'grow',
    title: 'A heap that grows',
    text: 'Up to 160 MiB, with GOGC=100 and no limit.',
    load: async () => (await import('../samples/grow.log?raw')).default,
  },
  {
    id: 'thrash',
    title: 'A limit that is too low',
    text: '300 MiB live with GOMEMLIMIT=300MiB: the collector does most of the work.',
    load: async () => (await import('../samples/thrash.log?raw')).default,
  },
]
