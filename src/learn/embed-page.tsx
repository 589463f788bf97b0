import { useEffect, useRef } from 'react'
import type { Lesson } from '../lessons/lesson.ts'
import { type Place, toLessonLink } from '../lessons/link.ts'
import { tellHeight } from './step/messages.ts'
import { StepView } from './step/step-view.tsx'

interface EmbedPageProps {
  readonly lesson: Lesson
  readonly place: Place
}

/** One step in another page’s frame: without links to other steps. It reports its height to that page. */
export function EmbedPage({ lesson, place }: EmbedPageProps) {
  const number = Math.min(place.step, lesson.steps.length)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = main.current
    if (!element) return
    const observer = new ResizeObserver(() => tellHeight(element.getBoundingClientRect().height))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="lesson embedded">
      <main id="main" ref={main} aria-label={`${lesson.title}, step ${number}`}>
        <StepView key={`${place.lesson} ${number}`} lesson={lesson} number={number} />
        <p className="to-whole">
          <a href={toLessonLink({ ...place, as: 'lesson' })} target="_blank" rel="noopener">
            The whole lesson: {lesson.title}
          </a>
        </p>
      </main>
    </div>
  )
}
