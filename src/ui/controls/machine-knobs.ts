import { formatValue } from '../../format.ts'
import type { Parameter, ValueKind } from '../../scenario/parameter.ts'
import { PARAMETERS, type ParameterKey } from '../../scenario/params.ts'
import { readNumber, readPercentage, readRate, readSize, type Typed } from '../../scenario/typed.ts'
import type { Program } from '../../scenario/types.ts'
import type { Patch } from '../../store/state.ts'
import { type Knob, showSize } from './knobs.ts'

/** How a kind of value is written in a field. */
interface Notation {
  readonly unit: string
  readonly read: (text: string, parameter: Parameter) => Typed<number>
  readonly show: (value: number) => string
}

const NOTATIONS: Partial<Record<ValueKind, Notation>> = {
  size: { unit: '', read: readSize, show: showSize },
  rate: { unit: '/s', read: readRate, show: showSize },
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
    read: (text) => notation.read(text, parameter),
    show: notation.show,
    marks: [min, max],
  }
})
