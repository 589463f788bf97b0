import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { checkLesson } from '../../lessons/check.ts'
import type { Lesson } from '../../lessons/lesson.ts'
import { TEMPLATES } from '../../lessons/templates.ts'
import { parseLesson } from '../../lessons/validate/validate.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/controls/file-button.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Select } from '../../ui/select.tsx'
import { JSON_FILES, saveJson } from '../../ui/share/save.ts'
import { readStored, store } from '../../ui/storage.ts'
import { createProgressStore, ProgressContext, type ProgressStore } from '../course/progress-context.ts'
import { ProblemList } from '../refused.tsx'
import { StepView } from '../step/step-view.tsx'
import { LessonLink } from './lesson-link.tsx'

const KEY = 'sawtooth.lesson-draft'

const toText = (json: unknown) => JSON.stringify(json, undefined, 2)

/** The page to write lessons on: the document, its problems, and a preview beside it. */
export function AuthorPage({ lesson: opened }: { readonly lesson: Lesson | undefined }) {
  const [text, setText] = useState(() => (opened ? toText(opened.json) : (readStored(KEY) ?? toText(TEMPLATES.lesson))))
  const { lesson, problems } = useWritten(useDeferredValue(text))
  const [practice] = useState(() => createProgressStore({ isKept: false }))
  const write = (next: string) => {
    setText(next)
    store(KEY, next)
  }
  return (
    <div className="author">
      <main id="main">
        <h1>Write a lesson</h1>
        <Tools onText={write} lesson={lesson} isFine={problems.length === 0} text={text} />
        <div className="author-columns">
          <section className="document" aria-label="Document">
            <label htmlFor="lesson-json">The lesson as JSON</label>
            <textarea
              id="lesson-json"
              spellCheck={false}
              value={text}
              aria-describedby="lesson-problems"
              onChange={(event) => write(event.target.value)}
            />
            <div id="lesson-problems">
              {problems.length > 0 ? (
                <ProblemList problems={problems} />
              ) : (
                <p role="status" className="accepted">
                  No problems: its texts can be filled, its claims hold, and its challenges can be solved.
                </p>
              )}
            </div>
          </section>
          <section className="preview" aria-label="Preview">
            {lesson && <Preview lesson={lesson} practice={practice} />}
          </section>
        </div>
      </main>
    </div>
  )
}

/** Parses the text. While it is not a valid lesson, the preview keeps the last valid one, even if its runs have problems. */
function useWritten(text: string) {
  const last = useRef<Lesson>(undefined)
  return useMemo(() => {
    const parsed = parseLesson(text)
    if (!parsed.ok) return { lesson: last.current, problems: parsed.problems }
    last.current = parsed.value
    return { lesson: parsed.value, problems: checkLesson(parsed.value) }
  }, [text])
}

interface ToolsProps {
  readonly text: string
  readonly lesson: Lesson | undefined
  readonly isFine: boolean
  readonly onText: (text: string) => void
}

function Tools({ text, lesson, isFine, onText }: ToolsProps) {
  const load = async (file: File) => onText(await file.text().catch(() => 'The file could not be read.'))
  return (
    <div className="author-tools">
      <Button onClick={() => onText(toText(TEMPLATES.lesson))}>New lesson</Button>
      <Button onClick={() => onText(toText(TEMPLATES.challenge))}>New challenge</Button>
      <FileButton name="lesson" accept={JSON_FILES} onFiles={([file]) => file && void load(file)}>
        Open a file
      </FileButton>
      <Button onClick={() => saveJson(`${lesson?.id ?? 'lesson'}.json`, text)}>Save as .json</Button>
      {isFine && lesson && <LessonLink lesson={lesson} label="Link to this lesson" />}
    </div>
  )
}

/** A lesson as its readers will see it, one step at a time. Nothing in it counts as progress. */
function Preview({ lesson, practice }: { readonly lesson: Lesson; readonly practice: ProgressStore }) {
  const [wanted, setWanted] = useState(1)
  const number = Math.min(wanted, lesson.steps.length)
  const step = lesson.steps[number - 1]
  return (
    <div className="lesson">
      <label className="which-step">
        Step <Select value={number} options={lesson.steps.map((_, i) => [i + 1, `${i + 1}`])} onChoose={setWanted} />
      </label>
      <h2 className="preview-title">{lesson.title}</h2>
      <ErrorBoundary key={JSON.stringify(step)} onReset={() => {}}>
        <ProgressContext value={practice}>
          <StepView lesson={lesson} number={number} />
        </ProgressContext>
      </ErrorBoundary>
    </div>
  )
}
