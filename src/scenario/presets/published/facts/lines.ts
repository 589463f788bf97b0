import { type Facts, type Figure, toFacts } from './facts.ts'

const CHOSEN = [
  {
    key: 'bytes per line',
    value: '36.4, and 16 in the slice',
    why: 'TotalAlloc with a preallocated slice, less that slice. Without, it follows from how append grows a slice.',
    keys: ['allocRate', 'newSurvivalRate', 'oldDeathRate'],
  },
  { key: 'seconds per line', value: '36 ns', why: '1.08 s in all, as with a preallocated slice.', keys: ['duration'] },
  { key: 'procs', value: '8, one of them for the program', why: 'An M1 laptop.', keys: ['procs', 'goroutines'] },
  {
    key: 'copyRate',
    value: '4 GiB/s into a larger slice',
    why: 'New pages on a laptop. With half or twice this rate, no figure changes from within its tolerance to outside it, or back.',
    keys: ['duration'],
  },
  {
    key: 'scanRate',
    value: '2.2 GiB/s of live heap',
    why: 'About 20 ns per line: the extra user time with GOGC=100 over GOGC=off, divided by the lines that its cycles mark.',
  },
  {
    key: 'heapOverhead, otherMemory',
    value: '3 %, 4.5 MiB',
    why: 'What Go programs with small objects need, measured (2 to 4 % and 4 to 5 MiB).',
  },
] as const

const row = (preset: string, setting: string, rest: Partial<Facts>): Facts =>
  toFacts({
    preset,
    experiment: preset,
    source: 'lines',
    section: setting,
    question: 'file',
    ...(preset === 'lines-naive' ? {} : { like: 'lines-naive' }),
    given: [
      { key: 'lines', value: '30,085,159 of about 31 bytes, appended to a slice of strings' },
      { key: 'setting', value: setting, keys: ['gogc', 'memoryLimit'] },
    ],
    chosen: preset === 'lines-naive' ? CHOSEN : [],
    ...rest,
  })

const cycles = (reported: number, printed: number): Figure => ({
  figure: 'cycles',
  reported,
  label: `GC cycles (${printed} with the forced one)`,
})

const SYS_WHY =
  'Sys is address space, which is never given back: it shows a moment that resident memory (below) missed. In the source it is within a MiB of that without a limit; the simulated cycles near the limit collect outgrown slices sooner.'

/** The program allocates the same under any setting, so this figure is judged only once. */
const ALLOCATED: Figure = { figure: 'total-allocated', reported: 3454 }
const ALLOCATED_WHY = 'No setting changes what a program allocates: judged once, above.'

/** Lines read into memory. */
export const LINES_FACTS: readonly Facts[] = [
  row('lines-naive', 'GOGC=100', {
    used: [{ figure: 'other', label: 'user time', reported: 2.45, unit: 's', sets: 'scanRate' }],
    judged: [
      cycles(16, 17),
      { figure: 'sys', reported: 2260 },
      { figure: 'resident', reported: 2357941696 / 2 ** 20 },
      { figure: 'total-allocated', reported: 3454 },
    ],
    shown: [
      {
        figure: 'other',
        label: 'the same in C, peak resident memory',
        reported: 1410913216 / 2 ** 20,
        unit: 'MiB',
        why: 'Another language: nothing to simulate. It shows what Go costs in comparison.',
      },
    ],
  }),
  row('lines-off', 'GOGC=off', {
    used: [{ figure: 'other', label: 'user time', reported: 0.97, unit: 's', sets: 'scanRate' }],
    judged: [cycles(0, 1), { figure: 'sys', reported: 3556 }, { figure: 'resident', reported: 3701334016 / 2 ** 20 }],
    shown: [{ ...ALLOCATED, why: ALLOCATED_WHY }],
  }),
  row('lines-limit', 'GOMEMLIMIT=1700000000', {
    judged: [
      cycles(21, 22),
      { figure: 'sys', reported: 2259, why: SYS_WHY },
      { figure: 'resident', reported: 1888245120 / 2 ** 20 },
    ],
    shown: [ALLOCATED],
  }),
  row('lines-prealloc', 'slice of 31 million made at once', {
    used: [
      { figure: 'total-allocated', reported: 1518, sets: 'bytes per line' },
      { figure: 'other', label: 'time', reported: 1.08, unit: 's', sets: 'seconds per line' },
    ],
    judged: [cycles(2, 3), { figure: 'sys', reported: 1590 }, { figure: 'resident', reported: 1662112000 / 2 ** 20 }],
  }),
  row('lines-arena', 'memory arenas', {
    used: [{ figure: 'total-allocated', reported: 1621, sets: 'bytes per line' }],
    shown: [
      {
        ...cycles(3, 4),
        why: 'Arenas come in chunks of 8 MiB, each an allocation of its own; they are not simulated.',
      },
      { figure: 'sys', reported: 1661 },
      { figure: 'resident', reported: 1733939584 / 2 ** 20 },
    ],
    notes: ['Shown, not judged: memory arenas are still an experiment in Go 1.26, off by default.'],
  }),
]
