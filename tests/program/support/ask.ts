import type { LogChoice } from '../../../src/known/evidence.ts'
import type { Answer, AskedInput, Job, ProgramAnswer, SupposedProgram } from '../../../src/program/jobs.ts'
import type { Settings } from '../../../src/scenario/under-settings.ts'
import { startEngine } from './read.ts'

export const NO_CHOICES = { interval: undefined, run: 0, container: undefined, typed: {} }

/** Gives texts to an engine. @returns what jobs name them by */
export function read(run: (job: Job) => Answer, texts: readonly string[]): AskedInput[] {
  return texts.map((text, i) => {
    const input = i + 1
    run({ kind: 'push', input, from: 0, as: undefined, bytes: new TextEncoder().encode(text).buffer })
    run({ kind: 'end', input })
    return { id: input, name: 'input', fileSeconds: undefined }
  })
}

/** What the page is told of typed numbers and of one input, if any. */
export function answerTo(
  text: string | undefined,
  typed: Partial<Record<'liveHeap' | 'allocRate', number>> = {},
  log?: LogChoice,
): ProgramAnswer {
  const run = startEngine()
  const inputs = read(run, text === undefined ? [] : [text])
  const choices = { ...NO_CHOICES, log, typed }
  const answer = run({ kind: 'answer', inputs, choices })
  if (answer.kind !== 'answer') throw new Error(answer.kind)
  return answer
}

/** What the page is told of other settings for the program of these texts. */
export function supposeOf(texts: readonly string[], settings: Settings): SupposedProgram {
  const run = startEngine()
  const answer = run({ kind: 'suppose', inputs: read(run, texts), choices: NO_CHOICES, settings })
  if (answer.kind !== 'supposed') throw new Error(answer.kind)
  return answer
}
