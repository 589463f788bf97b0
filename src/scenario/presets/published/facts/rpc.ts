import { type Facts, toFacts } from './facts.ts'

const CHOSEN = [
  {
    key: 'allocRate',
    value: '838 MiB/s',
    why: '0.77 cycles per second, each after 1088 MiB. (The listing is lost with the article’s pictures.)',
    keys: ['allocRate', 'pace'],
  },
  {
    key: 'pointerFreeLive',
    value: 'the whole live heap',
    why: 'Requests and cache are bytes: “self-contained chunks of data”.',
    keys: ['pointerFreeLive', 'scanRate'],
  },
  { key: 'procs, goroutines', value: '4, 1', why: 'A loop, on a machine with more than one CPU.' },
  { key: 'duration', value: '20 s, with the cache 60 s', why: 'Long enough for many cycles.' },
  {
    key: 'heapOverhead, otherMemory, globals',
    value: '5 %, 5 MiB, 160 KiB',
    why: 'Our defaults for a program of which nothing else is known. The 4 MiB that the source finds beside its goal were not used.',
  },
] as const

const row = (preset: string, experiment: string, section: string, rest: Partial<Facts>): Facts =>
  toFacts({
    preset,
    experiment,
    source: 'rpc',
    section,
    question: 'cache',
    ...(preset === 'rpc' || preset === 'anatomy' ? {} : { like: 'rpc' }),
    given: [{ key: 'requests', value: '64 MiB of live heap', keys: ['initialLive'] }],
    chosen: preset === 'rpc' ? CHOSEN : [],
    ...rest,
  })

const HALF_WHY =
  'The source itself says that half the overhead doubles the frequency: from 0.77, that is 1.54. It prints less; the text does not say why.'
const TENTH_WHY =
  'A tenth of the garbage takes ten times the cycles: 7.7, and a little more since each ends below its goal. The source’s loop lost some 40 ms with each cycle (1/6.0 s less a tenth of 1/0.77 s); the text does not say where.'
const CACHE = { key: 'cache', value: '1 GiB on the Go heap', keys: ['initialLive'] } as const

const sweep = (gogc: number, rest: Partial<Facts>): Facts =>
  row(gogc === 100 ? 'rpc-sweep' : `rpc-sweep-${gogc}`, 'rpc-sweep', 'Figure 5', {
    question: 'gogc',
    given: [CACHE, { key: 'GOGC', value: String(gogc), keys: ['gogc'] }],
    ...rest,
  })

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
    given: [{ key: 'cache', value: '1 GiB, mapped from the kernel', keys: ['outsideMemory'] }],
    judged: [
      { figure: 'resident', reported: 1162 },
      { figure: 'last-goal', reported: 130 },
    ],
  }),
  sweep(100, {
    used: [{ figure: 'cycles-per-second', reported: 0.77, sets: 'allocRate' }],
    judged: [{ figure: 'overhead', reported: 100 }],
  }),
  sweep(50, {
    judged: [
      { figure: 'overhead', reported: 50 },
      { figure: 'cycles-per-second', reported: 1.3, why: HALF_WHY },
    ],
  }),
  sweep(20, {}),
  sweep(10, {
    judged: [
      { figure: 'overhead', reported: 10 },
      { figure: 'cycles-per-second', reported: 6, why: TENTH_WHY },
    ],
  }),
  row('anatomy', 'anatomy', 'Figure 1', {
    question: 'gogc',
    given: [{ key: 'figure', value: 'live heap, total heap and goal of a program that grows and shrinks; no numbers' }],
    chosen: [
      {
        key: 'program',
        value: '40 to 100 MiB live, 20 to 40 MiB/s',
        why: 'The picture is lost; this follows its caption.',
        keys: ['initialLive', 'duration', 'allocRate', 'newSurvivalRate', 'oldDeathRate', 'scanRate', 'procs', 'pace'],
      },
    ],
    judged: [{ figure: 'overhead', reported: [0, 100], label: 'heap beyond the largest live heap, at most' }],
  }),
]
