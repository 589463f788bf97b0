import { PARAMETERS, type ParameterKey } from '../scenario/params.ts'
import type { Typed } from '../scenario/typed-text.ts'
import type { Program } from '../scenario/types.ts'
import type { Patch } from '../store/state.ts'
import type { Knob } from './knobs.ts'
import { readParameter, showParameter, unitOf } from './notation.ts'

const RUNTIME = { model: 'runtime', program: { pace: 'work' } } as const

/** What only the runtime model reads of a program and has a slider for, in the order of the table of parameters. */
export const MACHINE_KNOBS: readonly Knob[] = PARAMETERS.flatMap((parameter) => {
  if (parameter.place !== 'program' || parameter.model !== 'runtime' || !parameter.slider) return []
  const key = parameter.key as ParameterKey & keyof Program
  const { min, max } = parameter.slider
  return {
    key,
    unit: unitOf(parameter, RUNTIME) ?? '',
    get: ({ program }) => Number(program[key]),
    patch: (value): Patch => ({ [key]: value }),
    read: (text) => readParameter(parameter, text, true) as Typed<number>,
    show: (value) => showParameter(parameter, value),
    marks: [min, max],
  }
})
