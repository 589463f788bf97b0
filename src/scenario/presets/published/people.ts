import { GIB, MIB } from '../../../units.ts'
import { type Preset, vary } from '../preset.ts'
import { append, type PhaseJson } from './append.ts'

/** The text of a record, in bytes: its printed length, and the size class of the string. */
const PRINTED = 119.34
const KEPT = 128.2
/** Bytes allocated for a record and dropped: the JSON as bytes, the record, its name and numbers. */
const DROPPED = KEPT + 64 + 24
/** Printing converts each string to an interface value: its header is allocated. */
const BOXED = 16
const BUILD_SECONDS = 1.2e-6
const PRINT_SECONDS = 0.4e-6
const RATES = { copyRate: 2 * GIB, scanRate: 6.75 * GIB }
/** The memory of the virtual machine, and how many times slower printing is once strings were swapped out. */
const MACHINE = 8 * GIB
const SWAPPING = 70

/** Creates the records as strings, then prints all of them into one buffer that grows like a slice. */
function phases(side: number, swapping: number): PhaseJson[] {
  const count = side * side
  const built = append({ ...RATES, count, slot: 16, kept: KEPT, dropped: DROPPED, seconds: BUILD_SECONDS })
  const printed = append({
    ...RATES,
    count: count * PRINTED,
    slot: 1,
    kept: 0,
    dropped: BOXED / PRINTED,
    seconds: PRINT_SECONDS / PRINTED,
    live: built.live,
    slowdown: (touched) => (touched > MACHINE ? swapping : 1),
  })
  return [...built.phases, ...printed.phases]
}

const TABLE: Preset = {
  id: 'people-table',
  title: '25 million records, no limit',
  machineMemory: MACHINE,
  look: 'Every cycle finds more live heap. The last steps are the buffer into which everything is printed.',
  json: {
    model: 'runtime',
    procs: 8,
    program: { otherMemory: 4.5 * MIB, heapOverhead: 0.012, phases: phases(5000, SWAPPING) },
  },
}

function limited(gb: string, memoryLimit: string): Preset {
  const look = 'While the limit leaves the heap no room, cycles run back to back on CPUs that the program leaves idle.'
  return vary(TABLE, `people-table-${gb}g`, `25 million records, limit ${gb} GB`, look, {
    memoryLimit,
  })
}

const OOM = vary(
  TABLE,
  'people-oom',
  '49 million records in 8 GB',
  'The live heap would still fit; the garbage that GOGC=100 allows on top of it does not: killed.',
  {
    containerLimit: 8e9,
    program: { outsideMemory: 8e9 - 7_505_364 * 1024, phases: phases(7000, 1) },
  },
)

/** 4 % of the container is memory that the Go runtime does not know of. */
const HEADROOM: Preset = {
  id: 'headroom',
  title: 'A limit 10 % below the container',
  look: 'Memory outside Go uses part of the headroom between GOMEMLIMIT and the container limit.',
  json: {
    model: 'runtime',
    memoryLimit: '900MiB',
    containerLimit: '1000MiB',
    procs: 4,
    program: {
      outsideMemory: '40MiB',
      otherMemory: '4MiB',
      phases: [
        { duration: 4, allocRate: '150MiB', newSurvivalRate: 1 },
        { duration: 40, allocRate: '50MiB' },
      ],
    },
  },
}

export const PEOPLE_PRESETS: readonly Preset[] = [
  OOM,
  vary(
    OOM,
    'people-oom-limit',
    '49 million records in 8 GB, limit 6000 MiB',
    'No limit helps: the live heap outgrows the machine. The source says that this run finished.',
    { memoryLimit: '6000MiB' },
  ),
  TABLE,
  limited('7', '7000MiB'),
  limited('6.5', '6500MiB'),
  limited('6', '6000MiB'),
  limited('5.5', '5500MiB'),
  HEADROOM,
  vary(
    HEADROOM,
    'headroom-5',
    'A limit 5 % below the container',
    'GOMEMLIMIT leaves 5 % of the container free, and memory outside Go uses 4 %: still enough.',
    {
      memoryLimit: '950MiB',
    },
  ),
  vary(
    HEADROOM,
    'headroom-none',
    'A limit equal to the container’s',
    'GOMEMLIMIT does not count the memory outside Go: the program is killed before the limit is reached.',
    { memoryLimit: '1000MiB' },
  ),
]
