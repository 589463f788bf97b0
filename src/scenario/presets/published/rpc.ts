import { GIB, MIB } from '../../../units.ts'
import { type Preset, vary } from '../preset.ts'

/** One cycle per 1088 MiB, 0.77 times a second. */
const ALLOC_RATE = 0.77 * 1088 * MIB
const CACHE = GIB

const serve = (seconds: number) => ({
  duration: seconds,
  allocRate: ALLOC_RATE,
  scanRate: '5GiB',
  goroutines: 1,
})

const RPC: Preset = {
  id: 'rpc',
  title: 'A server with 64 MiB of requests',
  look: 'Twice the live heap: 64 MiB live take 133 MiB of memory.',
  json: {
    model: 'runtime',
    procs: 4,
    program: {
      pace: 'clock',
      initialLive: '64MiB',
      pointerFreeLive: '64MiB',
      otherMemory: '5MiB',
      globals: '160KiB',
      phases: [serve(20)],
    },
  },
}

const RPC_CACHE = vary(
  RPC,
  'rpc-cache',
  'The server with a cache of 1 GiB',
  'The cache counts as live heap, so GOGC=100 allows another GiB of garbage.',
  { program: { initialLive: CACHE + 64 * MIB, pointerFreeLive: CACHE + 64 * MIB, phases: [serve(60)] } },
)

const sweep = (gogc: number) =>
  vary(
    RPC_CACHE,
    gogc === 100 ? 'rpc-sweep' : `rpc-sweep-${gogc}`,
    `The server with its cache, GOGC=${gogc}`,
    'The lower GOGC, the less memory above the live heap, and the more cycles, in the same proportion.',
    { gogc },
  )

export const RPC_PRESETS: readonly Preset[] = [
  RPC,
  RPC_CACHE,
  vary(
    RPC,
    'rpc-mmap',
    'The cache outside the Go heap',
    'A cache of 1 GiB that mmap keeps outside the Go heap does not raise the goal: it follows the 64 MiB of requests alone.',
    { program: { outsideMemory: CACHE } },
  ),
  ...[100, 50, 20, 10].map(sweep),
  {
    id: 'anatomy',
    title: 'Live heap, total heap, heap goal',
    look: 'The live heap rises and falls; the total heap falls only when a cycle ends, which also sets the next goal.',
    json: {
      model: 'runtime',
      procs: 4,
      program: {
        pace: 'clock',
        initialLive: '40MiB',
        phases: [
          { duration: 3, allocRate: '30MiB', newSurvivalRate: 0.3, scanRate: '4GiB' },
          { duration: 3, allocRate: '40MiB', newSurvivalRate: 0.3, scanRate: '4GiB' },
          { duration: 4, allocRate: '30MiB', oldDeathRate: 0.6, scanRate: '4GiB' },
          { duration: 4, allocRate: '20MiB', newSurvivalRate: 0.2, scanRate: '4GiB' },
        ],
      },
    },
  },
]
