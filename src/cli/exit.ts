/** The exit codes of all commands, beside 0. */
export const EXIT = {
  /** What was given has problems, or does not suffice to answer. */
  problems: 1,
  usage: 2,
  /** A bound of `check` is not kept, or a picture of `render` is out of date. */
  notKept: 3,
} as const
