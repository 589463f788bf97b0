import type { Lesson, Step } from './lesson.ts'
import { toPlainText } from './markdown.ts'

/** A word of Go or of the course, with its meaning. */
export interface Term {
  readonly name: string
  /** Its spellings in texts. */
  readonly forms: RegExp
  readonly meaning: string
  /** Whether the figure of a step names it. */
  readonly isDrawn?: (step: Step) => boolean
}

const shows = (step: Step, part: Step['show'][number]) => step.show.includes(part)
const isRuntime = ({ scenario }: Step) => scenario.model === 'runtime'
const hasHeap = (step: Step) => shows(step, 'heap')
const hasRuntimeHeap = (step: Step) => hasHeap(step) && isRuntime(step)
const hasRuntimeCpu = (step: Step) => shows(step, 'cpu') && isRuntime(step)

/** In the order of the course. The first text that uses a term explains it, and writes it **in bold**. */
export const TERMS: readonly Term[] = [
  {
    name: 'garbage collector (GC)',
    forms: /\bgarbage collector|\bGC\b(?! (?:cycle|CPU))/,
    meaning: 'The part of Go that finds memory nobody uses any more, and frees it.',
  },
  { name: 'heap', forms: /(?<!live |minimum )\bheaps?\b(?! goal)/, meaning: 'The memory that a program allocates.' },
  {
    name: 'live heap',
    forms: /\blive heaps?\b/,
    meaning: 'The part of the heap that is in use, as the last GC cycle found it.',
    isDrawn: hasHeap,
  },
  {
    name: 'garbage',
    forms: /\bgarbage\b(?! collector)/,
    meaning: 'The part of the heap that nothing points to any more.',
  },
  {
    name: 'new',
    forms: /^new$/i,
    meaning: 'In a figure: what was allocated since the last cycle, in use or not.',
    isDrawn: hasHeap,
  },
  {
    name: 'GC cycle',
    forms: /\b(?:GC )?cycles?\b/,
    meaning: 'One run of the GC. It finds the live heap and frees the rest.',
  },
  {
    name: 'GOGC',
    forms: /\bGOGC\b/,
    meaning: 'A setting: how much new heap may come on top of the live heap, in percent of the live heap.',
  },
  {
    name: 'goal',
    forms: /\b(?:heap )?goals?\b/,
    meaning: 'The heap size at which a GC cycle must be done: live heap × (1 + GOGC / 100), in short.',
    isDrawn: hasHeap,
  },
  {
    name: 'CPU time',
    forms: /\bCPU time\b/,
    meaning: 'The time that processors spend on something. Two of them, busy for a second, are two seconds.',
  },
  {
    name: 'GC CPU',
    forms: /\bGC CPU\b(?! limit)/,
    meaning:
      'The GC’s share of the CPU time. In later lessons, without marking on idle CPUs, and of all the other time that the CPUs have.',
    isDrawn: (step) => shows(step, 'results'),
  },
  {
    name: 'verdict',
    forms: /\bverdict\b/i,
    meaning:
      'The result of a run in a word or two: healthy, never collected, tight, CPU-throttled, over the limit, GC CPU limited, thrashing, or killed.',
    isDrawn: (step) => shows(step, 'results'),
  },
  { name: 'spike', forms: /\bspikes?\b/, meaning: 'A live heap that is much larger for a short time.' },
  {
    name: 'container',
    forms: /\bcontainers?\b/,
    meaning: 'What a program runs in. If it has a memory limit, that limit is hard.',
  },
  {
    name: 'OOM kill',
    forms: /\bOOM\b/,
    meaning: 'Out of memory: the kernel ends a program that passes its container’s limit.',
  },
  {
    name: 'memory limit (GOMEMLIMIT)',
    forms: /\bGOMEMLIMIT\b|\bmemory limits?\b/,
    meaning: 'A setting: how much memory Go tries to stay below. It is soft; Go never kills a program for it.',
  },
  {
    name: 'thrashing',
    forms: /\bthrash(?:ing|es)?\b/i,
    meaning: 'One cycle follows the other and frees almost nothing, so the program hardly moves.',
  },
  {
    name: 'GC CPU limiter',
    forms: /\blimiter\b|\bGC CPU limit\b/,
    meaning: 'It lets the GC take about half of the CPU time. Then Go lets memory pass the memory limit instead.',
    isDrawn: (step) => hasRuntimeCpu(step) || (shows(step, 'cpu') && step.scenario.cpuLimiter),
  },
  {
    name: 'limiter bucket',
    forms: /\bbucket\b/,
    meaning:
      'The limiter’s account: it fills while the GC takes more than half of the CPU time. Full, the limiter is on.',
    isDrawn: (step) => hasRuntimeCpu(step) || (shows(step, 'cpu') && step.scenario.cpuLimiter),
  },
  {
    name: 'outside Go',
    forms: /\boutside Go\b/,
    meaning: 'Memory that the container counts and Go knows nothing of, such as that of C code.',
    isDrawn: (step) => hasHeap(step) && step.scenario.program.outsideMemory > 0,
  },
  {
    name: 'headroom',
    forms: /\bheadroom\b/,
    meaning: 'Room that is left between the memory limit and the limit of the container.',
  },
  { name: 'minimum heap', forms: /\bminimum heap\b/, meaning: 'The lowest goal that GOGC sets: 4 MiB × GOGC / 100.' },
  {
    name: 'total memory',
    forms: /\btotal memory\b/i,
    meaning:
      'All memory that the program takes up, of Go and outside Go, as a container counts it: without what was never touched.',
    isDrawn: hasRuntimeHeap,
  },
  {
    name: 'trigger',
    forms: /\btriggers?\b/,
    meaning: 'The heap size at which a cycle starts, so that it is done at the goal.',
    isDrawn: hasRuntimeHeap,
  },
  {
    name: 'ballast',
    forms: /\bballast\b/,
    meaning: 'A huge array that nobody uses, kept to make cycles rare. The memory limit replaced it.',
  },
  {
    name: 'runway',
    forms: /\brunways?\b/,
    meaning:
      'From the trigger to the goal: room to allocate during a cycle. What Go wants (“runway” in its source) may be more or less.',
  },
  {
    name: 'marking',
    forms: /\bmark(?:s|ing)?\b/,
    meaning: 'The main work of a cycle: the GC visits what is in use, and marks it as live.',
    isDrawn: hasHeap,
  },
  {
    name: 'pause',
    forms: /\bpauses?\b/,
    meaning: 'A very short time, at both ends of marking, in which the whole program stands still.',
  },
  {
    name: 'assist',
    forms: /\bassists?\b/,
    meaning: 'Marking that a goroutine has to do itself because it allocates during a cycle.',
    isDrawn: hasRuntimeCpu,
  },
  {
    name: 'background',
    forms: /\bbackground\b/,
    meaning: 'Marking by the GC’s own workers: a quarter of the CPUs.',
    isDrawn: hasRuntimeCpu,
  },
  {
    name: 'idle',
    forms: /\bidle\b/,
    meaning: 'Marking on CPUs that have nothing else to do.',
    isDrawn: hasRuntimeCpu,
  },
  {
    name: 'GOMAXPROCS',
    forms: /\bGOMAXPROCS\b/,
    meaning: 'A setting: how many CPUs the program may use at once.',
    isDrawn: ({ controls }) => controls.includes('procs'),
  },
  {
    name: 'gctrace',
    forms: /\bgctrace\b/,
    meaning: 'A line that Go prints after each cycle where GODEBUG=gctrace=1 is set.',
    isDrawn: (step) => shows(step, 'gctrace'),
  },
  { name: 'leak', forms: /\bleaks?\b/, meaning: 'Memory that is in use for ever though nobody needs it.' },
  {
    name: 'other',
    forms: /^other$/i,
    meaning: 'In a figure: memory of Go beside the heap and the stacks, such as its own tables.',
    isDrawn: (step) => hasRuntimeHeap(step) && step.scenario.program.otherMemory > 0,
  },
  {
    name: 'pointer',
    forms: /\bpointers?\b/,
    meaning: 'The address of an object. The GC follows pointers to find what is in use.',
  },
  { name: 'sample', forms: /\bsamples?\b/, meaning: 'One number of a dashboard: a value at an instant.' },
]

/** The texts of a step in the order in which they are read, without their templates. */
export function toTexts({ text, bet, reveal, goal }: Step): readonly string[] {
  const parts = [text, bet?.prompt, reveal, ...(goal?.hints ?? [])]
  return parts.filter((part) => part !== undefined).map((part) => part.replace(/\{[^{}]*\}/g, ''))
}

export function termsOf(step: Step): readonly Term[] {
  const texts = toTexts(step).map(toPlainText).join('\n')
  return TERMS.filter(({ forms, isDrawn }) => forms.test(texts) || isDrawn?.(step))
}

/** Whether a text explains a term: it writes the term in bold. */
export function explains(text: string, { forms }: Term): boolean {
  return [...text.matchAll(/\*\*([^*]+)\*\*/g)].some(([, bold]) => forms.test(bold ?? ''))
}

/** The lesson and the step (from 1) in which a course explains a term; undefined if it does not. */
export function findExplained(course: readonly Lesson[], term: Term): { lesson: Lesson; step: number } | undefined {
  for (const lesson of course) {
    const at = lesson.steps.findIndex((step) => toTexts(step).some((text) => explains(text, term)))
    if (at >= 0) return { lesson, step: at + 1 }
  }
  return undefined
}
