import type { ModelKind } from '../../scenario/types.ts'
import { useAppState } from '../context.ts'

export function Note({ of }: { readonly of: string }) {
  const model = useAppState((state) => state.scenario.model)
  const note = RESULT_NOTES[of]
  if (!note) throw new Error(`no note on ${of}`)
  const { brief, more, metric } = note
  return (
    <>
      <p>{textFor(model, brief)}</p>
      <details>
        <summary>More</summary>
        {more && <p>{textFor(model, more)}</p>}
        <p className="metric">{metric}</p>
      </details>
    </>
  )
}

type Text = string | Readonly<Record<ModelKind, string>>

function textFor(model: ModelKind, text: Text): string {
  return typeof text === 'string' ? text : text[model]
}

interface ResultNote {
  /** One or two sentences. */
  readonly brief: Text
  readonly more?: Text
  readonly metric: string
}

const WATCH =
  'What to watch: GC CPU as above; /gc/limiter/last-enabled:gc-cycle is above 0 once the GC CPU limit has acted; memory against /gc/gomemlimit:bytes'

const FIGURE_NOTES: Readonly<Record<string, ResultNote>> = {
  'gc-cpu': {
    brief: {
      guide: 'The share of the CPU time of the run that the collector took.',
      runtime:
        'The share of GOMAXPROCS × elapsed time that the collector took for assists, background marking and pauses. Marking on idle CPUs is left out of both.',
    },
    more: {
      guide: 'The guide model has one CPU, so GC never marks on an idle one.',
      runtime:
        'Marking on idle CPUs is subtracted from the time of GC and from all time, and shown beside the share; under a CPU quota it is not free. If idle CPUs mark for much of the time, the divisor is small: the share is large, though the program may lose nothing. Go reads clocks: if a quota stops the program during a cycle, that time counts as GC, though it uses no CPU time. Go’s limiter counts differently: always a quarter of all CPUs for background marking, and idle CPUs are left out.',
    },
    metric:
      '(/cpu/classes/gc/total:cpu-seconds − /cpu/classes/gc/mark/idle:cpu-seconds) ÷ (/cpu/classes/total:cpu-seconds − /cpu/classes/gc/mark/idle:cpu-seconds)',
  },
  'peak-memory': {
    brief: 'The most memory that GOMEMLIMIT counts, at any instant: heap and other memory of the Go runtime.',
    metric: '/memory/classes/total:bytes − /memory/classes/heap/released:bytes, its highest value',
  },
  'total-time': {
    brief: {
      guide: 'The CPU time of the program and the collector. One CPU works, so the run takes as long.',
      runtime: 'How long the run takes, and below it the CPU time of the program and the collector on all CPUs.',
    },
    metric: '/cpu/classes/user:cpu-seconds + /cpu/classes/gc/total:cpu-seconds',
  },
  cycles: {
    brief: 'Completed GC cycles, not counting those that the program forced with runtime.GC() or debug.FreeOSMemory().',
    metric: '/gc/cycles/automatic:gc-cycles; forced ones are /gc/cycles/forced:gc-cycles',
  },
  'effective-gogc': {
    brief: {
      guide:
        'The new heap that the goals allow, as a percentage of the live heap: GOGC, or less where the memory limit sets the goal. The lowest of any cycle.',
      runtime:
        'The new heap that the goals allow, as a percentage of live heap, stacks and globals: GOGC, or less where the memory limit sets the goal. The lowest of any cycle.',
    },
    metric:
      '(/gc/heap/goal:bytes − /gc/heap/live:bytes) ÷ (/gc/heap/live:bytes + /gc/scan/stack:bytes + /gc/scan/globals:bytes), × 100',
  },
  live: {
    brief:
      'The most that a cycle counted as live: what it reached and, in the runtime model, what was allocated while it marked. Goals are computed from it. Without a cycle it is not measured.',
    metric: '/gc/heap/live:bytes',
  },
  heap: {
    brief: 'The largest size of live and new objects together, including garbage that no cycle has found yet.',
    metric: '/memory/classes/heap/objects:bytes, its highest value',
  },
  counted: {
    brief: {
      guide: 'The most memory that GOMEMLIMIT is compared with: the heap and other Go memory.',
      runtime:
        'The most memory that GOMEMLIMIT is compared with: the heap, the space around its objects, stacks and metadata, less what was given back.',
    },
    metric: '/memory/classes/total:bytes − /memory/classes/heap/released:bytes',
  },
  container: {
    brief:
      'The most that the operating system sees in use, memory outside Go included. At the container’s limit the program is killed.',
    metric: 'no Go metric: the highest container_memory_working_set_bytes; memory.peak also counts pages of files',
  },
  assists: {
    brief: 'Share of the CPU time used that goroutines spent marking, because they allocate.',
    metric:
      '/cpu/classes/gc/mark/assist:cpu-seconds ÷ (/cpu/classes/total:cpu-seconds − /cpu/classes/idle:cpu-seconds)',
  },
  throttled: {
    brief: 'How long the CPU quota stopped the whole program.',
    more: 'A running cycle stops marking too, so it takes longer, and the program allocates more before it ends.',
    metric:
      'no Go metric: throttled_usec in the cgroup’s cpu.stat, and container_cpu_cfs_throttled_seconds_total, which add up over CPUs; nr_throttled ÷ nr_periods is the share of periods',
  },
  limited: {
    brief: {
      guide: 'How long the GC CPU limit acted: due cycles were held back.',
      runtime: 'How long the GC CPU limit acted: elapsed time without assists.',
    },
    metric: '/gc/limiter/last-enabled:gc-cycle names the cycle in which the limiter last came on; 0: never',
  },
}

const VERDICT_MEANINGS: Readonly<Record<string, string>> = {
  healthy:
    'The collector takes less than a quarter of the CPU that the program could use, and memory stays within its limits with room to spare.',
  tight:
    'It works, with little room: the collector takes more than a quarter of the CPU that the program could use, or a limit is close.',
  thrashing:
    'For a tenth of the run or more the collector takes about half of the CPU that the program could use, or the GC CPU limit acts.',
  'over-limit': 'Memory passed the GOMEMLIMIT in force. The limit is soft: Go does not stop a program for it.',
  'over-machine': 'Memory rose beyond what the machine of the experiment had. Sawtooth does not simulate swapping.',
  uncollected: 'GOGC is off and no memory limit is set, so Go starts no GC cycle on its own.',
  'not-as-drawn':
    'A phase cannot do what is drawn: it would have to keep more than it allocates, or free more than is live. The run shown is the nearest possible one.',
  killed: 'Memory passed the container’s limit, and the operating system killed the program at that instant.',
  stopped: 'The run needs more work than Sawtooth simulates, or it was stopped. The figures cover the part that ran.',
  loading: 'The runtime model is being loaded.',
}

const IDLE = 'Marking that fits on idle CPUs is not counted.'
const VERDICT_MORE: Readonly<Record<string, string>> = {
  healthy: IDLE,
  thrashing: `${IDLE} In the runtime model the share is 40 %. If the limit acts while GC takes less, the verdict is “GC CPU limited”.`,
}

/** By the key of a figure, or `verdict-` and its kind. */
export const RESULT_NOTES: Readonly<Record<string, ResultNote>> = {
  ...FIGURE_NOTES,
  ...Object.fromEntries(
    Object.entries(VERDICT_MEANINGS).map(([kind, brief]) => [
      `verdict-${kind}`,
      { brief, metric: WATCH, ...(VERDICT_MORE[kind] !== undefined && { more: VERDICT_MORE[kind] }) },
    ]),
  ),
}
