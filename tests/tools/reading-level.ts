/*
 * How hard a text is to read: the Flesch–Kincaid grade level (Kincaid and others 1975), in years of American schooling.
 * `node tests/tools/run-typescript.mjs tests/tools/reading-level.ts` prints it for every lesson.
 */
import { COURSE } from '../../src/lessons/course/all.ts'
import { createExperiment } from '../../src/lessons/experiment.ts'
import { toFilled } from '../../src/lessons/fill.ts'
import type { Lesson } from '../../src/lessons/lesson.ts'
import { toPlainText } from '../../src/lessons/markdown.ts'

/** grade = 0.39 words/sentences + 11.8 syllables/words − 15.59 */
export function toGrade(text: string): number {
  const sentences = text.split(/[.!?](?:\s|$)|\n/).filter((part) => /[a-z]/i.test(part)).length
  const words = text.split(/\s+/).filter((word) => /[a-z\d]/i.test(word))
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
  if (sentences === 0 || words.length === 0) return 0
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
}

/** Groups of vowels, without a mute e at the end. A short abbreviation is spelt, letter by letter. */
function countSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  const capitals = word.replace(/[^A-Z]/g, '')
  if (capitals.length > 1 && letters.length <= 3) return letters.length
  if (letters.length <= 3) return 1
  const stem = letters.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '')
  return Math.max(1, stem.match(/[aeiouy]+/g)?.length ?? 1)
}

/** All that a reader of a lesson reads, with its numbers. */
export function toReadText({ steps }: Lesson): string {
  return steps
    .map(({ text, bet, reveal, goal, scenario, presetId }) => {
      const experiment = createExperiment(scenario, presetId)
      const parts = [text, bet?.prompt ?? '', reveal ?? '', ...(goal?.hints ?? [])]
      return parts.map((part) => toPlainText(toFilled(part, experiment))).join('\n')
    })
    .join('\n')
}

if (process.argv[1]?.endsWith('reading-level.ts'))
  for (const lesson of COURSE) console.log(`${toGrade(toReadText(lesson)).toFixed(1).padStart(5)}  ${lesson.id}`)
