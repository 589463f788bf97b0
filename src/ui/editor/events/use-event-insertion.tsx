import { type ReactNode, useState } from 'react'
import { roundDrawn } from '../../../scenario/round.ts'
import { addChange } from '../draw/draft.ts'
import { findMoved } from '../draw/event-groups.ts'
import { insertEvents } from '../draw/event-profiles.ts'
import { useSession } from '../use-session.ts'
import { showNumber } from '../values.ts'
import { EventForm, type EventInsertion } from './event-form.tsx'
import type { AskingEventKind, EventKind, PlainEventKind } from './event-kinds.ts'
import { focusEvent } from './events-table.tsx'

interface EventInsertions {
  /** Dropped on the strip, at an instant of the program's own time: it is in at once, and can still be adjusted. */
  drop(kind: EventKind, at: number): void
  /** Puts in an event that needs no values, in the middle of the program where it is not said when; then says so. */
  add(kind: PlainEventKind, at: number | undefined, isByKey: boolean): void
  /** Asks for the values of another one before it is put in. */
  ask(kind: AskingEventKind, at: number | undefined): void
  close(): void
  readonly isPending: boolean
  readonly form: ReactNode
}

/** The event that was put in last without being asked about. */
interface Added {
  readonly name: string
  readonly event: number
  readonly at: number
}

/** How events come from the palette into the program. */
export function useEventInsertion(): EventInsertions {
  const session = useSession()
  const [insertion, setInsertion] = useState<EventInsertion>()
  const [added, setAdded] = useState<Added>()

  const place = (at: number | undefined) => {
    const { scenario } = session.state.getState().draft
    // The program's own length: that of the drawing is rounded, and the end must not lie beyond the end.
    const length = scenario.program.phases.reduce((sum, { duration }) => sum + duration, 0)
    return { scenario, length, at: Math.max(0, Math.min(length, roundDrawn(at ?? length / 2))) }
  }
  const add = (kind: PlainEventKind, where: ReturnType<typeof place>) => {
    const { scenario, at } = where
    const change = kind.create(scenario, at)
    session.change(addChange(scenario, change), 'set')
    setInsertion(undefined)
    return findMoved(scenario, { indices: [] }, at)
  }
  return {
    drop(kind, at) {
      const where = place(at)
      setAdded(undefined)
      if ('create' in kind) return void add(kind, where)
      const { scenario } = where
      const profile = kind.suggest(scenario, where.at, where.length)
      const result = insertEvents(scenario, profile)
      if (result.ok) session.change(result.value, 'set')
      setInsertion(
        result.ok ? { profile, done: { before: scenario.changes, after: result.value.changes } } : { profile },
      )
    },
    add(kind, at, isByKey) {
      const where = place(at)
      const event = add(kind, where)
      setAdded({ name: kind.name, event, at: where.at })
      if (isByKey) focusEvent(event)
    },
    ask(kind, at) {
      const where = place(at)
      setInsertion({ profile: kind.suggest(where.scenario, where.at, where.length) })
    },
    close: () => setInsertion(undefined),
    isPending: insertion !== undefined && insertion.done === undefined,
    form: insertion ? (
      <EventForm key={insertion.profile.kind} insertion={insertion} onChange={setInsertion} />
    ) : (
      <p className="said" role="status">
        {added &&
          `${added.name} is event ${added.event + 1}, at ${showNumber(added.at)} s. Drag its number, or type in the table when it happens.`}
      </p>
    ),
  }
}
