import { useMemo } from 'react'
import { COURSE } from '../../lessons/course/all.ts'
import { toLessonLink } from '../../lessons/link.ts'
import { findExplained, type Term, termsOf } from '../../lessons/terms.ts'
import { useStep } from './step-context.ts'

/** What the words of a step mean, for who opens a lesson on its own; folded, for most know them from the steps before. */
export function WordsUsed() {
  const { step } = useStep()
  const terms = useMemo(() => termsOf(step), [step])
  if (terms.length === 0) return null
  return (
    <details className="words-used">
      <summary>Words used here</summary>
      <dl>
        {terms.map((term) => (
          <div key={term.name}>
            <dt>{term.name}</dt>
            <dd>
              {term.meaning} <Origin term={term} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The way to the step that explains a term, unless it is this one. */
function Origin({ term }: { readonly term: Term }) {
  const { lesson, number } = useStep()
  const at = useMemo(() => findExplained(COURSE, term), [term])
  if (!at || (at.lesson.id === lesson.id && at.step === number)) return null
  const to = toLessonLink({ lesson: at.lesson.id, step: at.step, as: 'lesson', isPresented: false })
  return (
    <a href={to} target="_blank" rel="noopener">
      {at.lesson.title}, step {at.step}
    </a>
  )
}
