import { formatCount, formatSizeText, formatValue } from '../../format.ts'
import { type ParameterKey, parameter } from '../../scenario/params.ts'
import { readCount, readGogc, readMemoryLimit, readSize } from '../../scenario/typed.ts'
import { readContainerLimit } from '../../scenario/typed-container.ts'
import { mapTyped, type Typed } from '../../scenario/typed-text.ts'
import type { Scenario } from '../../scenario/types.ts'
import { toPatch } from '../../store/patch.ts'
import type { Patch } from '../../store/state.ts'
import { gogcPercent, type Limit, limitBytes, MIB, toLimit } from '../../units.ts'

/** A setting that has a slider and a field. Its value is a number, Infinity for off. */
export interface Knob {
  readonly key: ParameterKey
  /** The unit shown after the field. */
  readonly unit: string
  readonly get: (scenario: Scenario) => number
  readonly patch: (value: number) => Patch
  readonly read: (text: string, scenario: Scenario) => Typed<number>
  /** The text in the field, to four digits; a field that is not edited keeps all digits of its value. */
  readonly show: (value: number) => string
  /** Values that are marked under the slider, besides off. */
  readonly marks: readonly number[]
}

/** A value with its unit, for a screen reader. */
export function toSpoken(knob: Knob, value: number): string {
  const text = knob.show(value)
  return /\d/.test(text) ? `${text} ${knob.unit}`.trim() : text
}

const readSizeOrOff = (typed: Typed<Limit>) => mapTyped(typed, limitBytes)

/** The knobs of the first screen, in their order. */
export const KNOBS: readonly Knob[] = [
  {
    key: 'gogc',
    unit: '%',
    get: ({ gogc }) => gogcPercent(gogc),
    patch: (gogc) => toPatch({ gogc }),
    read: (text, { model }) => mapTyped(readGogc(text, model === 'runtime'), gogcPercent),
    show: (value) => (Number.isInteger(value) ? String(value) : Number.isFinite(value) ? formatValue(value) : 'off'),
    marks: [10, 50, 100, 200, 500],
  },
  {
    key: 'memoryLimit',
    unit: '',
    get: ({ memoryLimit }) => limitBytes(memoryLimit),
    patch: (memoryLimit) => toPatch({ memoryLimit }),
    read: (text, { containerLimit }) => readSizeOrOff(readMemoryLimit(text, containerLimit)),
    show: formatSizeText,
    marks: [4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB],
  },
  {
    key: 'containerLimit',
    unit: '',
    get: ({ containerLimit }) => limitBytes(containerLimit),
    patch: (value) => ({ containerLimit: toLimit(value) }),
    read: (text) => readSizeOrOff(readContainerLimit(text)),
    show: formatSizeText,
    marks: [4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB],
  },
  {
    key: 'procs',
    unit: '',
    get: ({ procs }) => procs,
    patch: (procs) => ({ procs }),
    read: (text) => readCount(text, parameter('procs').min, parameter('procs').max),
    show: formatCount,
    marks: [1, 4, 16, 64],
  },
  {
    key: 'otherMemory',
    unit: '',
    get: ({ program }) => program.otherMemory,
    patch: (otherMemory) => ({ otherMemory }),
    read: readSize,
    show: formatSizeText,
    marks: [0, 16 * MIB, 32 * MIB, 48 * MIB, 64 * MIB],
  },
]
