import './events.css'
import { explainEvent } from '../../../model/explain/explain-event.ts'
import { describeOwnTime } from '../../../scenario/describe-pace.ts'
import { ownSecond, type Second } from '../../../scenario/pace.ts'
import { findParameter } from '../../../scenario/params.ts'
import { roundDrawn } from '../../../scenario/round.ts'
import { readSize } from '../../../scenario/typed.ts'
import { readSeconds } from '../../../scenario/typed-seconds.ts'
import type { Change } from '../../../scenario/types.ts'
import type { Value } from '../../../scenario/value.ts'
import { shownRun } from '../../../store/store.ts'
import { readParameter, showNumber, showParameter, showSize, unitOf } from '../../../view/notation.ts'
import { Button } from '../../button.tsx'
import { useApp, useAppState, useRested } from '../../context.ts'
import { Explain } from '../../text/explain.tsx'
import { setChange } from '../draw/draft.ts'
import {
  deleteEvents,
  type EventGroup,
  findMoved,
  firstOf,
  groupEvents,
  moveEvents,
  type RampLine,
  setLine,
} from '../draw/event-groups.ts'
import { Field } from '../field.tsx'
import { scenarioOf, useSession, useSessionState } from '../use-session.ts'
import { focusSoon } from './focus-soon.ts'

/** Every event: its time, its change, and its effect on the run. The steps of a line are one event. */
export function EventsTable() {
  const changes = useSessionState((state) => state.draft.scenario.changes)
  const ownTime = useSessionState((state) => describeOwnTime(state.draft.scenario))
  if (changes.length === 0) return null
  return (
    <table className="events">
      <caption className="visually-hidden">Events while the program runs</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">
            <Explain label="At">{ownTime}</Explain>
          </th>
          <th scope="col">What happens</th>
          <th scope="col">What it did</th>
          <th scope="col">
            <span className="visually-hidden">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groupEvents(changes).map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event is known by its place in time
          <EventRow key={place} place={place} group={group} changes={changes} />
        ))}
      </tbody>
    </table>
  )
}

/** Focuses the time field of an event, once the table shows it. */
export function focusEvent(place: number): void {
  focusSoon(() => document.querySelector<HTMLInputElement>(`[name="event-${place}-at"]`))
}

/** Focuses the event that is now in this place, else the one before, else the control that adds events. */
function focusAfterDelete(place: number): void {
  focusSoon(() => {
    const buttons = document.querySelectorAll<HTMLElement>('.events [aria-label^="Delete event"]')
    const last = buttons.length - 1
    return buttons[Math.min(place, last)] ?? document.querySelector<HTMLElement>('.palette fieldset:last-child button')
  })
}

interface EventRowProps {
  /** Index among all events, from 0. */
  readonly place: number
  readonly group: EventGroup
  readonly changes: readonly Change[]
}

function EventRow({ place, group, changes }: EventRowProps) {
  const session = useSession()
  const edit = useEventEdits(group)
  const { indices, line } = group
  const second = useSessionState((state) => ownSecond(state.draft.scenario))
  const change = changes[firstOf(group)]
  if (!change) return null
  const name = `Event ${place + 1}`
  return (
    <tr>
      <th scope="row">{place + 1}</th>
      <td>
        <Field
          name={`event-${place}-at`}
          label={`${name}: at`}
          isBare
          unit={second}
          text={showNumber(line?.at ?? change.at)}
          read={readSeconds}
          onValue={(seconds) => edit.move(roundDrawn(seconds))}
        />
      </td>
      <td>
        {line ? (
          <LineFields name={name} line={line} second={second} count={indices.length} onLine={edit.draw} />
        ) : (
          <ChangeFields change={change} name={name} onChange={edit.set} />
        )}
      </td>
      <td className="did">
        <Did changes={changes} indices={indices} />
      </td>
      <td>
        <Button
          aria-label={`Delete event ${place + 1}`}
          onClick={() => {
            session.change(deleteEvents(scenarioOf(session), group), 'set')
            focusAfterDelete(place)
          }}
        >
          Delete
        </Button>
      </td>
    </tr>
  )
}

function useEventEdits(group: EventGroup) {
  const session = useSession()
  const { line } = group
  const draw = (next: Partial<RampLine>) =>
    line && session.change(setLine(scenarioOf(session), group, { ...line, ...next }), 'set')
  const set = (next: Change) => session.change(setChange(scenarioOf(session), firstOf(group), next), 'set')
  const move = (at: number) => {
    const before = scenarioOf(session)
    if (line) draw({ at })
    else session.change(moveEvents(before, group, at), 'set')
    // The table is sorted by time: the focus follows the event.
    if (isTyping()) focusEvent(findMoved(before, group, at))
  }
  return { draw, set, move }
}

/** The effect of an event on the run. It waits for the run to rest, unless the events themselves are being changed. */
function Did({ changes, indices }: { readonly changes: readonly Change[]; readonly indices: readonly number[] }) {
  const { runs } = useApp()
  const rested = useRested((state) => shownRun(state, runs).trace)
  const isInHand = useRested((state) => state.scenario.changes !== changes)
  const now = useAppState((state) => (isInHand ? shownRun(state, runs).trace : undefined))
  return explainEvent(now ?? rested, changes, indices)
}

function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement && /^event-\d+-at$/.test(document.activeElement.name)
}

interface LineFieldsProps {
  readonly name: string
  readonly line: RampLine
  readonly second: Second
  readonly count: number
  readonly onLine: (line: Partial<RampLine>) => void
}

function LineFields({ name, line, second, count, onLine }: LineFieldsProps) {
  const size = (key: 'from' | 'to', label: string) => (
    <Field
      name={`${name}-${key}`}
      label={label}
      spoken={`${name}: ${label}`}
      text={showSize(line[key])}
      read={readSize}
      onValue={(bytes) => onLine({ [key]: bytes })}
    />
  )
  return (
    <>
      {size('from', 'Memory outside Go from')}
      {size('to', 'to')}
      <Field
        name={`${name}-over`}
        label="over"
        spoken={`${name}: over`}
        unit={second}
        text={showNumber(line.seconds)}
        read={readSeconds}
        onValue={(seconds) => onLine({ seconds })}
      />
      <span className="steps">in {count} steps</span>
    </>
  )
}

interface ChangeFieldsProps {
  readonly change: Change
  readonly name: string
  readonly onChange: (change: Change) => void
}

function ChangeFields({ change, name, onChange }: ChangeFieldsProps) {
  const scenario = useSessionState((state) => state.draft.scenario)
  const isRuntime = scenario.model === 'runtime'
  const entries = Object.entries<Value>(change).filter(([key]) => key !== 'at')
  return entries.map(([key, value]) => {
    const parameter = findParameter(key)
    if (!parameter) return null
    if (parameter.place === 'change')
      return (
        <code key={key} className="call" title={parameter.help}>
          {value === true ? parameter.label : `${parameter.label} is not called`}
        </code>
      )
    if (parameter.kind === 'flag')
      return (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange({ ...change, [key]: event.target.checked })}
          />
          {parameter.label}
        </label>
      )
    return (
      <Field
        key={key}
        name={`${name}-${key}`}
        label={parameter.label}
        spoken={`${name}: ${parameter.label}`}
        unit={unitOf(parameter, scenario) ?? ''}
        text={showParameter(parameter, value)}
        read={(text) => readParameter(parameter, text, isRuntime)}
        onValue={(read) => onChange({ ...change, [key]: read })}
      />
    )
  })
}
