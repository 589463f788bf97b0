import { readSize } from '../../../scenario/typed.ts'
import { readContainerLimit } from '../../../scenario/typed-container.ts'
import { type Typed, unread } from '../../../scenario/typed-text.ts'
import type { EventProfile, EventProfileKind } from '../draw/event-profiles.ts'
import { readSeconds } from '../draw/typed.ts'
import { showNumber, showSize } from '../values.ts'

/** One value of an event profile, as its form asks for it: typed, or chosen. */
export type EventField =
  | {
      readonly key: string
      readonly label: string
      readonly unit: string
      readonly show: (value: number) => string
      readonly read: (text: string) => Typed<number>
    }
  | {
      readonly key: string
      readonly label: string
      readonly choices: readonly (readonly [value: string | boolean, name: string])[]
    }

const size = (key: string, label: string): EventField => ({ key, label, unit: '', show: showSize, read: readSize })
const seconds = (key: string, label: string): EventField => ({
  key,
  label,
  unit: 's',
  show: showNumber,
  read: readSeconds,
})

/** A limit that a container is resized to: no container cannot be. */
function readContainer(text: string): Typed<number> {
  const typed = readContainerLimit(text)
  if (typed.kind === 'unread') return typed
  if (typed.value.kind === 'off') return unread('Write a size, for example 4Gi.')
  return { ...typed, value: typed.value.bytes }
}

interface EventForm {
  readonly name: string
  readonly hint: string
}

export const EVENT_FORMS: Readonly<Record<EventProfileKind, EventForm>> = {
  resize: {
    name: 'Pod resized in place',
    hint: 'The container’s limit changes at once. Go does not see it: it keeps the old GOMEMLIMIT until the program calls SetMemoryLimit.',
  },
  outside: {
    name: 'Native memory: ramp',
    hint: 'C code or mmap takes memory along a straight line, in a few steps. The container counts it, GOMEMLIMIT does not.',
  },
}

/** What a profile asks for; what its other values leave without meaning is not asked. */
export function fieldsOf(profile: EventProfile): readonly EventField[] {
  switch (profile.kind) {
    case 'resize':
      return [
        seconds('at', 'At'),
        { ...size('container', 'Container limit'), read: readContainer },
        {
          key: 'order',
          label: 'GOMEMLIMIT follows',
          choices: [
            ['after', 'after it'],
            ['before', 'before it'],
            ['never', 'never'],
          ],
        },
        ...(profile.order === 'never' ? [] : [size('limit', 'GOMEMLIMIT'), seconds('delay', DELAYS[profile.order])]),
      ]
    case 'outside':
      return [
        seconds('at', 'At'),
        size('from', 'From'),
        size('to', 'To'),
        seconds('seconds', 'Over'),
        {
          key: 'isBack',
          label: 'Then it',
          choices: [
            [false, 'stays'],
            [true, 'goes back'],
          ],
        },
        ...(profile.isBack ? [seconds('hold', 'After')] : []),
      ]
  }
}

const DELAYS = { after: 'Stale for', before: 'Ahead by' } as const
