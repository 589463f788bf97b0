import { COMPARISONS, type Comparison } from '../../explore/published/pairs.ts'
import { presetNamed } from '../../scenario/presets/catalogue.ts'
import type { Preset } from '../../scenario/presets/preset.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { type Facts, QUESTIONS, type Question, type Source } from '../../scenario/presets/published/facts/facts.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'

/** A setting of a published experiment, and its source. */
export interface Experiment {
  readonly preset: Preset
  readonly source: Source
}

/** A question, the settings that answer it, and which of them to compare. */
export interface Group {
  readonly question: Question
  readonly title: string
  readonly experiments: readonly Experiment[]
  readonly comparisons: readonly Comparison[]
}

/** The article that asks it in these words: its settings come first. */
const ASKED_BY: Partial<Record<Question, string>> = { killed: 'weaviate' }

/** The gallery: every setting under its question, in the order of the questions. */
export function toGroups(): readonly Group[] {
  return (Object.keys(QUESTIONS) as Question[]).map((question) => ({
    question,
    title: QUESTIONS[question],
    experiments: FACTS.filter((facts) => facts.question === question)
      .toSorted((a, b) => Number(b.source === ASKED_BY[question]) - Number(a.source === ASKED_BY[question]))
      .map(toExperiment),
    comparisons: COMPARISONS.filter((comparison) => comparison.question === question),
  }))
}

function toExperiment(facts: Facts): Experiment {
  const source = SOURCES.find(({ id }) => id === facts.source)
  if (!source) throw new Error(`published figures of "${facts.preset}" without a source`)
  return { preset: presetNamed(facts.preset), source }
}
