/**
 * A reason for doubt in an answer. It takes away a certainty (`TOPICS`, `toOutlook`), and people are told
 * (`toWarnings`). What makes a range wider is no doubt: that stands in the allowance.
 */
export interface Doubt {
  readonly about: Topic
  /** A clause without a capital letter and without a period; empty if other words say it. */
  readonly text: string
  /** What happens before, in seconds of elapsed time, is beyond doubt. */
  readonly from?: number
  /** Whether no container settles it, however much room for other work it has. */
  readonly isOpen?: boolean
}

/** In the order in which people are told, each with the certainties that it takes away. */
export const TOPICS = {
  /** Runs that were stopped before their end. */
  stopped: ['survival'],
  /** Memory that a log does not show fills the container. */
  unseen: ['survival'],
  /** The live heap still grew as the input ended. */
  growth: [],
  /** The container leaves little room. */
  room: ['survival'],
  /** The process had more memory than the container holds. */
  seen: ['survival'],
  /** The kernel killed it in a container of at least this size. */
  killed: ['survival'],
  /** Why the program may need more than the input shows. */
  input: ['survival'],
  /** The run that is asked about goes on after the input has ended (`from`). */
  extended: ['survival', 'kill'],
  /** The live heap may have been higher than the input shows. */
  peak: ['survival'],
  /** The simulation cannot reproduce the input. */
  unreliable: ['survival', 'kill'],
  /** Most of the live heap is what the program allocates while GC marks. */
  raising: ['survival', 'kill'],
  swap: ['kill'],
  /** Why the program may need less than the simulated ones. */
  less: ['kill'],
  survivor: [],
  /** The program may outgrow its container after the run. */
  outgrown: ['survival'],
  /** The program may fall behind near its memory limit. */
  late: ['survival'],
  /** The program may fall behind under its CPU quota. */
  behind: ['survival'],
  /** Why the ranges of memory are wide. */
  wide: [],
  condition: [],
  slowdown: [],
  quota: [],
  cost: [],
  measuredCpus: [],
  /** The time of the scrapes is simulated in less time. */
  shorter: [],
  fewerCpus: [],
} as const satisfies Record<string, readonly Certainty[]>
export type Topic = keyof typeof TOPICS
export type Certainty = 'survival' | 'kill'

/** Of these topics are the doubts about memory that an input gives in any container. */
export const OF_INPUT: readonly Topic[] = ['killed', 'input', 'extended', 'peak', 'unreliable']

/** The doubts about a topic, for those reasons that apply. */
export function doubtsAbout(about: Topic, ...reasons: readonly (string | false | undefined)[]): Doubt[] {
  return reasons.flatMap((text) => (typeof text === 'string' ? { about, text } : []))
}

export function isAbout(doubts: readonly Doubt[], topic: Topic): boolean {
  return doubts.some(({ about }) => about === topic)
}
