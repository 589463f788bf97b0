import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import { readCount, readPercentage, readRate, readSize } from '../../../scenario/typed.ts'
import type { Typed } from '../../../scenario/typed-text.ts'
import { MIB } from '../../../units.ts'
import type { Drawing } from '../draw/drawing.ts'
import { lengthOf } from '../draw/drawing.ts'
import { liveAtTime, type Profile, type ProfileKind } from '../draw/profiles.ts'
import { readSeconds } from '../draw/typed.ts'
import { showNumber, showPercentage, showSize } from '../values.ts'

/** One number of a profile, as its form asks for it. */
export interface ProfileField {
  readonly key: string
  readonly label: string
  readonly unit: string
  readonly show: (value: number) => string
  readonly read: (text: string) => Typed<number>
}

const seconds = (key: string, label: string): ProfileField => ({
  key,
  label,
  unit: 's',
  show: showNumber,
  read: (text) => moreThanNothing(readSeconds(text), key === 'at'),
})
const size = (key: string, label: string): ProfileField => ({ key, label, unit: '', show: showSize, read: readSize })
const AT = seconds('at', 'At')

export interface ProfileForm {
  readonly name: string
  readonly hint: string
  readonly fields: readonly ProfileField[]
}

export const PROFILE_FORMS: Readonly<Record<ProfileKind, ProfileForm>> = {
  spike: {
    name: 'Spike',
    hint: 'Up to a peak and back again.',
    fields: [AT, size('peak', 'Up to'), seconds('seconds', 'For')],
  },
  step: {
    name: 'Step',
    hint: 'To another level, and on from there.',
    fields: [AT, size('to', 'To'), seconds('seconds', 'Within')],
  },
  ramp: {
    name: 'Ramp',
    hint: 'Slowly to another level.',
    fields: [AT, size('to', 'To'), seconds('seconds', 'Over')],
  },
  periodic: {
    name: 'Periodic',
    hint: 'A batch job: a spike every so often.',
    fields: [
      seconds('at', 'First at'),
      seconds('every', 'Every'),
      size('peak', 'Up to'),
      seconds('seconds', 'For'),
      { key: 'jitter', label: 'Jitter', unit: '%', show: showPercentage, read: readPercentage },
      { key: 'seed', label: 'Seed', unit: '', show: showNumber, read: (text) => readCount(text, 0, 9999) },
    ],
  },
  cache: {
    name: 'Cache',
    hint: 'A sawtooth: fills, is emptied, fills again.',
    fields: [AT, seconds('every', 'Every'), size('peak', 'Up to')],
  },
  leak: {
    name: 'Leak',
    hint: 'Adds memory that is never freed.',
    fields: [AT, { key: 'rate', label: 'Leaks', unit: '/s', show: showSize, read: readRate }],
  },
  daily: {
    name: 'Day',
    hint: 'The load of a service over 24 hours, in less time: rate and live heap follow a sine. Requests arrive by the clock.',
    fields: [
      seconds('at', 'Midnight at'),
      seconds('seconds', 'A day takes'),
      { key: 'hour', label: 'Peak hour', unit: '', show: showNumber, read: (text) => readCount(text, 0, 23) },
      { key: 'rate', label: 'Rate at the peak', unit: '/s', show: showSize, read: readRate },
      { key: 'night', label: 'Share of it at night', unit: '%', show: showPercentage, read: readPercentage },
      size('peak', 'Live heap at the peak'),
    ],
  },
}

export const PROFILE_KINDS = Object.keys(PROFILE_FORMS) as readonly ProfileKind[]

/** A profile that suits the drawing, to begin with. */
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

/** From midnight to the end of the program, at its busiest twice as busy as it is now. */
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

function moreThanNothing(typed: Typed<number>, mayBeNothing: boolean): Typed<number> {
  if (typed.kind === 'unread' || typed.value > 0 || mayBeNothing) return typed
  return { kind: 'unread', message: 'Write more than nothing.' }
}
