import type { DragEvent } from 'react'
import { secondsOf } from '../../../scenario/rates.ts'
import { roundDrawn } from '../../../scenario/round.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { Button } from '../../button.tsx'
import type { Draft } from '../draw/draft.ts'
import { EVENT_KINDS, type PlainEventKind } from './event-kinds.ts'
import { INSERT_TEXTS, type Insertable, PROFILE_KINDS, suggestProfile } from './insert-fields.ts'

/** What a form asks about first. */
export interface AskingItem {
  readonly name: string
  readonly hint: string
  /** What the form begins with. @param at seconds of the program's own time; undefined: where it suits */
  readonly suggest: (draft: Draft, at: number | undefined) => Insertable
}

/** Something of the palette: an event that is simply put in, or one with a form. */
export type PaletteItem = PlainEventKind | AskingItem

/** An instant within the program, its middle where none is named; and its length. Seconds of the program's own time. */
export function placeIn(
  { program }: Scenario,
  at: number | undefined,
): { readonly at: number; readonly length: number } {
  // The program's own length: that of the drawing is rounded, and the end must not lie beyond the end.
  const length = secondsOf(program)
  return { length, at: Math.max(0, Math.min(length, roundDrawn(at ?? length / 2))) }
}

const PROFILES: readonly PaletteItem[] = PROFILE_KINDS.map((kind) => ({
  ...INSERT_TEXTS[kind],
  suggest: ({ drawing }, at) => suggestProfile(kind, drawing, at),
}))

const EVENTS: readonly PaletteItem[] = EVENT_KINDS.map((kind) => {
  if ('create' in kind) return kind
  const suggest = ({ scenario }: Draft, wanted: number | undefined) => {
    const { at, length } = placeIn(scenario, wanted)
    return kind.suggest(scenario, at, length)
  }
  return { ...kind, suggest }
})

interface PaletteProps {
  /** The name of the item that was pressed last and has no place yet. */
  readonly inHand: string | undefined
  readonly onTake: (item: PaletteItem | undefined) => void
  /** Pressed, by pointer or by key: next the reader is asked for the place. */
  readonly onPress: (item: PaletteItem, isByKey: boolean) => void
}

/** Profiles and events to drop on the strip, or to press. */
export function Palette({ inHand, onTake, onPress }: PaletteProps) {
  const toButton = (item: PaletteItem) => (
    <Button
      key={item.name}
      className="piece"
      isOn={item.name === inHand}
      title={item.hint}
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.setData('text/plain', item.name)
        onTake(item)
      }}
      onDragEnd={() => onTake(undefined)}
      // A click that no pointer made counts no presses.
      onClick={({ detail }) => onPress(item, detail === 0)}
    >
      {item.name}
    </Button>
  )
  return (
    <div className="palette">
      <fieldset>
        <legend>Draw</legend>
        {PROFILES.map(toButton)}
      </fieldset>
      <fieldset>
        <legend>Events</legend>
        {EVENTS.map(toButton)}
      </fieldset>
    </div>
  )
}
