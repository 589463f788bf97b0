import { type Facts, type Figure, toFacts } from './facts.ts'

const WORKLOAD = [
  { key: 'work', value: '10 s of CPU time besides the collector’s', keys: ['duration'] },
  {
    key: 'live heap',
    value: '20 MiB, allocated in the first second; more during a spike',
    keys: ['newSurvivalRate', 'oldDeathRate'],
  },
] as const

const CHOSEN = [
  {
    key: 'program.phases',
    value: '20 MiB/s; at 5 s the live heap grows by half for a moment',
    why: 'The figures are those of Go’s guide to its collector, which draws them from this workload.',
    keys: ['allocRate'],
  },
  {
    key: 'program.fixedCost, scanRate',
    value: '40 ms per cycle, 1 GiB/s',
    why: 'The guide’s own cost model, from the same page.',
    keys: ['fixedCost', 'scanRate'],
  },
] as const

const setting = (
  preset: string,
  section: string,
  key: string,
  judged: readonly Figure[],
  notes: string[] = [],
): Facts =>
  toFacts({
    preset,
    experiment: preset,
    source: 'paper',
    section,
    question: preset === 'guide-thrash' || preset === 'guide-cap' ? 'too-low' : 'gogc',
    given: [...WORKLOAD, { key: 'setting', value: key, keys: ['gogc', 'memoryLimit', 'cpuLimiter'] }],
    chosen: CHOSEN,
    judged,
    notes,
  })

const printed = (gcCpu: number, peak: number, total: number): Figure[] => [
  { figure: 'gc-cpu', reported: gcCpu },
  { figure: 'peak-memory', reported: peak },
  { figure: 'cpu-seconds', reported: total },
]

/** Sections 4.1 and 4.2: figures of the guide, printed again. */
export const GUIDE_FACTS: readonly Facts[] = [
  setting('guide-50', '4.1', 'GOGC=50', printed(11.9, 45.0, 11.35)),
  setting('guide-100', '4.1', 'GOGC=100', printed(6.3, 60.0, 10.67)),
  setting('guide-200', '4.1', 'GOGC=200', printed(3.3, 90.4, 10.34), [
    'No whole GOGC gives a peak of 90.4 MiB in the guide’s own model; 201.3 would. Unexplained.',
  ]),
  setting('guide-thrash', '4.2', 'GOGC=off, limit 25 MiB', printed(68.5, 30.1, 31.76)),
  setting('guide-cap', '4.2, in words', 'GOGC=off, limit 25 MiB, at most 50 % of the CPU for the collector', [
    { figure: 'cpu-seconds', reported: [10, 20], label: 'CPU time, at most twice the work' },
    { figure: 'peak-memory', reported: [25, Infinity], label: 'peak memory, past the limit' },
  ]),
]
