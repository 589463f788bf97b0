import { checkLesson } from '../lessons/check.ts'
import { COURSE } from '../lessons/course/all.ts'
import { packLesson, toLessonLink } from '../lessons/link.ts'
import { parseLesson } from '../lessons/validate/validate.ts'
import type { CliIo } from './io.ts'
import { readText } from './read.ts'
import { refuse } from './simulate.ts'
import { openChunks } from './source.ts'

/** The address that opens lessons; a fragment alone would open the simulator. */
const PAGE = 'learn.html'

/** `sawtooth lessons`: the course as a JSON list of lesson documents. @returns the exit code */
export async function runLessons(io: CliIo): Promise<number> {
  await io.write(`${JSON.stringify(COURSE.map(({ json }) => json))}\n`)
  return 0
}

/** `sawtooth lesson FILE`: the problems of a lesson document, or its link. @returns the exit code: 1 for problems */
export async function runLesson(source: string, io: CliIo): Promise<number> {
  const chunks = openChunks(source, io)
  const text = chunks.ok ? await readText(chunks.value) : chunks
  const lesson = text.ok ? parseLesson(text.value) : text
  const problems = lesson.ok ? checkLesson(lesson.value) : lesson.problems
  if (!lesson.ok || problems.length > 0) return refuse(problems, io)
  const link = toLessonLink({ lesson: packLesson(lesson.value), step: 1, as: 'lesson', isPresented: false })
  await io.write(`${PAGE}${link}\n`)
  return 0
}
