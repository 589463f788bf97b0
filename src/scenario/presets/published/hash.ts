import { GIB, MIB } from '../../../units.ts'
import { type Preset, vary } from '../preset.ts'

const FILE = 100 * MIB

/** A phase of requests, this many per second, each of which reads the file into memory. */
const requests = (perSecond: number, seconds: number) => [
  { duration: seconds, allocRate: perSecond * FILE, scanRate: '4GiB' },
]

const NOGC: Preset = {
  id: 'hash-nogc',
  machineMemory: 24 * GIB,
  title: '100 MiB per request, GOGC off',
  look: 'No cycle, so no memory is reused: 86 GiB in half a minute, on a machine with 24 GiB.',
  json: {
    model: 'runtime',
    gogc: 'off',
    procs: 8,
    program: {
      pace: 'clock',
      otherMemory: '5MiB',
      heapOverhead: 0,
      globals: '160KiB',
      stacks: '1MiB',
      initialLive: 3 * FILE,
      pointerFreeLive: 3 * FILE,
      phases: requests(878 / 35, 35),
    },
  },
}

export const HASH_PRESETS: readonly Preset[] = [
  NOGC,
  vary(
    NOGC,
    'hash-2g',
    '100 MiB per request, limit 2 GiB',
    'Memory is reused: 2.7 times as many requests per second.',
    {
      memoryLimit: '2GiB',
      program: { phases: requests(68, 31) },
    },
  ),
  vary(
    NOGC,
    'hash-5g',
    '100 MiB per request, limit 5 GiB',
    'A third of the cycles, but no more requests: they no longer wait for memory.',
    {
      memoryLimit: '5GiB',
      program: { phases: requests(68, 31) },
    },
  ),
]
