import { formatSizeText, formatValue } from '../format.ts'
import type { Parameter, ValueKind } from '../scenario/parameter.ts'
import { PARAMETERS, type ParameterKey } from '../scenario/params.ts'
import { readNumber, readPercentage, readRate, readSize } from '../scenario/typed.ts'
import type { Typed } from '../scenario/typed-text.ts'
import type { Program } from '../scenario/types.ts'
import { readZero, showZero } from '../scenario/zero.ts'
import type { Patch } from '../store/state.ts'
import type { Knob } from './knobs.ts'

/** How a kind of value is written in a field. */
interface Notation {
  readonly unit: string
  readonly read: (text: string, parameter: Parameter) => Typed<number>
  readonly show: (value: number) => string
}

const NOTATIONS: Partial<Record<ValueKind, Notation>> = {
  size: { unit: '', read: readSize, show: formatSizeText },
  rate: { unit: '/CPU-s', read: readRate, show: formatSizeText },
  share: { unit: '%', read: readPercentage, show: (share) => formatValue(share * 100) },
  number: { unit: '', read: (text, { min, max }) => readNumber(text, min, max), show: formatValue },
}

/** What only the runtime model reads of a program and has a slider for, in the order of the table of parameters. */
export const MACHINE_KNOBS: readonly Knob[] = PARAMETERS.flatMap((parameter) => {
  const notation = NOTATIONS[parameter.kind]
  if (parameter.place !== 'program' || parameter.model !== 'runtime' || !parameter.slider || !notation) return []
  const key = parameter.key as ParameterKey & keyof Program
  const { min, max } = parameter.slider
  return {
    key,
    unit: notation.unit,
    get: ({ program }) => Number(program[key]),
    patch: (value): Patch => ({ [key]: value }),
    read: (text) => readZero(parameter, text, (other) => notation.read(other, parameter)),
    show: (value) => showZero(parameter, value, notation.show),
    marks: [min, max],
  }
})
