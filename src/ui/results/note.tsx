/** The meaning of a word among the results, by the key of its figure. */
export function Note({ of }: { readonly of: string }) {
  const note = RESULT_NOTES[of]
  if (!note) throw new Error(`no note on ${of}`)
  return (
    <>
      <p>{note.meaning}</p>
      <p className="metric">{note.metric}</p>
    </>
  )
}

interface ResultNote {
  readonly meaning: string
  readonly metric: string
}

const WATCH =
  'What to watch: GC CPU as above; /gc/limiter/last-enabled:gc-cycle is above 0 once the GC CPU limit has acted; memory against /gc/gomemlimit:bytes'

const FIGURE_NOTES: Readonly<Record<string, ResultNote>> = {
  'gc-cpu': {
    meaning:
      'Assists, background marking and pauses as a share of GOMAXPROCS × elapsed time, with marking on idle CPUs left out of numerator and denominator. (Go’s limiter counts differently: always a quarter of all CPUs for background marking, and idle CPUs are left out.) Idle marking is shown beside it; under a CPU quota it is not free. If idle CPUs mark for much of the time, the divisor is small: the share is large, though the program may lose nothing. Go reads clocks: if a quota stops the program during a cycle, that time counts as GC, though it uses no CPU time. In the guide model: share of all CPU time.',
    metric:
      '(/cpu/classes/gc/total:cpu-seconds − /cpu/classes/gc/mark/idle:cpu-seconds) over (/cpu/classes/total:cpu-seconds − /cpu/classes/gc/mark/idle:cpu-seconds)',
  },
  'peak-memory': {
    meaning: 'The most memory that GOMEMLIMIT counts, at any instant: heap and other memory of the Go runtime.',
    metric: '/memory/classes/total:bytes − /memory/classes/heap/released:bytes, its highest value',
  },
  'total-time': {
    meaning:
      'How long the run takes, and the CPU time that the program and the collector use in it. In the guide model one CPU works, so both are the same; in the runtime model several CPUs work at once.',
    metric: '/cpu/classes/user:cpu-seconds + /cpu/classes/gc/total:cpu-seconds',
  },
  cycles: {
    meaning:
      'Completed GC cycles, not counting those that the program forced with runtime.GC() or debug.FreeOSMemory().',
    metric: '/gc/cycles/automatic:gc-cycles; forced ones are /gc/cycles/forced:gc-cycles',
  },
  'effective-gogc': {
    meaning:
      'What GOGC amounts to where the memory limit sets the goal instead: the new heap it allows, as a percentage of live heap, stacks and globals (guide model: of the live heap). The lowest of any cycle.',
    metric:
      '(/gc/heap/goal:bytes − /gc/heap/live:bytes) over (/gc/heap/live:bytes + /gc/scan/stack:bytes + /gc/scan/globals:bytes), × 100',
  },
  live: {
    meaning: 'The most that a cycle found reachable. Goals are computed from it. Without a cycle it is not measured.',
    metric: '/gc/heap/live:bytes',
  },
  heap: {
    meaning: 'The largest size of live and new objects together, including garbage that no cycle has found yet.',
    metric: '/memory/classes/heap/objects:bytes, its highest value',
  },
  counted: {
    meaning:
      'The most that GOMEMLIMIT is compared with: the heap, the space around its objects, stacks and metadata, less what was given back.',
    metric: '/memory/classes/total:bytes − /memory/classes/heap/released:bytes',
  },
  container: {
    meaning:
      'The most that the operating system sees in use, memory outside Go included. At the container’s limit the program is killed.',
    metric: 'no Go metric: memory.peak of the cgroup; container_memory_working_set_bytes in Kubernetes',
  },
  assists: {
    meaning: 'Share of all CPU time for which goroutines that allocate had to mark instead of doing their own work.',
    metric:
      '/cpu/classes/gc/mark/assist:cpu-seconds over /cpu/classes/total:cpu-seconds − /cpu/classes/idle:cpu-seconds',
  },
  throttled: {
    meaning:
      'How long the CPU quota stopped the whole program. A running cycle stops marking too, so it takes longer, and the program allocates more before it ends.',
    metric:
      'no Go metric: throttled_usec in the cgroup’s cpu.stat, and container_cpu_cfs_throttled_seconds_total, which add up over CPUs; nr_throttled over nr_periods is the share of periods',
  },
  limited: {
    meaning:
      'How long the GC CPU limit acted. In the runtime model: elapsed time without assists. In the guide’s: how long due cycles were held back.',
    metric: '/gc/limiter/last-enabled:gc-cycle names the last cycle that was limited',
  },
}

const VERDICT_MEANINGS: Readonly<Record<string, string>> = {
  healthy:
    'The collector takes less than a quarter of the CPU that the program could use (marking that fits on idle CPUs is not counted), and memory stays within its limits with room to spare.',
  tight:
    'It works, with little room: the collector takes more than a quarter of the CPU that the program could use, or a limit is close.',
  thrashing:
    'For a tenth of the run or more the collector takes about half of the CPU that the program could use (in the runtime model from 40 % on; marking that fits on idle CPUs is not counted), or the GC CPU limit acts. If GC itself took less then, the verdict is “GC CPU limited”.',
  'over-limit': 'Memory passed the GOMEMLIMIT in force. The limit is soft: Go does not stop a program for it.',
  'over-machine': 'Memory rose beyond what the machine of the experiment had. Sawtooth does not simulate swapping.',
  uncollected: 'GOGC is off and no memory limit is set, so Go starts no GC cycle on its own.',
  'not-as-drawn':
    'A phase cannot do what is drawn: it would have to keep more than it allocates, or free more than is live. The run shown is the nearest possible one.',
  killed: 'Memory passed the container’s limit, and the operating system killed the program at that instant.',
  stopped: 'The run needs more work than Sawtooth simulates, or it was stopped. The figures cover the part that ran.',
  loading: 'The runtime model is being loaded.',
}

/** By the key of a figure, or `verdict-` and its kind. */
export const RESULT_NOTES: Readonly<Record<string, ResultNote>> = {
  ...FIGURE_NOTES,
  ...Object.fromEntries(
    Object.entries(VERDICT_MEANINGS).map(([kind, meaning]) => [`verdict-${kind}`, { meaning, metric: WATCH }]),
  ),
}
