import { type ReactNode, useEffect, useMemo } from 'react'
import { COURSE } from '../lessons/course/all.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { findMapProblems, openLesson, type Place } from '../lessons/link.ts'
import { PageBar } from '../ui/header/page-bar.tsx'
import { AuthorPage } from './author/author-page.tsx'
import { MakerPage } from './author/maker-page.tsx'
import { CourseMap } from './course/course-map.tsx'
import { usePlace } from './lesson-keys.ts'
import { LessonPage } from './lesson-page.tsx'
import { EmbedPage, Refused } from './refused.tsx'
import { Handout } from './teachers/handout.tsx'
import { NotesPage } from './teachers/notes-page.tsx'

/** The page of lessons: shows the view that the address names. */
export function LearnPage() {
  const place = usePlace()
  const { lesson } = place
  // A view begins at its top. A lesson sees to it itself: its steps do so, too.
  useEffect(() => {
    if (place.as !== 'lesson') scrollTo(0, 0)
  }, [place.as])
  const opened = useMemo(() => (lesson === undefined ? undefined : openLesson(lesson, COURSE)), [lesson])
  if (place.as === 'notes') return <NotesPage key={`${lesson} ${place.step}`} place={place} />
  const isBare = place.isPresented || (place.as !== 'lesson' && place.as !== 'edit' && place.as !== 'make')
  const content = opened?.ok ? toContent(opened.value, place) : opened && <Refused problems={opened.problems} />
  return (
    <>
      {!isBare && <PageBar current="learn" />}
      {toPage(place, opened?.ok ? opened.value : undefined) ?? content ?? (
        <CourseMap problems={findMapProblems(location.hash)} />
      )}
    </>
  )
}

function toPage({ as }: Place, lesson: Lesson | undefined): ReactNode {
  if (as === 'make') return <MakerPage />
  return as === 'edit' ? <AuthorPage lesson={lesson} /> : undefined
}

function toContent(lesson: Lesson, place: Place): ReactNode {
  switch (place.as) {
    case 'embed':
      return <EmbedPage lesson={lesson} place={place} />
    case 'handout':
    case 'answers':
      return <Handout lesson={lesson} hasAnswers={place.as === 'answers'} />
    default:
      return <LessonPage lesson={lesson} place={place} />
  }
}
