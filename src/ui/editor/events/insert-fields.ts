import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import { readCount, readSize } from '../../../scenario/typed.ts'
import { readContainerLimit } from '../../../scenario/typed-container.ts'
import { readPercentage, readRate } from '../../../scenario/typed-number.ts'
import { readSeconds } from '../../../scenario/typed-seconds.ts'
import { type Typed, unread } from '../../../scenario/typed-text.ts'
import type { ModelKind } from '../../../scenario/types.ts'
import { MIB } from '../../../units.ts'
import { showNumber, showPercentage, showSize } from '../../../view/notation.ts'
import { type Drawing, lengthOf } from '../draw/drawing.ts'
import type { EventProfile } from '../draw/event-profiles.ts'
import { liveAtTime, type Profile, type ProfileKind } from '../draw/profiles.ts'

/** What a form inserts: a profile into the drawing, or events that belong together. */
export type Insertable = Profile | EventProfile

interface NamedField {
  readonly key: string
  readonly label: string
}

interface ValueField extends NamedField {
  readonly unit: string
  readonly show: (value: number) => string
  readonly read: (text: string) => Typed<number>
}

export interface ChoiceField extends NamedField {
  readonly choices: readonly (readonly [value: string | boolean, name: string])[]
}

type InsertField = ValueField | ChoiceField

const value = (
  key: string,
  label: string,
  unit: string,
  show: ValueField['show'],
  read: ValueField['read'],
): InsertField => ({ key, label, unit, show, read })
const size = (key: string, label: string) => value(key, label, '', showSize, readSize)
const rate = (label: string) => value('rate', label, '/s', showSize, readRate)
const percentage = (key: string, label: string) => value(key, label, '%', showPercentage, readPercentage)
const count = (key: string, label: string, most: number) =>
  value(key, label, '', showNumber, (text) => readCount(text, 0, most))
/** An instant, or a duration that may be 0. */
const instant = (key: string, label: string) => value(key, label, 's', showNumber, readSeconds)
const seconds = (key: string, label: string) =>
  value(key, label, 's', showNumber, (text) => {
    const typed = readSeconds(text)
    return typed.kind === 'unread' || typed.value > 0 ? typed : unread('Write a value above 0.')
  })
const AT = instant('at', 'At')

/** A container limit to resize to: “no container” is not allowed. */
function readContainer(text: string): Typed<number> {
  const typed = readContainerLimit(text)
  if (typed.kind === 'unread') return typed
  if (typed.value.kind === 'off') return unread('Write a size, for example 4Gi.')
  return { ...typed, value: typed.value.bytes }
}

export interface InsertTexts {
  readonly name: string
  readonly hint: string
}

export const INSERT_TEXTS: Readonly<Record<Insertable['kind'], InsertTexts>> = {
  spike: { name: 'Spike', hint: 'Up to a peak and back again.' },
  step: { name: 'Step', hint: 'To another level that then stays.' },
  ramp: { name: 'Ramp', hint: 'Slowly to another level.' },
  periodic: { name: 'Periodic', hint: 'A batch job: spikes in equal steps.' },
  cache: { name: 'Cache', hint: 'A sawtooth: fills, is emptied, fills again.' },
  leak: { name: 'Leak', hint: 'Adds memory that is never freed.' },
  daily: {
    name: 'Day',
    hint: 'The load of a service over 24 hours, in less time: rate and live heap follow a sine.',
  },
  resize: {
    name: 'Pod resized in place',
    hint: 'The container’s limit changes at once. Go does not see it: it keeps the old GOMEMLIMIT until the program calls SetMemoryLimit.',
  },
  outside: {
    name: 'Native memory: ramp',
    hint: 'C code or mmap takes memory along a straight line, in a few steps. The container counts it, GOMEMLIMIT does not.',
  },
}

/** What follows the hint on a day. It makes the program one whose requests arrive by the clock. */
export const DAY_NOTES: Readonly<Record<ModelKind, string>> = {
  guide: ' The time of GC is added, so the day takes longer on the time axis.',
  runtime: ' Requests arrive by the clock.',
}

export const PROFILE_KINDS = [
  'spike',
  'step',
  'ramp',
  'periodic',
  'cache',
  'leak',
  'daily',
] as const satisfies readonly ProfileKind[]

/** The fields of a profile or of events, without those that other values make meaningless. */
export function fieldsOf(one: Insertable): readonly InsertField[] {
  switch (one.kind) {
    case 'spike':
      return [AT, size('peak', 'Up to'), seconds('seconds', 'For')]
    case 'step':
      return [AT, size('to', 'To'), seconds('seconds', 'Within')]
    case 'ramp':
      return [AT, size('to', 'To'), seconds('seconds', 'Over')]
    case 'periodic':
      return [
        instant('at', 'First at'),
        seconds('every', 'Every'),
        size('peak', 'Up to'),
        seconds('seconds', 'For'),
        percentage('jitter', 'Jitter'),
        count('seed', 'Seed', 9999),
      ]
    case 'cache':
      return [AT, seconds('every', 'Every'), size('peak', 'Up to')]
    case 'leak':
      return [AT, rate('Leaks')]
    case 'daily':
      return [
        instant('at', 'Midnight at'),
        seconds('seconds', 'A day takes'),
        count('hour', 'Peak hour', 23),
        rate('Rate at the peak'),
        percentage('night', 'Share of it at night'),
        size('peak', 'Live heap at the peak'),
      ]
    case 'resize':
      return [
        AT,
        value('container', 'Container limit', '', showSize, readContainer),
        { key: 'order', label: 'GOMEMLIMIT follows', choices: ORDERS },
        ...(one.order === 'never' ? [] : [size('limit', 'GOMEMLIMIT'), instant('delay', DELAYS[one.order])]),
      ]
    case 'outside':
      return [
        AT,
        size('from', 'From'),
        size('to', 'To'),
        instant('seconds', 'Over'),
        { key: 'isBack', label: 'Then it', choices: STAYS },
        ...(one.isBack ? [instant('hold', 'After')] : []),
      ]
  }
}

const ORDERS = [
  ['after', 'after it'],
  ['before', 'before it'],
  ['never', 'never'],
] as const
const DELAYS = { after: 'Stale for', before: 'Ahead by' } as const
const STAYS = [
  [false, 'stays'],
  [true, 'goes back'],
] as const

export function suggestProfile(kind: ProfileKind, drawing: Drawing, at: number | undefined): Profile {
  const length = lengthOf(drawing)
  const start = roundDrawn(Math.min(length, Math.max(0, at ?? length / 2)))
  const first = at ?? roundDrawn(length / 10)
  const peak = roundSize(Math.max(8 * MIB, 2 * liveAtTime(drawing, start)))
  const short = roundDrawn(length / 20)
  switch (kind) {
    case 'spike':
      return { kind, at: start, peak, seconds: short }
    case 'step':
      return { kind, at: start, to: peak, seconds: roundDrawn(length / 100) }
    case 'ramp':
      return { kind, at: start, to: peak, seconds: roundDrawn(length / 4) }
    case 'periodic':
      return { kind, at: roundDrawn(first), every: roundDrawn(length / 5), peak, seconds: short, jitter: 0, seed: 1 }
    case 'cache':
      return { kind, at: roundDrawn(at ?? 0), every: roundDrawn(length / 5), peak }
    case 'leak':
      return { kind, at: start, rate: MIB }
    case 'daily':
      return suggestDay(drawing, at ?? 0, length)
  }
}

/** A day’s load from midnight to the end of the program, at its busiest twice as busy as it is now. */
function suggestDay(drawing: Drawing, at: number, length: number): Profile {
  const rates = drawing.phases.map(({ allocRate }) => allocRate)
  const live = liveAtTime(drawing, at)
  return {
    kind: 'daily',
    at: roundDrawn(at),
    seconds: roundDrawn(at < length ? length - at : length),
    hour: 14,
    rate: roundSize(2 * Math.max(MIB, ...rates)),
    night: 0.2,
    peak: roundSize(Math.max(8 * MIB, 1.5 * live)),
  }
}
