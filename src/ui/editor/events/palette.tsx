import type { DragEvent } from 'react'
import { Button } from '../../button.tsx'
import { type AskingItem, EVENT_KINDS, type PlainEventKind } from './event-kinds.ts'
import { focusSoon } from './focus-soon.ts'
import { INSERT_TEXTS, PROFILE_KINDS, suggestProfile } from './insert-fields.ts'

export type PaletteItem = PlainEventKind | AskingItem

const PROFILES: readonly PaletteItem[] = PROFILE_KINDS.map((kind) => ({
  ...INSERT_TEXTS[kind],
  suggest: ({ drawing }, at) => suggestProfile(kind, drawing, at),
}))

/** Focuses an item that is not placed after all, or no longer adjusted. */
export function focusItem(name: string): void {
  focusSoon(() => {
    const items = document.querySelectorAll<HTMLElement>('.palette button')
    return [...items].find(({ textContent }) => textContent === name)
  })
}

interface PaletteProps {
  /** The name of the item that was pressed last and is not placed yet. */
  readonly inHand: string | undefined
  readonly onTake: (item: PaletteItem | undefined) => void
  /** The user pressed an item, by pointer or by key, and will next choose its place. */
  readonly onPress: (item: PaletteItem, isByKey: boolean) => void
}

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
      // A click by keyboard has a press count of 0.
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
        {EVENT_KINDS.map(toButton)}
      </fieldset>
    </div>
  )
}
