import type { Facts } from './facts.ts'

const row = (preset: string, limit: string, rest: Partial<Facts>): Facts => ({
  preset,
  experiment: preset,
  source: 'hash',
  section: `GOMEMLIMIT ${limit}`,
  question: 'gogc',
  given: [
    { key: 'request', value: 'reads a file of 100 MiB whole and hashes it' },
    { key: 'clients', value: '100, for 30 s' },
    { key: 'GOGC', value: 'off' },
    { key: 'GOMEMLIMIT', value: limit },
  ],
  chosen: [],
  used: [],
  judged: [],
  notes: [],
  ...rest,
})

const AVERAGE_WHY =
  'A saw-tooth between what is alive and the goal lies half-way between them on average. The source samples once per request, and its first 100 requests arrive together: the heap is far above the limit then, which the simulation leaves out.'

/** The web service that reads a file per request. */
export const HASH_FACTS: readonly Facts[] = [
  row('hash-nogc', 'off', {
    chosen: [
      { key: 'procs', value: '8', why: 'The laptop’s CPUs.' },
      { key: 'containerLimit', value: 'off', why: 'A laptop that swaps and compresses: nothing is killed.' },
    ],
    used: [{ figure: 'other', label: 'requests answered', reported: 878, sets: 'allocRate' }],
    judged: [{ figure: 'cycles', reported: 0 }],
    shown: [{ figure: 'other', label: 'requests per second', reported: 25 }],
    notes: ['Why fewer requests are answered without a collector (new pages, swap) is not simulated.'],
  }),
  row('hash-2g', '2 GiB', {
    like: 'hash-nogc',
    chosen: [
      {
        key: 'live heap',
        value: 'three files: as many requests are answered at a time',
        why: 'Such that this run has its 125 cycles.',
      },
      { key: 'duration', value: '31 s', why: '30 s, and the last requests to their end.' },
    ],
    used: [
      { figure: 'other', label: 'requests per second', reported: 68, sets: 'allocRate' },
      { figure: 'cycles', reported: 125, sets: 'live heap' },
    ],
    judged: [
      { figure: 'heap-average', reported: 1536, why: AVERAGE_WHY },
      {
        figure: 'sys',
        reported: 8192,
        why: '100 clients start at once: up to 100 files are in memory before the first is hashed. The simulation begins in the steady state.',
      },
    ],
  }),
  row('hash-5g', '5 GiB', {
    like: 'hash-2g',
    judged: [
      { figure: 'cycles', reported: 42 },
      { figure: 'heap-average', reported: 3174, why: AVERAGE_WHY },
    ],
    notes: ['“Close to the previous experiment”: as many requests per second.'],
  }),
]
