import type { ReactNode } from 'react'
import { ownSecond, type Paced } from '../../../scenario/pace.ts'
import { type ParameterKey, parameter } from '../../../scenario/params.ts'
import { readSize } from '../../../scenario/typed.ts'
import { readRate } from '../../../scenario/typed-number.ts'
import type { Typed } from '../../../scenario/typed-text.ts'
import type { Phase } from '../../../scenario/types.ts'
import type { Value } from '../../../scenario/value.ts'
import { readParameter, showNumber, showParameter, showSize, unitOf } from '../../../view/notation.ts'
import { type Drawing, levelAt } from '../draw/drawing.ts'
import { setAllocRate, setDuration, setLive, setRest, setTurnover } from '../draw/edit.ts'

export interface PhaseField<T extends Value = Value> {
  readonly key: string
  readonly label: string
  /** Replaces the label for a screen reader, after `Phase 2: `. */
  readonly spoken?: string
  readonly help: ReactNode
  readonly unit: (scenario: Paced) => string
  readonly show: (drawing: Drawing, phase: number) => string
  readonly read: (text: string) => Typed<T>
  put(drawing: Drawing, phase: number, value: T): Drawing
}

/** Heap that is live before the first phase. */
export const START_FIELD: PhaseField<number> = {
  key: 'start',
  label: 'Live at the start',
  help: 'Heap that is already live when the program starts.',
  unit: () => '',
  show: ({ start }) => showSize(start),
  read: readSize,
  put: (drawing, _, bytes) => setLive(drawing, 0, bytes),
}

export const DRAWN_FIELDS: readonly PhaseField<number>[] = [
  {
    key: 'duration',
    label: 'Duration',
    spoken: 'duration',
    help: 'Seconds of the program’s own time. On the charts’ axis the collector’s time is added.',
    unit: ownSecond,
    show: ({ phases }, i) => showNumber(phases[i]?.duration ?? 0),
    read: (text) => readParameter(parameter('duration'), text, false) as Typed<number>,
    put: setDuration,
  },
  {
    key: 'live',
    label: 'Live at its end',
    help: 'Target live heap at the end of the phase. Flat phases after it follow. It sets how much of the new heap survives, and how much of the live heap is freed.',
    unit: () => '',
    show: (drawing, i) => showSize(levelAt(drawing, i + 1)),
    read: readSize,
    put: (drawing, i, bytes) => setLive(drawing, i + 1, bytes),
  },
  {
    key: 'allocRate',
    label: 'Allocation rate',
    spoken: 'allocation rate',
    help: parameter('allocRate').help,
    unit: (scenario) => `/${ownSecond(scenario)}`,
    show: ({ phases }, i) => showSize(phases[i]?.allocRate ?? 0),
    read: readRate,
    put: setAllocRate,
  },
  {
    key: 'turnover',
    label: 'Replaced',
    help: 'This much of the live heap is freed and replaced by the same amount; the line does not show it.',
    unit: () => '',
    show: ({ phases }, i) => showSize(phases[i]?.turnover ?? 0),
    read: readSize,
    put: setTurnover,
  },
]

/** Values of a phase that are not drawn, in both models and only in the runtime model. */
export const REST_FIELDS: readonly PhaseField[] = (['scanRate'] as const).map(restField)
export const RUNTIME_REST_FIELDS: readonly PhaseField[] = (['scanRate', 'goroutines', 'markSlowdown'] as const).map(
  restField,
)

function restField(key: ParameterKey & keyof Phase): PhaseField {
  const info = parameter(key)
  return {
    key: `phase-${key}`,
    label: info.label,
    spoken: info.label,
    help: info.help,
    unit: (scenario) => unitOf(info, scenario) ?? '',
    show: ({ phases }, i) => showParameter(info, phases[i]?.source[key] as Value),
    read: (text) => readParameter(info, text, false),
    put: (drawing, i, value) => setRest(drawing, i, { [key]: value }),
  }
}
