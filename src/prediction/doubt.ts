/**
 * A reason for doubt in an answer. It takes away a certainty (`TOPICS`, `toOutlook`), and warnings name it
 * (`toWarnings`). What only widens a range belongs in the allowance instead.
 */
export interface Doubt {
  readonly about: Topic
  /** A clause without a capital letter and without a period; empty if other words say it. */
  readonly text: string
  /** The doubt concerns only what happens after this many seconds of elapsed time. */
  readonly from?: number
  /** Whether the doubt remains in any container, however much room it has. */
  readonly isOpen?: boolean
}

/** The topics in the order in which warnings name them, each with the certainties that it takes away. */
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

/** Topics of doubts about memory that come from the input, whatever the container. */
export const OF_INPUT: readonly Topic[] = ['killed', 'input', 'extended', 'peak', 'unreliable']

/** The doubts about a topic, for those reasons that apply. */
export function doubtsAbout(about: Topic, ...reasons: readonly (string | false | undefined)[]): Doubt[] {
  return reasons.flatMap((text) => (typeof text === 'string' ? { about, text } : []))
}

export function isAbout(doubts: readonly Doubt[], topic: Topic): boolean {
  return doubts.some(({ about }) => about === topic)
}
