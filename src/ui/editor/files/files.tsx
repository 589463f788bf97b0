import { useEffect, useId, useRef, useState } from 'react'
import { failedAt, type Problem, type Result } from '../../../result.ts'
import { parseScenario } from '../../../scenario/json.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { clip } from '../../../units.ts'
import { markSaved } from '../../address/unsaved.ts'
import { Button } from '../../button.tsx'
import { FileButton } from '../../controls/file-button.tsx'
import { JSON_FILES, saveJson } from '../../share/save.ts'
import { ProblemItems } from '../../text/problem-items.tsx'
import { focusSoon } from '../events/focus-soon.ts'
import { scenarioOf, useSession, useSessionState } from '../use-session.ts'
import {
  type Keeping,
  MAX_FILE_BYTES,
  type OwnScenario,
  readFile,
  readOwn,
  toFileName,
  toFileText,
  toKeeping,
  withBack,
  withOwn,
  writeOwn,
} from './own-scenarios.ts'

export function Files() {
  const session = useSession()
  const scenario = useSessionState(({ draft }) => draft.scenario)
  // The problems of a text that could not be opened; shown until the scenario changes.
  const [refused, setRefused] = useState<{ readonly problems: readonly Problem[]; readonly beside: Scenario }>()
  if (refused && refused.beside !== scenario) setRefused(undefined)
  const { problems = [] } = refused ?? {}
  const [said, setSaid] = useState<{ readonly text: string; readonly undo?: (() => void) | undefined }>({ text: '' })
  const [isPasting, setPasting] = useState(false)
  const open = (result: Result<Scenario>, from: string) => {
    setRefused(result.ok ? undefined : { problems: result.problems, beside: scenarioOf(session) })
    setSaid({ text: result.ok ? `${from} is open.` : '' })
    if (!result.ok) return false
    session.open(result.value)
    markSaved(result.value)
    return true
  }
  const saveAs = (one: Scenario) => {
    saveJson(toFileName(one), toFileText(one))
    markSaved(one)
  }
  return (
    <section className="files" aria-label="Save and open">
      <div className="buttons">
        <TitleField />
        <Button onClick={() => saveAs(scenarioOf(session))}>Save as .json</Button>
        <FileButton
          name="file"
          accept={JSON_FILES}
          onFiles={async ([file]) => file && open(await readFile(file), clip(file.name))}
        >
          Open a file
        </FileButton>
        <Button aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste JSON
        </Button>
        <span className="said" role="status">
          {said.text}
        </span>
        {said.undo && <UndoDelete key={said.text} onUndo={said.undo} />}
      </div>
      {isPasting && <Paste onText={(text) => open(readText(text), 'The text') && setPasting(false)} />}
      <Problems problems={problems} />
      <OwnList
        onOpen={(one) => open({ ok: true, value: one }, `“${one.title}”`)}
        onExport={saveAs}
        onSaid={(text, undo) => setSaid({ text, undo })}
      />
    </section>
  )
}

/** Takes the focus as it appears, because the focus was on the deleted line. */
function UndoDelete({ onUndo }: { readonly onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} onClick={onUndo}>
      Undo delete
    </Button>
  )
}

function TitleField() {
  const session = useSession()
  const title = useSessionState((state) => state.draft.scenario.title)
  const set = (typed: string) => session.change({ ...scenarioOf(session), title: typed.toWellFormed() }, 'preview')
  return (
    <label className="title-field">
      Name
      <input
        type="text"
        name="title"
        maxLength={200}
        value={title}
        onChange={(event) => set(event.target.value)}
        onBlur={session.settle}
      />
    </label>
  )
}

function readText(text: string): Result<Scenario> {
  if (text.length <= MAX_FILE_BYTES) return parseScenario(text)
  return failedAt('', `the text has more than ${MAX_FILE_BYTES} characters`)
}

function Paste({ onText }: { readonly onText: (text: string) => void }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="paste">
      <label htmlFor={id}>A scenario’s JSON</label>
      <textarea ref={field} id={id} name="json" rows={6} spellCheck={false} />
      <Button className="quiet primary" onClick={() => onText(field.current?.value ?? '')}>
        Open the text
      </Button>
    </div>
  )
}

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <div className="problems" role="alert">
      <p>
        <b>This is not a scenario that can be opened. Nothing has changed.</b>
      </p>
      <ul>
        <ProblemItems problems={problems} most={20} />
      </ul>
    </div>
  )
}

const storage = () => localStorage

const REFUSED = 'This browser keeps nothing here. Save a file instead.'

interface OwnListProps {
  readonly onOpen: (scenario: Scenario) => void
  readonly onExport: (scenario: Scenario) => void
  /** `undo` undoes what the text says. */
  readonly onSaid: (text: string, undo?: () => void) => void
}

type Taken = Extract<Keeping, { kind: 'name-taken' }>

function OwnList({ onOpen, onExport, onSaid }: OwnListProps) {
  const session = useSession()
  const [own, setOwn] = useState(() => readOwn(storage))
  /** The name that is taken, while we ask the user what to do. */
  const [asked, setAsked] = useState<Taken & { readonly title: string }>()
  // Another page of ours may have stored something since.
  const readNow = () => readOwn(storage) ?? own ?? []
  const put = (next: readonly OwnScenario[]) => {
    const isKept = writeOwn(storage, next)
    if (isKept) setOwn(next)
    else onSaid(REFUSED)
    return isKept
  }
  const keepAs = (title: string, how: 'add' | 'replace') => {
    setAsked(undefined)
    const scenario = scenarioOf(session)
    const id = crypto.randomUUID?.() ?? String(Date.now())
    if (!put(withOwn(readNow(), { ...scenario, title }, id, how))) return
    markSaved(scenario)
    if (scenario.title !== title) session.change({ ...scenario, title }, 'set')
    onSaid(`“${title}” is kept in this browser.`)
  }
  const keep = () => {
    setAsked(undefined)
    const scenario = scenarioOf(session)
    const title = scenario.title || 'My program'
    const keeping = toKeeping(readNow(), { ...scenario, title })
    if (keeping.kind === 'new') return keepAs(title, 'add')
    if (keeping.kind === 'name-taken') return setAsked({ ...keeping, title })
    markSaved(scenario)
    onSaid(`“${title}” is kept in this browser already.`)
  }
  const forget = (deleted: OwnScenario) => {
    setAsked(undefined)
    const before = readNow()
    const place = before.findIndex(({ id }) => id === deleted.id)
    if (!put(before.filter(({ id }) => id !== deleted.id))) return
    const name = `“${deleted.scenario.title}”`
    onSaid(`${name} was deleted.`, () => {
      if (!put(withBack(readNow(), deleted, place))) return
      onSaid(`${name} is kept in this browser again.`)
      focusSoon(() => document.querySelector<HTMLElement>(`.own li:nth-child(${place + 1}) [aria-label]`))
    })
  }
  return (
    <div className="own">
      <Button onClick={keep}>Keep in this browser</Button>
      {asked && <Question {...asked} onAnswer={keepAs} onCancel={() => setAsked(undefined)} />}
      {own === undefined && <span className="hint">{REFUSED}</span>}
      {own !== undefined && own.length > 0 && (
        <KeptList own={own} onOpen={onOpen} onExport={onExport} onDelete={forget} />
      )}
    </div>
  )
}

interface KeptListProps extends Omit<OwnListProps, 'onSaid'> {
  readonly own: readonly OwnScenario[]
  readonly onDelete: (one: OwnScenario) => void
}

function KeptList({ own, onOpen, onExport, onDelete }: KeptListProps) {
  return (
    <ul aria-label="Kept in this browser">
      {own.map((one) => {
        const { id, scenario } = one
        return (
          <li key={id}>
            <Button onClick={() => onOpen(scenario)}>Open “{scenario.title}”</Button>
            <Button onClick={() => onExport(scenario)}>Export</Button>
            <Button aria-label={`Delete “${scenario.title}”`} onClick={() => onDelete(one)}>
              Delete
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

interface QuestionProps {
  readonly title: string
  readonly freeTitle: string
  readonly onAnswer: (title: string, how: 'add' | 'replace') => void
  readonly onCancel: () => void
}

function Question({ title, freeTitle, onAnswer, onCancel }: QuestionProps) {
  return (
    <div className="question" role="alert">
      <p>This browser already keeps another program named “{title}”.</p>
      <div className="buttons">
        <Button className="quiet primary" onClick={() => onAnswer(freeTitle, 'add')}>
          Keep both: this one as “{freeTitle}”
        </Button>
        <Button onClick={() => onAnswer(title, 'replace')}>Replace the kept one</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
