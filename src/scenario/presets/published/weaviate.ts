import { MIB } from '../../../units.ts'
import { type Preset, vary } from '../preset.ts'

/** An object in memory: its vector of 768 floats, and 128 connections of 8 bytes. */
const OBJECT = 768 * 4 + 128 * 8
const OBJECTS = 400_000
/** 2039 MB are live when all are in. */
const BEFORE = 2039 * MIB - OBJECTS * OBJECT
/** Allocated per second by 351 s (172 MB in the 416 ms of cycle 178), and at the end (58 in 393). */
const FAST = (172 * MIB) / 0.416
const SLOW = (58 * MIB) / 0.393
const FAST_SECONDS = 351
const SECONDS = 693
/** Steps from the fast rate to the slow rate. */
const STEPS_DOWN = 6
/** 1575 MB less 172, in 2.33 CPU-seconds. */
const SCAN_RATE = (1403 * MIB) / 2.333

/** Importing an object always allocates the same; of that, only the object stays live. */
function imports() {
  const part = (SECONDS - FAST_SECONDS) / STEPS_DOWN
  const rates = Array.from({ length: STEPS_DOWN }, (_, i) => FAST + ((SLOW - FAST) * (i + 0.5)) / STEPS_DOWN)
  const allocated = FAST * FAST_SECONDS + rates.reduce((sum, rate) => sum + rate * part, 0)
  const phase = (duration: number, allocRate: number) => ({
    duration,
    allocRate,
    newSurvivalRate: (OBJECTS * OBJECT) / allocated,
    scanRate: SCAN_RATE,
  })
  return [phase(FAST_SECONDS, FAST), ...rates.map((rate) => phase(part, rate))]
}

const OOM: Preset = {
  id: 'weaviate-oom',
  title: 'Vector import in 3 GiB, no limit',
  look: 'The live heap fills half of the container when GOGC=100 lets it double once more: killed before two thirds are imported.',
  json: {
    model: 'runtime',
    containerLimit: '3GiB',
    procs: 16,
    program: {
      pace: 'clock',
      busyProcs: 10,
      otherMemory: '5MiB',
      globals: '160KiB',
      phases: [{ duration: 1, allocRate: BEFORE, newSurvivalRate: 1, scanRate: SCAN_RATE }, ...imports()],
    },
  },
}

const SCHEDULE: Preset = {
  id: 'three-schedules',
  title: '4 GB live on 6 GB: no cycle at all',
  look: 'Without GC cycles the temporary garbage fills the machine.',
  json: {
    model: 'runtime',
    gogc: 'off',
    containerLimit: '6GiB',
    procs: 4,
    program: {
      pace: 'clock',
      initialLive: '4GiB',
      phases: [{ duration: 200, allocRate: '20MiB', scanRate: '1GiB' }],
      peakAllocRate: '1GiB',
    },
  },
}

const STEPS = [100, 200, 400, 800, 1600]
const GOALS: Preset = {
  id: 'relative-goals',
  title: 'Goals that double: 100 MB to 3.2 GB',
  look: 'With GOGC=100 the goal is twice the live heap: 200 MB, 400, 800, 1600, 3200.',
  json: {
    model: 'runtime',
    containerLimit: '6GiB',
    procs: 4,
    program: {
      pace: 'clock',
      initialLive: '100MiB',
      phases: STEPS.flatMap((mib, i) => [
        { duration: 1, allocRate: (mib - (STEPS[i - 1] ?? mib)) * MIB, newSurvivalRate: 1, scanRate: '4GiB' },
        { duration: 30, allocRate: mib * MIB * 0.1, scanRate: '4GiB' },
      ]),
    },
  },
}

const still = (live: string) => ({
  pace: 'clock',
  initialLive: live,
  phases: [{ duration: 60, allocRate: '100MiB', scanRate: '4GiB' }],
})

export const WEAVIATE_PRESETS: readonly Preset[] = [
  OOM,
  vary(
    OOM,
    'weaviate-limit',
    'Vector import in 3 GiB, GOMEMLIMIT 2750 MiB',
    'Near the limit, cycles run more often; the import finishes.',
    { memoryLimit: '2750MiB' },
  ),
  SCHEDULE,
  vary(
    SCHEDULE,
    'three-schedules-often',
    '4 GB live on 6 GB: a cycle every 100 MB',
    'It survives, but GC cycles run for almost a third of the time.',
    { memoryLimit: 'off', gogc: 2 },
  ),
  vary(
    SCHEDULE,
    'three-schedules-late',
    '4 GB live on 6 GB: cycles only near the limit',
    'It uses the memory available, and cycles are rare.',
    { memoryLimit: '5.7GiB' },
  ),
  GOALS,
  vary(
    GOALS,
    'relative-goals-4g',
    '4 GB live on 6 GB: a goal of 8 GB',
    'The first goal is already larger than the machine: killed before a cycle starts.',
    { program: still('4000MiB') },
  ),
  vary(
    GOALS,
    'relative-goals-25',
    '4 GB live on 6 GB, GOGC=25',
    'The goal is the live heap and a quarter more: 5 GB, which fits.',
    {
      gogc: 25,
      program: still('4000MiB'),
    },
  ),
  vary(
    GOALS,
    'relative-goals-25-small',
    '100 MB live, GOGC=25',
    'A small live heap has a small goal, 125 MB, and so a cycle every quarter of a second.',
    { gogc: 25, program: still('100MiB') },
  ),
  {
    id: 'ballast',
    title: 'A ballast of 4 GB, GOGC=25',
    look: 'The ballast is never touched, so it takes no memory of the machine; no cycle runs before the heap reaches 5 GB.',
    json: {
      model: 'runtime',
      gogc: 25,
      procs: 4,
      program: {
        pace: 'clock',
        initialLive: '4000MiB',
        pointerFreeLive: '4000MiB',
        untouched: '4000MiB',
        phases: [{ duration: 60, allocRate: '50MiB', scanRate: '1GiB' }],
      },
    },
  },
]
