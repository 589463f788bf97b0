import { type Facts, type Figure, toFacts } from './facts.ts'

const SYS_WHY =
  'Sys is address space, which is never given back. How much a growing buffer takes depends on which of the buffers it outgrew are collected when the next is made; the source’s own runs differ by 4 GB.'

const PROGRAM = [
  {
    key: 'records',
    value: '25 million (5000 × 5000), each kept as a JSON string; the listing is printed in the source',
    keys: ['allocRate'],
  },
  { key: 'Go', value: '1.22, in Docker, on a virtual machine with 8 GB' },
] as const

const CHOSEN = [
  {
    key: 'bytes per record',
    value: '128.2 kept, 216.2 dropped, 16 in the slice',
    why: 'Computed from the listing and Go’s size classes: JSON of 118 bytes, once as bytes and once as a string; the record in an interface (64), its name and numbers (24).',
    keys: ['allocRate', 'newSurvivalRate', 'oldDeathRate'],
  },
  {
    key: 'printing',
    value: 'a buffer of 2845 MiB that grows by a quarter at a time; 16 bytes of garbage per record',
    why: 'What fmt.Println does with a slice of strings. TotalAlloc and the last Alloc follow from it; neither was used.',
    keys: ['allocRate', 'newSurvivalRate', 'oldDeathRate'],
  },
  {
    key: 'procs',
    value: '8, one of them for the program',
    why: '“Several CPUs”: with 4, the cycles under the limit of 7 GB would have taken longer than the CPU time that was printed without a limit.',
    keys: ['procs', 'goroutines'],
  },
  {
    key: 'seconds per record',
    value: '1.2 µs to make, 0.4 µs to print',
    why: 'Twice what we measured on a current machine, chosen so that the CPU time without a limit is within the printed range.',
    keys: ['duration'],
  },
  {
    key: 'heapOverhead, otherMemory',
    value: '1.2 %, 4.5 MiB',
    why: 'Spans of 128-byte objects need 2.4 %; half of the heap is large objects, which need none.',
  },
  {
    key: 'scanRate',
    value: '6.75 GiB/s of live heap',
    why: 'The extra CPU time with a limit of 7 GB over that without, per extra cycle: 0.98 s.',
  },
  {
    key: 'copyRate',
    value: '2 GiB/s into a larger buffer',
    why: 'New pages on a virtual machine: half of a laptop’s. With half or twice this rate, no figure changes from within its tolerance to outside it, or back.',
    keys: ['duration'],
  },
  {
    key: 'swapping',
    value: 'printing is 70 times slower once more than 8 GiB have been touched',
    why: 'Hardly anything is left to print when the live heap passes 7 GB, yet the run with a limit of 7 GB had 270 cycles more: they need that time.',
    keys: ['duration'],
  },
] as const

const table = (preset: string, limit: string, rest: Partial<Facts>): Facts =>
  toFacts({
    preset,
    experiment: 'people-table',
    source: 'paper',
    section: '9',
    question: 'too-low',
    given: [...PROGRAM, { key: 'GOMEMLIMIT', value: limit, keys: ['memoryLimit'] }],
    chosen: preset === 'people-table' ? CHOSEN : [],
    ...rest,
  })

const ALLOCATED: readonly Figure[] = [
  { figure: 'total-allocated', reported: 27189 },
  { figure: 'live-at-end', reported: [6773, 6789], label: 'Alloc at the end' },
]

const SAME_WHY =
  'The same in every row of the source’s table: no setting changes what a program allocates and keeps. Judged once, above.'

type Range = readonly [least: number, most: number]

const toSys = (reported: Range, why?: string): Figure => ({ figure: 'sys', reported, ...(why ? { why } : {}) })

const limited = (
  gb: string,
  cycles: Range,
  seconds: Range,
  sys: Range,
  why?: string,
  notes: readonly string[] = [],
): Facts =>
  table(`people-table-${gb}g`, `${gb} GB, taken as ${Number(gb) * 1000} MiB as in section 8`, {
    like: 'people-table',
    judged: [
      { figure: 'cycles', reported: cycles, ...(why ? { why } : {}) },
      { figure: 'cpu-seconds', reported: seconds },
      toSys(sys, gb === '5.5' ? SYS_WHY : undefined),
    ],
    shown: ALLOCATED,
    notes: [
      'The process had more than 8 GB in use when the last buffer was made, so the machine swapped; how long that took is not in the source.',
      ...notes,
    ],
  })

const RECORDS = [
  { key: 'records', value: '49 million (7000 × 7000)', keys: ['allocRate', 'duration'] },
  { key: 'memory', value: 'a virtual machine with 8 GB', keys: ['containerLimit'] },
] as const

/** Sections 5 to 9: records kept as strings. */
export const PEOPLE_FACTS: readonly Facts[] = [
  toFacts({
    preset: 'people-oom',
    experiment: 'people-oom',
    source: 'paper',
    section: '5 to 7',
    question: 'killed',
    like: 'people-table',
    given: RECORDS,
    chosen: [
      {
        key: 'containerLimit, outsideMemory',
        value: '8 GB, of which the system uses 300 MiB',
        why: 'What the anon-rss of the killed process leaves.',
      },
    ],
    used: [
      {
        figure: 'peak-memory',
        reported: 7505364 / 1024,
        unit: 'MiB',
        label: 'anon-rss when killed',
        sets: 'outsideMemory',
      },
    ],
    judged: [{ figure: 'verdict', reported: 'killed' }],
    notes: ['No swap is simulated: with swap the program gets further before it is killed.'],
  }),
  toFacts({
    preset: 'people-oom-limit',
    experiment: 'people-oom',
    source: 'paper',
    section: '8',
    question: 'killed',
    like: 'people-oom',
    given: [...RECORDS, { key: 'GOMEMLIMIT', value: '6000 MiB', keys: ['memoryLimit'] }],
    judged: [
      {
        figure: 'verdict',
        reported: 'completed',
        why: '49 million records of the size that section 9 measures need over 12 GiB. No limit makes live memory fit into 8 GB; with enough swap the run may have ended.',
      },
    ],
    notes: ['The article’s own figures in section 9 contradict this outcome.'],
  }),
  table('people-table', 'none', {
    used: [{ figure: 'cpu-seconds', reported: [60.8, 109.5], sets: 'seconds per record' }],
    judged: [
      { figure: 'cycles', reported: [31, 32] },
      { figure: 'sys', reported: [13318, 15299], why: SYS_WHY },
      ...ALLOCATED,
    ],
  }),
  table('people-table-7g', '7 GB, taken as 7000 MiB as in section 8', {
    like: 'people-table',
    used: [
      { figure: 'cycles', reported: [267, 349], sets: 'swapping' },
      { figure: 'cpu-seconds', reported: [340.3, 389.2], sets: 'scanRate' },
    ],
    judged: [toSys([13777, 13999])],
    shown: ALLOCATED.map((figure, i) => (i === 0 ? { ...figure, why: SAME_WHY } : figure)),
  }),
  limited('6.5', [247, 293], [295.3, 344.7], [13089, 14087]),
  limited('6', [324, 413], [444, 481.1], [11490, 15606], undefined, [
    'The source’s text and its table disagree about one of these runs: 344 cycles in 6 min 24 s, or 324 in 7 min 24 s. The table is taken.',
  ]),
  limited(
    '5.5',
    [451, 462],
    [490.1, 538.3],
    [13712, 15317],
    'From 6 GB to 5.5 the source’s runs have 38 to 138 cycles more, the model’s 19. These additional cycles ran while the live heap was between the two limits; the model’s machine slows down only later, from 8 GiB on.',
  ),
]
