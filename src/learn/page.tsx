import { useMemo } from 'react'
import { COURSE } from '../lessons/course/all.ts'
import { openLesson } from '../lessons/link.ts'
import { PageBar } from '../ui/page-bar.tsx'
import { CourseMap } from './course-map.tsx'
import { LessonPage } from './lesson-page.tsx'
import { Refused } from './refused.tsx'
import { usePlace } from './use-place.ts'

/** The page of lessons: what its address asks for. */
export function LearnPage() {
  const place = usePlace()
  const { lesson } = place
  const opened = useMemo(() => (lesson === undefined ? undefined : openLesson(lesson, COURSE)), [lesson])
  const isBare = place.isPresented || place.as === 'embed'
  return (
    <>
      {!isBare && <PageBar current="learn" />}
      {!opened && <CourseMap />}
      {opened && !opened.ok && <Refused problems={opened.problems} />}
      {opened?.ok && <LessonPage lesson={opened.value} place={place} />}
    </>
  )
}
