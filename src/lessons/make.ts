import { toFileStem } from '../share/export/snippets.ts'
import { readGuess } from './judge-bet.ts'
import type { LessonJson, PredicateJson } from './lesson.ts'
import type { Unit } from './measure.ts'
import { WITH_IDLE } from './show-predicate.ts'

export interface DraftGoal {
  readonly of: string
  readonly bound: 'atMost' | 'atLeast' | 'is'
  /** As typed: a number in the unit of the measure, or a word. */
  readonly value: string
}

/** A challenge in the form for authors. */
export interface Draft {
  readonly title: string
  /** A link to the program and the settings that it starts with. */
  readonly start: string
  /** The settings that may be changed; all others are hidden. */
  readonly changes: readonly string[]
  readonly goals: readonly DraftGoal[]
  readonly hint: string
}

/** The measures that a goal may use: label, and the unit of the typed value. */
export const GOALS: Readonly<Record<string, { readonly label: string; readonly unit: Unit | 'ending' }>> = {
  'outcome.kind': { label: 'The program', unit: 'ending' },
  peakContainerBytes: { label: 'Peak memory of the container', unit: 'bytes' },
  peakMemoryBytes: { label: 'Peak memory', unit: 'bytes' },
  gcCpuFraction: { label: WITH_IDLE.gcCpuFraction, unit: 'share' },
  cycles: { label: 'GC cycles', unit: 'number' },
  totalSeconds: { label: 'Total CPU time', unit: 'seconds' },
}

/** A draft as a lesson of one step. @param solution the settings with which the author solved it */
export function toChallenge(draft: Draft, solution: Readonly<Record<string, string>>): LessonJson {
  const { title, start, changes, goals, hint } = draft
  return {
    version: 1,
    id: toFileStem(title).replace(/-$/, '') || 'challenge',
    title,
    minutes: 5,
    needs: [],
    steps: [
      {
        text: `**${title}** You may change ${changes.length === 1 ? 'one setting' : `${changes.length} settings`}.`,
        scenario: start,
        controls: changes,
        show: ['heap', 'cpu', 'results'],
        goal: { all: goals.map(toPredicate), changes, hints: hint.trim() === '' ? [] : [hint], solution },
      },
    ],
  }
}

/** A value that cannot be read stays as typed: validation refuses it later. */
function toPredicate({ of, bound, value }: DraftGoal): PredicateJson {
  const unit = GOALS[of]?.unit ?? 'number'
  if (unit === 'ending') return { of, is: value }
  const read = readGuess(value, unit)
  return { of, [bound]: read.ok ? read.value : value }
}
