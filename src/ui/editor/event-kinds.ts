import { roundDrawn, roundSize } from '../../scenario/draw/round.ts'
import type { Change, Scenario } from '../../scenario/types.ts'
import { limitBytes, MIB } from '../../units.ts'

/** A kind of event of the palette, and the changes that one of them makes. */
export interface EventKind {
  readonly name: string
  readonly hint: string
  /** @param at seconds of the program's own time @param length of the program, seconds */
  readonly create: (scenario: Scenario, at: number, length: number) => readonly Change[]
}

const size = (bytes: number) => ({ kind: 'bytes', bytes: roundSize(bytes) }) as const

/** Half the limit that is in force, or something to begin with. */
function half(bytes: number): number {
  return Number.isFinite(bytes) ? bytes / 2 : 64 * MIB
}

export const EVENT_KINDS: readonly EventKind[] = [
  {
    name: 'SetGCPercent',
    hint: 'debug.SetGCPercent: GOGC becomes another one.',
    create: (_, at) => [{ at, gogc: { kind: 'percent', percent: 50 } }],
  },
  {
    name: 'SetMemoryLimit',
    hint: 'debug.SetMemoryLimit: GOMEMLIMIT becomes another one.',
    create: ({ memoryLimit }, at) => [{ at, memoryLimit: size(half(limitBytes(memoryLimit))) }],
  },
  {
    name: 'Pod resized in place',
    hint: 'The container’s limit changes at once; the program hears of it later, and its GOMEMLIMIT is stale until then.',
    create({ containerLimit }, at, length) {
      const container = half(limitBytes(containerLimit))
      const later = roundDrawn(Math.min(length, at + length / 10))
      return [
        { at, containerLimit: size(container) },
        { at: later, memoryLimit: size(container * 0.9) },
      ]
    },
  },
  {
    name: 'Memory outside Go',
    hint: 'C or mmap takes memory, or gives it back: the container counts it, GOMEMLIMIT does not.',
    create: ({ program }, at) => [{ at, outsideMemory: program.outsideMemory + 32 * MIB }],
  },
  {
    name: 'GOMAXPROCS',
    hint: 'runtime.GOMAXPROCS, or Go following the container’s CPU limit.',
    create: ({ procs }, at) => [{ at, procs: procs === 1 ? 2 : Math.max(1, Math.floor(procs / 2)) }],
  },
]
