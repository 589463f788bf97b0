import { type Facts, toFacts } from './facts.ts'

const row = (preset: string, experiment: string, section: string, rest: Partial<Facts>): Facts =>
  toFacts({ preset, experiment, source: 'weaviate', section, question: 'killed', ...rest })

const IMPORT = [
  { key: 'import', value: '400,000 objects, each with a vector of 768 dimensions', keys: ['newSurvivalRate'] },
  { key: 'containerLimit', value: '3 GiB' },
  { key: 'procs', value: '16' },
  { key: 'GOGC', value: '100', keys: ['gogc'] },
] as const

const MACHINE_4_OF_6 = [
  { key: 'live heap', value: '4 GB', keys: ['initialLive'] },
  { key: 'machine', value: '6 GB', keys: ['containerLimit'] },
] as const

const SKETCHED = {
  key: 'allocRate, scanRate, procs, duration',
  value: '20 MiB/s (up to 1 GiB/s per CPU to catch up), 1 GiB/s, 4, 200 s',
  why: 'A sketch has no rates. These are the ones of Go’s guide; with them, the collector that starts every 100 MB never finishes.',
  keys: ['allocRate', 'peakAllocRate', 'scanRate', 'procs', 'duration', 'pace'],
} as const

const GOAL_WHY =
  'A goal of 2296 MB leaves 453 MiB for what is not objects, 20 % of the heap: the Go of that time (1.19) kept 1 MiB below the limit, where Go 1.26, which is simulated, keeps 3 %. Such a share would have killed the first run before its cycle 178 (2721 MB of heap in 3072 MiB), so it must have grown in the long time near the limit, probably as spans were left partly empty. The model’s share is the same throughout.'

/** For the worked examples with a constant live heap. */
const STEADY = {
  key: 'allocRate, duration',
  value: '100 MiB/s of garbage for 60 s',
  why: 'So that there is something to collect.',
  keys: ['allocRate', 'duration', 'pace'],
} as const

/** Experiment, sketches and worked examples of the article on GOMEMLIMIT. */
export const WEAVIATE_FACTS: readonly Facts[] = [
  row('weaviate-oom', 'weaviate-oom', 'Without GOMEMLIMT', {
    given: IMPORT,
    chosen: [
      {
        key: 'live heap per object',
        value: '4096 bytes',
        why: 'The vector (768 × 4) and the 128 connections of 8 bytes that the index keeps for each on its lowest level.',
        keys: ['newSurvivalRate'],
      },
      {
        key: 'live heap before the import',
        value: '477 MiB',
        why: '2039 MB at the end (of the other run), less 400,000 such objects.',
        keys: ['allocRate', 'newSurvivalRate'],
      },
      {
        key: 'allocRate',
        value: '413 MiB/s until 351 s, then falling to 148 at 693 s in six equal steps',
        why: 'Bytes allocated while the last cycle of each log marked, over its milliseconds; linear between both. Each object takes its share. With three steps or twelve, no figure is judged differently.',
        keys: ['allocRate', 'pace'],
      },
      {
        key: 'duration',
        value: '351 s, and 693 s in all',
        why: 'When the last line of each log was printed. The run follows the clock.',
      },
      { key: 'scanRate', value: '601 MiB/s', why: '2.33 CPU-seconds for 1403 MB, from cycle 178.' },
      {
        key: 'busyProcs',
        value: '10',
        why: '16 less the 4 that mark and the 1.7 that marked because they were idle, from cycle 178.',
      },
      {
        key: 'heapOverhead, otherMemory, globals',
        value: '5 %, 5 MiB, 160 KiB',
        why: 'Our defaults for a program of which nothing else is known.',
      },
    ],
    used: [
      { figure: 'other', label: 'allocated while cycle 178 marked', reported: 172, unit: 'MiB', sets: 'allocRate' },
      { figure: 'last-live', reported: 1575, sets: 'scanRate' },
      { figure: 'other', label: 'time of cycle 178', reported: 351.109, unit: 's', sets: 'allocRate' },
      { figure: 'other', label: 'idle marking in cycle 178', reported: 0.695, unit: 's', sets: 'busyProcs' },
      { figure: 'other', label: 'CPU time of cycle 178', reported: 2.33, unit: 's', sets: 'scanRate' },
    ],
    judged: [
      { figure: 'verdict', reported: 'killed' },
      { figure: 'progress', reported: 60, label: 'imported when killed' },
      { figure: 'cycles', reported: 178 },
      { figure: 'gctrace-cpu', reported: [1, 2], label: 'GC CPU in gctrace (1 %, rounded down)' },
      { figure: 'last-start', reported: 2549 },
      { figure: 'last-end', reported: 2721 },
      { figure: 'last-goal', reported: 2729 },
    ],
  }),
  row('weaviate-limit', 'weaviate-limit', 'With GOMEMLIMIT=2750MiB', {
    like: 'weaviate-oom',
    given: [{ key: 'GOMEMLIMIT', value: '2750 MiB', keys: ['memoryLimit'] }],
    used: [
      { figure: 'last-live', reported: 2039, sets: 'live heap before the import' },
      { figure: 'other', label: 'allocated while cycle 313 marked', reported: 58, unit: 'MiB', sets: 'allocRate' },
      { figure: 'other', label: 'time of the last cycle', reported: 692.771, unit: 's', sets: 'duration' },
    ],
    judged: [
      { figure: 'verdict', reported: 'completed' },
      { figure: 'cycles', reported: 313 },
      { figure: 'gctrace-cpu', reported: [2, 3], label: 'GC CPU in gctrace (2 %, rounded down)' },
      { figure: 'last-start', reported: 2214 },
      { figure: 'last-end', reported: 2272, why: GOAL_WHY },
      { figure: 'last-goal', reported: 2296, why: GOAL_WHY },
      { figure: 'resident', reported: [0, 3072], label: 'peak resident memory, never above 3 GiB' },
    ],
  }),
  row('three-schedules', 'three-schedules', 'Why would you run OOM', {
    given: [...MACHINE_4_OF_6, { key: 'cycles', value: 'none', keys: ['gogc'] }],
    chosen: [SKETCHED],
    judged: [{ figure: 'verdict', reported: 'killed' }],
  }),
  row('three-schedules-often', 'three-schedules', 'Why would you run OOM', {
    like: 'three-schedules',
    given: [...MACHINE_4_OF_6, { key: 'cycles', value: 'every 100 MB', keys: ['gogc'] }],
    chosen: [
      {
        key: 'gogc',
        value: '2',
        why: 'GOGC is whole: 2 % of 4 GB is 82 MB, 3 % is 123.',
        keys: ['gogc', 'memoryLimit'],
      },
    ],
    judged: [
      { figure: 'verdict', reported: 'completed' },
      { figure: 'gc-cpu', reported: [25, 30] },
    ],
    notes: ['A collector that runs constantly takes 25 % of the CPU by design; assists come on top.'],
  }),
  row('three-schedules-late', 'three-schedules', 'Why would you run OOM', {
    like: 'three-schedules',
    given: [...MACHINE_4_OF_6, { key: 'cycles', value: 'only near the limit' }],
    chosen: [{ key: 'memoryLimit', value: '5.7 GiB', why: '5 % of headroom.' }],
    judged: [
      { figure: 'verdict', reported: 'completed' },
      { figure: 'gc-cpu', reported: [0, 25], label: 'GC share of the CPU used, less than the second sketch' },
    ],
  }),
  row('relative-goals', 'relative-goals', 'Previously GC targets were always relative', {
    question: 'gogc',
    given: [
      { key: 'GOGC', value: '100', keys: ['gogc'] },
      { key: 'live heap', value: '100 MB, doubled four times', keys: ['initialLive', 'newSurvivalRate'] },
      { key: 'machine', value: '6 GB', keys: ['containerLimit'] },
    ],
    chosen: [
      {
        key: 'allocRate, duration',
        value: 'a tenth of the live heap per second; it doubles within 1 s, every 31 s',
        why: 'Slow, so that goals can be seen.',
        keys: ['allocRate', 'duration', 'pace'],
      },
      { key: 'scanRate, procs', value: '4 GiB/s, 4', why: 'The goal does not depend on them.' },
    ],
    judged: [200, 400, 800, 1600, 3200].map((reported, i) => ({
      figure: 'goal' as const,
      reported,
      at: 31 * (i + 1) - 1,
      label: `goal with ${reported / 2} MB live`,
    })),
  }),
  row('relative-goals-4g', 'relative-goals', 'Previously GC targets were always relative', {
    like: 'relative-goals',
    given: MACHINE_4_OF_6,
    chosen: [STEADY],
    judged: [
      { figure: 'first-goal', reported: 8000 },
      { figure: 'verdict', reported: 'killed' },
    ],
  }),
  row('relative-goals-25', 'relative-goals', 'Previously GC targets were always relative', {
    question: 'gogc',
    like: 'relative-goals',
    given: [...MACHINE_4_OF_6, { key: 'GOGC', value: '25', keys: ['gogc'] }],
    chosen: [STEADY],
    judged: [
      { figure: 'first-goal', reported: 5000 },
      { figure: 'verdict', reported: 'completed' },
    ],
  }),
  row('relative-goals-25-small', 'relative-goals', 'Previously GC targets were always relative', {
    question: 'gogc',
    like: 'relative-goals',
    given: [
      { key: 'live heap', value: '100 MB', keys: ['initialLive'] },
      { key: 'GOGC', value: '25', keys: ['gogc'] },
    ],
    chosen: [STEADY],
    judged: [{ figure: 'first-goal', reported: 125 }],
  }),
  row('ballast', 'ballast', 'Be less aggressive', {
    question: 'ballast',
    given: [
      { key: 'ballast', value: '4 GB, never touched', keys: ['initialLive', 'untouched', 'pointerFreeLive'] },
      { key: 'GOGC', value: '25', keys: ['gogc'] },
    ],
    chosen: [
      {
        key: 'allocRate, duration',
        value: '50 MiB/s of garbage for 60 s',
        why: 'Any rate shows it; 1 GB of garbage at this rate means a cycle every 20 s.',
        keys: ['allocRate', 'duration', 'pace'],
      },
      { key: 'scanRate, procs', value: '1 GiB/s, 4', why: 'There is nothing to mark.' },
    ],
    judged: [
      { figure: 'first-goal', reported: 5000, label: 'no cycle until the heap is' },
      {
        figure: 'resident',
        reported: [0, 1000],
        label: 'peak resident memory: 5 GB less the ballast',
      },
    ],
  }),
]
