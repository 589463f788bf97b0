import type { Simulator } from '../model/simulators.ts'
import type { Preset } from '../scenario/presets/preset.ts'
import type { packText, unpackText } from '../share/pack.ts'
import type { circumstancesOf } from '../store/circumstances.ts'
import type { App } from '../store/store.ts'
import type { createAppPlayer } from '../view/player/app-player.ts'
import type { FigurePart } from './figure.ts'

export interface Packing {
  readonly packText: typeof packText
  readonly unpackText: typeof unpackText
}

/** The parts that a frame loads only if a link needs them, each in its own script (build/embed.ts). */
export interface Parts {
  readonly runtime: Simulator
  readonly map: (app: App, toCircumstances: typeof circumstancesOf) => FigurePart
  readonly packed: Packing
  readonly presets: readonly Preset[]
  readonly player: typeof createAppPlayer
}
export type PartName = keyof Parts

const KEY = 'sawtoothParts'

/** Called by the script of a part, after it was loaded. */
export function registerPart<K extends PartName>(name: K, part: Parts[K]): void {
  Reflect.set(window, KEY, { ...findParts(), [name]: part })
}

export function findParts(): Partial<Parts> {
  return Reflect.get(window, KEY) ?? {}
}
