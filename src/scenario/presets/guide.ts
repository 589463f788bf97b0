import type { Preset } from './preset.ts'
import { DYNAMIC, SPIKE, STEADY } from './workloads.ts'

/** With concurrent marking, Go does not slow to a crawl below a limit of 25 MiB. */
const PASSED =
  'During the spike the limit of 25 MiB is below the live heap: GC cycles run back to back, and memory still passes the limit.'

/** The guide's workloads, and what limits do to them. */
export const GUIDE_PRESETS: readonly Preset[] = [
  {
    id: 'spike',
    title: 'Transient spike',
    look: 'At 5 s the live heap grows from 20 to 30 MiB for a moment. With GOGC=100 the peak is twice the highest live heap: 60 MiB.',
    lookRuntime:
      'At 5 s the live heap grows from 20 to 30 MiB for a moment. The next cycle finds it, and sets a goal of a little over 60 MiB.',
    json: { program: SPIKE },
  },
  {
    id: 'steady',
    title: 'Steady state',
    look: 'With 20 MiB live, each cycle starts at 40 MiB. Double GOGC: the new heap doubles and the GC CPU share nearly halves.',
    lookRuntime:
      'With 20 MiB live the goal is a little over 40 MiB; each cycle starts before it, at the trigger. Double GOGC: the new heap doubles.',
    json: { program: STEADY },
  },
  {
    id: 'dynamic',
    title: 'Changing live heap',
    look: 'The goal follows the live heap that the last cycle found, so it is always one cycle late.',
    lookRuntime: 'The goal follows the live heap that the last cycle found, so it is always one cycle late.',
    json: { program: DYNAMIC },
  },
  {
    id: 'thrash',
    title: 'A limit below the live heap',
    look: 'The limit of 25 MiB is below the live heap during the spike: GC cycles run back to back, and the program hardly makes progress.',
    lookRuntime: PASSED,
    json: { gogc: 'off', memoryLimit: '25MiB', program: SPIKE },
  },
  {
    id: 'thrash-capped',
    title: 'Thrashing, with the 50 % GC CPU limit',
    look: 'The limit of 25 MiB is below the live heap during the spike, but a cycle waits once GC has used its share of the CPU: memory passes the limit, and the program keeps running.',
    lookRuntime: `${PASSED} The 50 % limit is never needed.`,
    json: { gogc: 'off', memoryLimit: '25MiB', cpuLimiter: true, program: SPIKE },
  },
  {
    id: 'steady-limit',
    title: 'A limit that is never reached',
    look: '40 MiB of heap and 10 MiB of other memory stay below the 60 MiB limit. Raise GOGC until the limit sets the goal.',
    json: { memoryLimit: '60MiB', program: { ...STEADY, otherMemory: '10MiB' } },
  },
]
