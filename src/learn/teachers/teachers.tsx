import { useState } from 'react'
import type { Lesson } from '../../lessons/lesson.ts'
import { type Place, packLesson, toLessonLink } from '../../lessons/link.ts'
import { CopyText } from '../../ui/share/copy-text.tsx'

interface TeachersProps {
  readonly lesson: Lesson
  readonly place: Place
  readonly number: number
}

/** Tools for teachers; closed, because most readers are learners. */
export function Teachers({ lesson, place, number }: TeachersProps) {
  const [isOpen, setOpen] = useState(false)
  const to = (as: Place['as']) => toLessonLink({ ...place, step: number, as, isPresented: false })
  return (
    <details className="teachers soft" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>For teachers</summary>
      {isOpen && (
        <>
          <ul>
            <li>
              <a href={toLessonLink({ ...place, step: number, isPresented: true })}>Present</a>: large type, for a
              projector
            </li>
            <li>
              <a href={to('notes')} target="_blank" rel="noopener">
                Notes in a second window
              </a>
              , which follows this one and turns its steps
            </li>
            <li>
              <a href={to('handout')} target="_blank" rel="noopener">
                Handout
              </a>{' '}
              and{' '}
              <a href={to('answers')} target="_blank" rel="noopener">
                answer sheet
              </a>{' '}
              to print
            </li>
            <li>
              <a href={toLessonLink({ lesson: packLesson(lesson), step: number, as: 'edit', isPresented: false })}>
                Edit a copy
              </a>{' '}
              of this lesson
            </li>
          </ul>
          <h3>Link to this step</h3>
          <CopyText label="Link to this step" text={toAddress(to('lesson'))} isWhole rows={2} />
          <h3>This step in another page</h3>
          <CopyText label="This step in another page" text={toFrame(toAddress(to('embed')), lesson)} isWhole rows={7} />
        </>
      )}
    </details>
  )
}

function toAddress(fragment: string): string {
  return new URL(fragment, location.href).href
}

/** Gives each frame the height that it asks for: steps differ, and grow with their answers. */
const RESIZE = `<script>
addEventListener('message', ({ data, source }) => {
  if (data?.type !== 'sawtooth:resize') return
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source) frame.height = data.height
})
</script>`

/** A frame with an opaque origin cannot load the modules of a page, so the frame needs its own origin. */
function toFrame(address: string, { title }: Lesson): string {
  const name = title.replace(/["&<>]/g, '')
  return `<iframe src="${address.replace(/&/g, '&amp;')}" title="${name}" width="100%" height="760" style="border:0" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>\n${RESIZE}`
}
