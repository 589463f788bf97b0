import type { ReactNode } from 'react'
import { ownSecond, type Paced } from '../../../scenario/pace.ts'
import { type ParameterKey, parameter } from '../../../scenario/params.ts'
import { readRate, readSize } from '../../../scenario/typed.ts'
import { readSeconds } from '../../../scenario/typed-seconds.ts'
import type { Typed } from '../../../scenario/typed-text.ts'
import type { Phase } from '../../../scenario/types.ts'
import type { Value } from '../../../scenario/value.ts'
import { readParameter, showNumber, showParameter, showSize, unitOf } from '../../../view/notation.ts'
import { type Drawing, levelAt } from '../draw/drawing.ts'
import { setAllocRate, setDuration, setLive, setRest, setTurnover } from '../draw/edit.ts'

/** An exact value of the phase in hand. */
export interface PhaseField {
  readonly key: string
  readonly label: string
  /** Heard in place of the label, after `Phase 2: `. */
  readonly spoken?: string
  readonly help: ReactNode
  readonly unit: (scenario: Paced) => string
  readonly show: (drawing: Drawing, phase: number) => string
  readonly read: (text: string) => Typed<unknown>
  /** The drawing with a text that `read` has read. */
  readonly put: (drawing: Drawing, phase: number, text: string) => Drawing
}

/** Heap that is live before the first phase. */
export const START_FIELD: PhaseField = {
  key: 'start',
  label: 'Live at the start',
  help: 'Heap that is already live when the program starts.',
  unit: () => '',
  show: ({ start }) => showSize(start),
  read: readSize,
  put: (drawing, _, text) => setLive(drawing, 0, readValue(readSize(text))),
}

/** What is drawn of a phase. */
export const DRAWN_FIELDS: readonly PhaseField[] = [
  {
    key: 'duration',
    label: 'Duration',
    spoken: 'duration',
    help: 'Seconds of the program’s own time. On the charts’ axis the collector’s time comes on top.',
    unit: ownSecond,
    show: ({ phases }, i) => showNumber(phases[i]?.duration ?? 0),
    read: (text) => readParameter(parameter('duration'), text, false),
    put: (drawing, i, text) => setDuration(drawing, i, readValue(readSeconds(text))),
  },
  {
    key: 'live',
    label: 'Live at its end',
    help: 'Target live heap at the end of the phase. Flat phases after it follow. It sets how much of the new heap survives, and how much of the live heap is freed.',
    unit: () => '',
    show: (drawing, i) => showSize(levelAt(drawing, i + 1)),
    read: readSize,
    put: (drawing, i, text) => setLive(drawing, i + 1, readValue(readSize(text))),
  },
  {
    key: 'allocRate',
    label: 'Allocation rate',
    spoken: 'allocation rate',
    help: parameter('allocRate').help,
    unit: (scenario) => `/${ownSecond(scenario)}`,
    show: ({ phases }, i) => showSize(phases[i]?.allocRate ?? 0),
    read: readRate,
    put: (drawing, i, text) => setAllocRate(drawing, i, readValue(readRate(text))),
  },
  {
    key: 'turnover',
    label: 'Replaced',
    help: 'This much of the live heap is freed and replaced by the same amount; the line does not show it.',
    unit: () => '',
    show: ({ phases }, i) => showSize(phases[i]?.turnover ?? 0),
    read: readSize,
    put: (drawing, i, text) => setTurnover(drawing, i, readValue(readSize(text))),
  },
]

/** What is not drawn of a phase, in either model and in the runtime model alone. */
export const REST_FIELDS: readonly PhaseField[] = (['scanRate'] as const).map(restField)
export const RUNTIME_REST_FIELDS: readonly PhaseField[] = (['scanRate', 'goroutines', 'markSlowdown'] as const).map(
  restField,
)

function restField(key: ParameterKey & keyof Phase): PhaseField {
  const info = parameter(key)
  const read = (text: string) => readParameter(info, text, false)
  return {
    key: `phase-${key}`,
    label: info.label,
    spoken: info.label,
    help: info.help,
    unit: (scenario) => unitOf(info, scenario) ?? '',
    show: ({ phases }, i) => showParameter(info, phases[i]?.source[key] as Value),
    read,
    put: (drawing, i, text) => setRest(drawing, i, { [key]: readValue(read(text)) }),
  }
}

/** A field hands on only what it could read. */
export function readValue<T>(typed: Typed<T>): T {
  if (typed.kind === 'unread') throw new Error(typed.message)
  return typed.value
}
