import { useState } from 'react'
import { HEAP_SHAPES, scanRateOfShape } from '../../../scenario/heap-shapes.ts'
import { knobValues } from '../../../scenario/json.ts'
import { type ParameterKey, parameter } from '../../../scenario/params.ts'
import type { Typed } from '../../../scenario/typed-text.ts'
import type { Value } from '../../../scenario/value.ts'
import { TYPICAL } from '../../../view/knobs/typical.ts'
import { readParameter, showParameter, unitOf } from '../../../view/notation.ts'
import { Select } from '../../select.tsx'
import { Explain } from '../../text/explain.tsx'
import { Field } from '../field.tsx'
import { scenarioOf, useSession, useSessionState } from '../use-session.ts'

const BASIC = [
  'procs',
  'cpuQuota',
  'busyProcs',
  'scannableShare',
  'stacks',
  'globals',
  'otherMemory',
  'outsideMemory',
  'fixedCost',
  'pauseCost',
] as const satisfies readonly ParameterKey[]

const ADVANCED = [
  'peakAllocRate',
  'pointerFreeLive',
  'pointerArrayShare',
  'stackMemory',
  'heapOverhead',
  'objectsPerSpan',
  'mixedPerSpan',
  'sweepRate',
  'warmMarking',
  'lateLive',
] as const satisfies readonly ParameterKey[]

export function Machine() {
  const isRuntime = useSessionState((state) => state.draft.scenario.model === 'runtime')
  const [isOpen, setOpen] = useState(false)
  const isRead = (key: ParameterKey) => {
    const { model } = parameter(key)
    return model === undefined || (model === 'runtime') === isRuntime
  }
  const advanced = ADVANCED.filter(isRead)
  return (
    <details className="machine-fields" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Machine</summary>
      {isOpen && (
        <div className="fields">
          {BASIC.filter(isRead).map((key) => (
            <MachineField key={key} name={key} />
          ))}
          <ScanRate />
        </div>
      )}
      {isOpen && advanced.length > 0 && (
        <details>
          <summary>Advanced</summary>
          <div className="fields">
            {advanced.map((key) => (
              <MachineField key={key} name={key} />
            ))}
          </div>
        </details>
      )}
    </details>
  )
}

function MachineField({ name }: { readonly name: ParameterKey }) {
  const session = useSession()
  const info = parameter(name)
  const isSetting = info.place === 'scenario'
  const text = useSessionState(({ draft: { scenario } }) => showParameter(info, knobValues(scenario)[name]))
  const unit = useSessionState(({ draft: { scenario } }) => unitOf(info, scenario) ?? '')
  const set = (value: Value) => {
    const scenario = scenarioOf(session)
    const { program } = scenario
    session.change(
      isSetting ? { ...scenario, [name]: value } : { ...scenario, program: { ...program, [name]: value } },
      'set',
    )
  }
  return (
    <Field
      name={`machine-${name}`}
      label={info.label}
      spoken={`Machine: ${info.label}`}
      help={<Help text={info.help} typical={TYPICAL[name]} />}
      unit={/\d/.test(text) ? unit : ''}
      text={text}
      read={(text) => readParameter(info, text, false)}
      onValue={set}
    />
  )
}

/** The scan rate of all phases. If they differ, each phase has a field of its own. */
function ScanRate() {
  const session = useSession()
  const info = parameter('scanRate')
  // undefined if the phases differ.
  const only = useSessionState(({ draft: { scenario } }) => {
    const [first, ...others] = scenario.program.phases.map(({ scanRate }) => scanRate)
    return others.every((scanRate) => scanRate === first) ? first : undefined
  })
  const unit = useSessionState(({ draft }) => unitOf(info, draft.scenario) ?? '')
  if (only === undefined) return null
  const set = (scanRate: number) => {
    const scenario = scenarioOf(session)
    const phases = scenario.program.phases.map((phase) => ({ ...phase, scanRate }))
    session.change({ ...scenario, program: { ...scenario.program, phases } }, 'set')
  }
  return (
    <>
      <HeapShape scanRate={only} onScanRate={set} />
      <Field
        name="machine-scanRate"
        label={info.label}
        spoken="Machine: scan rate"
        help={<Help text={info.help} typical={TYPICAL.scanRate} />}
        unit={unit}
        text={showParameter(info, only)}
        read={(text) => readParameter(info, text, false) as Typed<number>}
        onValue={set}
      />
    </>
  )
}

function Help({ text, typical }: { readonly text: string; readonly typical: string | undefined }) {
  return (
    <>
      <p>{text}</p>
      {typical && <p className="metric">{typical}</p>}
    </>
  )
}

interface HeapShapeProps {
  /** In bytes per CPU-second. */
  readonly scanRate: number
  readonly onScanRate: (scanRate: number) => void
}

/** Sets the scan rate from the kind of live heap. */
function HeapShape({ scanRate, onScanRate }: HeapShapeProps) {
  const isOwn = SHAPES.every(([rate]) => rate !== scanRate)
  return (
    <div className="field choice">
      <Explain label="Heap shape">{SHAPE_HELP}</Explain>
      <Select
        name="machine-heapShape"
        aria-label="Machine: heap shape"
        value={isOwn ? -1 : scanRate}
        options={isOwn ? [[-1, 'own scan rate'], ...SHAPES] : SHAPES}
        onChoose={onScanRate}
      />
    </div>
  )
}

const SHAPES = HEAP_SHAPES.map((shape) => [scanRateOfShape(shape), shape.name] as const)

const SHAPE_HELP = (
  <p>
    What the live heap is made of decides what marking costs. Each choice sets the scan rate that we measured for such a
    heap of 128-byte objects, with Go 1.26 and its Green Tea collector.
  </p>
)
