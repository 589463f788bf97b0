import { parameter } from '../../../scenario/params.ts'
import { secondsOf } from '../../../scenario/rates.ts'
import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import type { Change, Scenario } from '../../../scenario/types.ts'
import { limitBytes, MIB } from '../../../units.ts'
import type { Draft } from '../draw/draft.ts'
import { type EventProfile, usualLimit } from '../draw/event-profiles.ts'
import { INSERT_TEXTS, type Insertable, type InsertTexts } from './insert-fields.ts'

export interface PlainEventKind extends InsertTexts {
  /** @param at seconds of the program's own time */
  readonly create: (scenario: Scenario, at: number) => Change
}

export interface AskingItem<T extends Insertable = Insertable> extends InsertTexts {
  /** The initial values of the form. @param at seconds of the program's own time; undefined: where it suits */
  readonly suggest: (draft: Draft, at: number | undefined) => T
}

/** Seconds of the program's own time. */
export function placeIn(
  { program }: Scenario,
  at: number | undefined,
): { readonly at: number; readonly length: number } {
  // Use the program's own length: the drawing's length is rounded, and an instant must not lie beyond the end.
  const length = secondsOf(program)
  return { length, at: Math.max(0, Math.min(length, roundDrawn(at ?? length / 2))) }
}

/** Half of the limit in force, or an initial value. */
function half(bytes: number): number {
  return Number.isFinite(bytes) ? roundSize(bytes / 2) : 64 * MIB
}

/** The settings in force at an instant of the program's own time, as events change them. */
function settingsAt({ changes, program, ...settings }: Scenario, at: number) {
  const now = { ...settings, outsideMemory: program.outsideMemory }
  for (const change of changes) if (change.at <= at) Object.assign(now, change)
  return now
}

/** Somewhat more memory, at most the largest size. */
function more(bytes: number): number {
  return Math.min(parameter('outsideMemory').max, roundSize(bytes + 32 * MIB))
}

export const EVENT_KINDS: readonly (PlainEventKind | AskingItem<EventProfile>)[] = [
  {
    name: 'SetGCPercent',
    hint: 'debug.SetGCPercent: Changes GOGC.',
    create: (_, at) => ({ at, gogc: { kind: 'percent', percent: 50 } }),
  },
  {
    name: 'SetMemoryLimit',
    hint: 'debug.SetMemoryLimit: Changes GOMEMLIMIT.',
    create: (scenario, at) => ({
      at,
      memoryLimit: { kind: 'bytes', bytes: half(limitBytes(settingsAt(scenario, at).memoryLimit)) },
    }),
  },
  {
    name: 'runtime.GC()',
    hint: 'The program asks for a GC cycle at once, and waits for it.',
    create: (_, at) => ({ at, forceGC: true }),
  },
  {
    name: 'debug.FreeOSMemory()',
    hint: 'The program asks for a GC cycle, waits for it, and gives all free memory back to the system.',
    create: (_, at) => ({ at, freeOSMemory: true }),
  },
  {
    ...INSERT_TEXTS.resize,
    suggest({ scenario }, wanted) {
      const { at, length } = placeIn(scenario, wanted)
      const container = half(limitBytes(settingsAt(scenario, at).containerLimit))
      return {
        kind: 'resize',
        at,
        container,
        limit: usualLimit(container),
        order: 'after',
        delay: roundDrawn(length / 10),
      }
    },
  },
  {
    name: 'Native memory: step',
    hint: 'C code or mmap takes memory at once, or gives it back. The container counts it, GOMEMLIMIT does not.',
    create: (scenario, at) => ({ at, outsideMemory: more(settingsAt(scenario, at).outsideMemory) }),
  },
  {
    ...INSERT_TEXTS.outside,
    suggest({ scenario }, wanted) {
      const { at, length } = placeIn(scenario, wanted)
      const from = roundSize(settingsAt(scenario, at).outsideMemory)
      const seconds = roundDrawn(length / 10)
      // Near the end of the program it begins earlier, so that it fits.
      return {
        kind: 'outside',
        at: roundDrawn(Math.min(at, length - seconds)),
        from,
        to: more(from),
        seconds,
        isBack: false,
        hold: seconds,
      }
    },
  },
  {
    name: 'GOMAXPROCS',
    hint: 'runtime.GOMAXPROCS, or Go following the container’s CPU limit.',
    create(scenario, at) {
      const { procs } = settingsAt(scenario, at)
      return { at, procs: procs === 1 ? 2 : Math.max(1, Math.floor(procs / 2)) }
    },
  },
]
