import { useState } from 'react'
import type { Scenario } from '../../../scenario/types.ts'
import { markSaved } from '../../address/unsaved.ts'
import { Button } from '../../button.tsx'
import { focusSoon } from '../events/focus-soon.ts'
import { scenarioOf, useSession } from '../use-session.ts'
import { type Keeping, type OwnScenario, readOwn, toKeeping, withBack, withOwn, writeOwn } from './own-scenarios.ts'

const storage = () => localStorage

const REFUSED = 'This browser keeps nothing here. Save a file instead.'

interface OwnListProps {
  readonly onOpen: (scenario: Scenario) => void
  readonly onExport: (scenario: Scenario) => void
  /** `undo` undoes what the text says. */
  readonly onSaid: (text: string, undo?: () => void) => void
}

type Taken = Extract<Keeping, { kind: 'name-taken' }>

export function OwnList({ onOpen, onExport, onSaid }: OwnListProps) {
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
