import { useEffect, useId, useRef, useState } from 'react'
import type { Problem, Result } from '../../../result.ts'
import { parseScenario } from '../../../scenario/json.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { clip } from '../../../units.ts'
import { markSaved } from '../../address/unsaved.ts'
import { Button } from '../../button.tsx'
import { FileButton } from '../../controls/file-button.tsx'
import { JSON_FILES, saveJson } from '../../share/save.ts'
import { ProblemItems } from '../../text/problem-items.tsx'
import { scenarioOf, useSession, useSessionState } from '../use-session.ts'
import { OwnList } from './own-list.tsx'
import { MAX_FILE_BYTES, readFile, toFileName, toFileText } from './own-scenarios.ts'

/** Saves, opens, pastes, and keeps scenarios in this browser. */
export function Files() {
  const session = useSession()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [said, setSaid] = useState<Said>({ text: '' })
  const [isPasting, setPasting] = useState(false)
  const open = (result: Result<Scenario>, from: string) => {
    setProblems(result.ok ? [] : result.problems)
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

/** What was just done, and the way back if there is one. */
interface Said {
  readonly text: string
  readonly undo?: (() => void) | undefined
}

/** It takes the focus, which was on the deleted line. */
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
  return { ok: false, problems: [{ path: '', message: `the text has more than ${MAX_FILE_BYTES} characters` }] }
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
