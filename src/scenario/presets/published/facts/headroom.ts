import { type Facts, toFacts } from './facts.ts'

const row = (preset: string, rest: Partial<Facts>): Facts =>
  toFacts({
    preset,
    experiment: 'headroom',
    source: 'paper',
    section: '10',
    question: 'killed',
    ...(preset === 'headroom' ? {} : { like: 'headroom' }),
    ...rest,
  })

/** Section 10: the advice on headroom. */
export const HEADROOM_FACTS: readonly Facts[] = [
  row('headroom', {
    given: [{ key: 'rule', value: 'leave 5 to 10 % of the container above GOMEMLIMIT', keys: ['memoryLimit'] }],
    chosen: [
      {
        key: 'containerLimit, outsideMemory',
        value: '1000 MiB, of which 40 are outside Go',
        why: 'Round numbers; the source says only that there are sources of memory that Go does not know of. 4 % is less than the headroom it advises.',
      },
      {
        key: 'program',
        value: '600 MiB live, made in 4 s, then 50 MiB/s; 4 CPUs, 4 MiB beside the heap',
        why: 'Large enough that the limit sets the goal.',
        keys: ['duration', 'allocRate', 'newSurvivalRate', 'procs', 'otherMemory'],
      },
    ],
    judged: [{ figure: 'verdict', reported: 'completed', label: 'with 10 %, ends' }],
  }),
  row('headroom-5', { judged: [{ figure: 'verdict', reported: 'completed', label: 'with 5 %, ends' }] }),
  row('headroom-none', { notes: ['Shows what the rule is for. The source reports no such run.'] }),
]
