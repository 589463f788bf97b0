import type { Given } from './session.ts'

/** Inputs to try the page with, recorded with Go 1.26 on 2 CPUs. */
export interface Example {
  readonly name: string
  readonly text: string
  readonly load: () => Promise<readonly Given[]>
}

const toGiven = (name: string, text: string, fileSeconds?: number): Given => ({
  name,
  blob: new Blob([text]),
  fileSeconds,
})

export const EXAMPLES: readonly Example[] = [
  {
    // Recorded with GOGC=100 and no memory limit, as the default registry of client_golang shows it; and a manifest for
    // it, with the container that its peak nearly fills.
    name: 'A cache with metrics',
    text: '200 MiB in a container of 512 MiB, by two scrapes of /metrics and its manifest.',
    load: async () => {
      const [manifest, before, after] = await Promise.all([
        import('./samples/deployment.yaml?raw'),
        import('./samples/metrics-1.txt?raw'),
        import('./samples/metrics-2.txt?raw'),
      ])
      return [
        toGiven('deployment.yaml', manifest.default),
        toGiven('metrics-1.txt', before.default, 1795352554.481),
        toGiven('metrics-2.txt', after.default, 1795352574.807),
      ]
    },
  },
  {
    name: 'The log of a steady service',
    text: '40 MiB live, 200 MiB of garbage a second, GOGC=100.',
    load: async () => [toGiven('steady.log', (await import('./samples/steady.log?raw')).default)],
  },
  {
    name: 'The log of a cache below its limit',
    text: '200 MiB live with GOMEMLIMIT=256MiB: the limit sets the heap goal.',
    load: async () => [toGiven('cache.log', (await import('./samples/cache.log?raw')).default)],
  },
  {
    name: 'The log of a heap that grows',
    text: 'up to 160 MiB, with GOGC=100 and no limit.',
    load: async () => [toGiven('grow.log', (await import('./samples/grow.log?raw')).default)],
  },
  {
    name: 'The log of a limit that is too low',
    text: 'up to 355 MiB live with GOMEMLIMIT=300MiB: the collector does most of the work.',
    load: async () => [toGiven('thrash.log', (await import('./samples/thrash.log?raw')).default)],
  },
]
