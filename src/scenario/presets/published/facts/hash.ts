import { type Facts, toFacts } from './facts.ts'

const row = (preset: string, limit: string, rest: Partial<Facts>): Facts =>
  toFacts({
    preset,
    experiment: preset,
    source: 'hash',
    section: `GOMEMLIMIT ${limit}`,
    question: 'gogc',
    given: [
      { key: 'request', value: 'reads a file of 100 MiB whole and hashes it', keys: ['allocRate'] },
      { key: 'clients', value: '100, for 30 s', keys: ['pace'] },
      { key: 'GOGC', value: 'off', keys: ['gogc'] },
      { key: 'GOMEMLIMIT', value: limit, keys: ['memoryLimit'] },
    ],
    ...rest,
  })

const AVERAGE_WHY =
  'On average a sawtooth lies half-way between the live heap and the goal. But the first 100 requests arrive together, and 100 files are far above the limit; the simulation starts after that. When it starts with them, it comes within 10 %, with more cycles than the source counted.'

/** The web service that reads a file per request. */
export const HASH_FACTS: readonly Facts[] = [
  row('hash-nogc', 'off', {
    chosen: [
      { key: 'procs', value: '8', why: 'The laptop’s CPUs.' },
      { key: 'containerLimit', value: 'off', why: 'A laptop that swaps and compresses memory: nothing is killed.' },
      {
        key: 'live heap, scanRate',
        value: 'three files, with almost nothing to mark',
        why: 'As in the run with 2 GiB; a file’s bytes contain no pointers.',
        keys: ['initialLive', 'pointerFreeLive', 'scanRate'],
      },
      {
        key: 'heapOverhead, otherMemory, stacks, globals',
        value: 'none, 5 MiB, 1 MiB, 160 KiB',
        why: 'A file fills its pages; the rest is what a small Go server has.',
      },
      {
        key: 'duration, requests',
        value: '35 s, 25 per second',
        why: '878 requests at 25 per second; the last ones end after the 30 s.',
        keys: ['duration', 'allocRate'],
      },
    ],
    used: [
      { figure: 'other', label: 'requests answered', reported: 878, sets: 'allocRate' },
      { figure: 'other', label: 'requests per second', reported: 25, sets: 'duration' },
    ],
    judged: [{ figure: 'cycles', reported: 0 }],
    notes: ['Why fewer requests are answered without a collector (new pages, swap) is not simulated.'],
  }),
  row('hash-2g', '2 GiB', {
    like: 'hash-nogc',
    chosen: [
      {
        key: 'live heap',
        value: 'three files: three requests are answered at a time',
        why: 'Chosen so that this run has its 125 cycles.',
        keys: ['initialLive', 'pointerFreeLive'],
      },
      { key: 'duration', value: '31 s', why: '30 s, and the time that the last requests take to finish.' },
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
        why: 'Sys is address space, which is never given back: 8 GiB are 80 files at once. The first 100 requests arrive together; the simulation starts after that. When it starts with them, it gives 9.8 GiB.',
      },
    ],
  }),
  row('hash-5g', '5 GiB', {
    like: 'hash-2g',
    used: [{ figure: 'other', label: 'requests per second, “close to the previous”', reported: 68, sets: 'allocRate' }],
    judged: [
      { figure: 'cycles', reported: 42 },
      { figure: 'heap-average', reported: 3174, why: AVERAGE_WHY },
    ],
  }),
]
