import type { Facts } from './facts.ts'

const CHOSEN = [
  {
    key: 'allocRate',
    value: '838 MiB/s',
    why: '0.77 cycles per second, each after 1088 MiB. (The listing is lost with the article’s pictures.)',
  },
  {
    key: 'pointerFreeLive',
    value: 'all that is alive',
    why: 'Requests and cache are bytes: “self-contained chunks of data”.',
  },
  { key: 'procs, goroutines', value: '4, 1', why: 'A loop, on a machine with more CPUs than one.' },
  { key: 'heapOverhead, otherMemory', value: '5 %, 4 MiB', why: 'As for any program of which nothing else is known.' },
] as const

const row = (preset: string, experiment: string, section: string, rest: Partial<Facts>): Facts => ({
  preset,
  experiment,
  source: 'rpc',
  section,
  question: 'cache',
  ...(preset === 'rpc' ? {} : { like: 'rpc' }),
  given: [{ key: 'requests', value: '64 MiB of live heap' }],
  chosen: preset === 'rpc' ? CHOSEN : [],
  used: [],
  judged: [],
  notes: [],
  ...rest,
})

const SWEEP_WHY =
  'Without a cost per cycle the frequency is inversely proportional to GOGC. The source’s rises more slowly: its loop lost time with each cycle, and how is not in the text.'
const CACHE = { key: 'cache', value: '1 GiB on the Go heap' } as const

/** The server with a cache. */
export const RPC_FACTS: readonly Facts[] = [
  row('rpc', 'rpc', 'Measuring the memory overhead', {
    judged: [
      { figure: 'resident', reported: 134 },
      { figure: 'last-goal', reported: 130 },
      { figure: 'last-live', reported: 64 },
    ],
  }),
  row('rpc-cache', 'rpc-cache', 'When the memory overhead is an issue', {
    given: [CACHE],
    judged: [
      { figure: 'resident', reported: 2248 },
      { figure: 'peak-heap', reported: 2176, label: 'peak heap (expected)' },
      { figure: 'last-live', reported: 1100 },
      { figure: 'last-goal', reported: 2200 },
    ],
  }),
  row('rpc-mmap', 'rpc-mmap', 'Eliminating the memory overhead', {
    question: 'outside',
    given: [{ key: 'cache', value: '1 GiB, mapped from the kernel' }],
    judged: [
      { figure: 'resident', reported: 1162 },
      { figure: 'last-goal', reported: 130 },
    ],
  }),
  row('rpc-sweep', 'rpc-sweep', 'Figure 5', {
    question: 'gogc',
    given: [CACHE, { key: 'GOGC', value: '100' }],
    used: [{ figure: 'cycles-per-second', reported: 0.77, sets: 'allocRate' }],
    judged: [{ figure: 'overhead', reported: 100 }],
  }),
  row('rpc-sweep-50', 'rpc-sweep', 'Figure 5', {
    question: 'gogc',
    given: [CACHE, { key: 'GOGC', value: '50' }],
    judged: [
      { figure: 'overhead', reported: 50 },
      { figure: 'cycles-per-second', reported: 1.3, why: SWEEP_WHY },
    ],
  }),
  row('rpc-sweep-20', 'rpc-sweep', 'Figure 5', { question: 'gogc', given: [CACHE, { key: 'GOGC', value: '20' }] }),
  row('rpc-sweep-10', 'rpc-sweep', 'Figure 5', {
    question: 'gogc',
    given: [CACHE, { key: 'GOGC', value: '10' }],
    judged: [
      { figure: 'overhead', reported: 10 },
      { figure: 'cycles-per-second', reported: 6, why: SWEEP_WHY },
    ],
  }),
  row('anatomy', 'anatomy', 'Figure 1', {
    question: 'gogc',
    given: [{ key: 'figure', value: 'live heap, total heap and goal of a program that grows and shrinks; no numbers' }],
    chosen: [{ key: 'program', value: '40 to 100 MiB live', why: 'The picture is lost: drawn after its caption.' }],
    judged: [{ figure: 'overhead', reported: [0, 100], label: 'heap beyond the largest live heap, at most' }],
  }),
]
