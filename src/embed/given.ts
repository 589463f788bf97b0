import type { Simulator } from '../model/simulators.ts'
import type { Preset } from '../scenario/presets/preset.ts'
import type { packText, unpackText } from '../share/pack.ts'
import type { circumstancesOf } from '../store/circumstances.ts'
import type { App } from '../store/store.ts'
import type { createAppPlayer } from '../view/app-player.ts'
import type { FigurePart } from './figure.ts'

export interface Packing {
  readonly packText: typeof packText
  readonly unpackText: typeof unpackText
}

/** What a frame loads only when a link asks for it: each is a script of its own beside the frame's (build/embed.ts). */
export interface Parts {
  readonly runtime: Simulator
  readonly map: (app: App, toCircumstances: typeof circumstancesOf) => FigurePart
  readonly packed: Packing
  /** All that there are. */
  readonly presets: readonly Preset[]
  readonly player: typeof createAppPlayer
}
export type PartName = keyof Parts

const KEY = 'sawtoothParts'

/** Called by the script of a part, when it has come. */
export function givePart<K extends PartName>(name: K, part: Parts[K]): void {
  Reflect.set(window, KEY, { ...findParts(), [name]: part })
}

/** The parts that are here. */
export function findParts(): Partial<Parts> {
  return Reflect.get(window, KEY) ?? {}
}
