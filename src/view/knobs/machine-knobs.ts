import { PARAMETERS, type ParameterKey, parameter } from '../../scenario/params.ts'
import { mapTyped, type Typed } from '../../scenario/typed-text.ts'
import type { Program } from '../../scenario/types.ts'
import type { Patch } from '../../store/state.ts'
import { type CpuQuota, OFF, quotaCpus } from '../../units.ts'
import { readParameter, showParameter, unitOf } from '../notation.ts'
import type { Knob } from './knobs.ts'

const RUNTIME = { model: 'runtime', program: { pace: 'work' } } as const

const QUOTA = parameter('cpuQuota')

export const QUOTA_KNOB: Knob = {
  key: 'cpuQuota',
  unit: 'CPUs',
  get: ({ cpuQuota }) => quotaCpus(cpuQuota),
  patch: (value) => ({ cpuQuota: toQuota(value) }),
  read: (text) => mapTyped(readParameter(QUOTA, text, true) as Typed<CpuQuota>, quotaCpus),
  show: (value) => showParameter(QUOTA, toQuota(value)),
  marks: [0.25, 1, 4, 16, 64],
}

function toQuota(cpus: number): CpuQuota {
  return Number.isFinite(cpus) ? { kind: 'cpus', cpus } : OFF
}

/** Memory outside Go, and the values of a program that only the runtime model reads, if they have a slider. */
const PROGRAM_KNOBS: readonly Knob[] = PARAMETERS.flatMap((parameter) => {
  const isShown = parameter.key === 'outsideMemory' || parameter.model === 'runtime'
  if (parameter.place !== 'program' || !isShown || !parameter.slider) return []
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

/** The settings in the closed “Machine” part of the first screen: those of the machine, then those of the program. */
export const MACHINE_KNOBS: readonly Knob[] = [QUOTA_KNOB, ...PROGRAM_KNOBS]
