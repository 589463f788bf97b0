export interface Effect {
  /** The program, in words: `your program, with everything else corrected`. */
  readonly program: string
  /** The result of each run in words, under the name of its settings. One run if no setting differs. */
  readonly runs: readonly { readonly name: string; readonly text: string }[]
}

interface WithEffect {
  readonly text: string
  readonly effect?: Effect | undefined
}

/** A finding as the command line prints it: its effect is part of its text. */
export function withEffectInText<T extends WithEffect>(finding: T): Omit<T, 'effect'> {
  const { effect: _, ...rest } = finding
  return { ...rest, text: withEffect(finding) }
}

export function withEffect({ text, effect }: WithEffect): string {
  if (!effect) return text
  const runs = effect.runs.map((run) => `${run.name}: ${run.text}.`)
  return [text, `Simulated with ${effect.program}.`, ...runs].join(' ')
}
