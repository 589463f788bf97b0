import type { Lesson } from '../../lessons/lesson.ts'
import { packLesson, toLessonLink } from '../../lessons/link.ts'
import { CopyText } from '../../ui/share/copy-text.tsx'

/** The link that holds the whole lesson, to open and to copy. */
export function LessonLink({ lesson, label }: { readonly lesson: Lesson; readonly label: string }) {
  const href = toLessonLink({ lesson: packLesson(lesson), step: 1, as: 'lesson', isPresented: false })
  return (
    <div className="author-link">
      <a href={href} target="_blank" rel="noopener">
        Open it
      </a>
      <CopyText label={label} text={new URL(href, location.href).href} isWhole rows={2} />
    </div>
  )
}
