import { useId, useLayoutEffect, useRef, useState } from 'react'
import {
  aboutQuantity,
  betterFor,
  NEEDED,
  type Otherwise,
  QUANTITIES,
  type Quantity,
  type QuantityKey,
  type Unit,
} from '../known/quantities.ts'
import { isOffWord, readCount, readGogc, readNumber, readSize } from '../scenario/typed.ts'
import { readContainerLimit } from '../scenario/typed-container.ts'
import { readPercentage, readQuota, readRate } from '../scenario/typed-number.ts'
import { mapTyped, type Typed } from '../scenario/typed-text.ts'
import { Scrolling } from '../ui/below/figures-table.tsx'
import { Button } from '../ui/button.tsx'
import { TypedField as Field } from '../ui/controls/typed-field.tsx'
import { ifLeftOut, showRange, showValue } from './answer/show.ts'
import { useProgram, useProgramState } from './context.ts'

/** The five quantities that suffice come first: a user can type them without pasting any input. */
const FIRST: readonly QuantityKey[] = ['liveHeap', 'allocRate', 'containerLimit', 'procs', 'gcCpu']
const OTHERS = QUANTITIES.map(({ key }) => key).filter((key) => !FIRST.includes(key))

/**
 * The known quantities with range and source; each can be replaced by typing.
 * @param isBrief hides the quantities after the first five until the user asks for them
 */
export function KnownTable({ isBrief }: { readonly isBrief: boolean }) {
  const known = useProgramState(({ answer }) => answer?.known)
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="known" aria-labelledby="known-title">
      <h2 id="known-title">What is known</h2>
      <Lead />
      <Quantities keys={known && (!isBrief || isOpen) ? [...FIRST, ...OTHERS] : FIRST} known={known} />
      {known && isBrief && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show the first five only' : `Show ${OTHERS.length} more`}
        </Button>
      )}
    </section>
  )
}

function Lead() {
  const needed = useProgramState(({ answer }) => answer?.needed)
  const hasFixed = useProgramState(({ answer }) => (answer?.fixed.length ?? 0) > 0)
  if (!needed) return <p className="lead">These five are enough. Values that you leave out are assumed.</p>
  if (needed.length === 0)
    return (
      <p className="lead">
        If you know a better value, type it{hasFixed && ', except for values that only the log can give'}.
      </p>
    )
  const names = needed.map((key) => aboutQuantity(key).label)
  return (
    <p className="lead">
      To simulate your program, type {names.join(' and ')}, or paste two scrapes of /metrics. Other missing values are
      assumed.
    </p>
  )
}

interface QuantitiesProps {
  readonly keys: readonly QuantityKey[]
  readonly known: readonly Quantity[] | undefined
}

function Quantities({ keys, known }: QuantitiesProps) {
  return (
    <Scrolling label="Quantities">
      <table>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Value</th>
            <th scope="col">90 % range, source</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Row key={key} quantityKey={key} quantity={known?.find((one) => one.key === key)} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

interface RowProps {
  readonly quantityKey: QuantityKey
  readonly quantity: Quantity | undefined
}

function Row({ quantityKey, quantity }: RowProps) {
  const about = aboutQuantity(quantityKey)
  const isKnown = useProgramState(({ answer }) => answer !== undefined)
  const isNeeded = useProgramState(({ answer }) => (answer?.needed ?? NEEDED).includes(quantityKey))
  const isFixed = useProgramState(({ answer }) => answer?.fixed.includes(quantityKey) === true)
  const better = useProgramState(({ answer }) => betterFor(quantityKey, answer?.runs[answer.run]))
  if (quantityKey === 'goVersion' && !quantity) return null
  const range = quantity ? showRange(quantity) : ''
  const isAssumed = quantity === undefined || quantity.sureness === 'assumed' || quantity.isUnread === true
  return (
    <tr className={isAssumed ? 'assumed' : ''}>
      <th scope="row">{about.label}</th>
      <td>
        {quantity && (isFixed || quantityKey === 'goVersion') ? (
          <span className="number">{showValue(quantity)}</span>
        ) : (
          <TypedField quantityKey={quantityKey} label={about.label} quantity={quantity} />
        )}
      </td>
      <td>
        {range !== '' && <span className="number">{range}; </span>}
        {isNeeded ? 'needed' : (quantity?.source ?? (isKnown ? 'not known' : ifLeftOut(quantityKey)))}
        {isAssumed && (
          <span className="better">
            . {isKnown ? 'Better' : 'Found in'}: {better}
          </span>
        )}
        {!isFixed && <UndoTyped quantityKey={quantityKey} label={about.label} />}
        {quantity?.otherwise?.map((other) => (
          <Other key={other.source} quantityKey={quantityKey} label={about.label} unit={about.unit} other={other} />
        ))}
      </td>
    </tr>
  )
}

interface OtherProps {
  readonly quantityKey: QuantityKey
  readonly label: string
  readonly unit: Unit
  readonly other: Otherwise
}

function Other({ quantityKey, label, unit, other: { value, source } }: OtherProps) {
  const session = useProgram()
  const shown = showValue({ key: quantityKey, value, unit })
  return (
    <p className="otherwise">
      But <b>{shown}</b> {source}
      {(typeof value === 'number' || value === 'off') && (
        <Button className="quiet undo" onClick={() => session.type(quantityKey, value)}>
          Use {shown}
          <span className="visually-hidden"> for {label}</span>
        </Button>
      )}
    </p>
  )
}

interface TypedFieldProps {
  readonly quantityKey: QuantityKey
  readonly label: string
  readonly quantity: Quantity | undefined
}

const EXAMPLES: Partial<Record<QuantityKey, string>> = {
  liveHeap: 'e.g. 2GiB',
  allocRate: 'e.g. 500MiB/s',
  containerLimit: 'e.g. 4GiB',
  procs: 'e.g. 4',
  gcCpu: 'e.g. 5 %',
}

/** A field to replace a quantity. If it is empty, the inputs count again. */
function TypedField({ quantityKey, label, quantity }: TypedFieldProps) {
  const session = useProgram()
  const id = useId()
  const isUnknown = useProgramState(({ answer }) => answer !== undefined && !answer.needed.includes(quantityKey))
  const shown = quantity && !quantity.isUnread ? showValue(quantity) : ''
  const [draft, setDraft] = useState<string>()
  /** How the value was read, if it was not written as Go does. */
  const [note, setNote] = useState('')
  const isTyped = useProgramState((state) => state.typed[quantityKey] !== undefined)
  const field = useRef<HTMLInputElement>(null)
  // A value that arrives while the field has the focus is selected too, so that typing replaces it.
  useLayoutEffect(() => {
    if (draft === undefined && shown !== '' && document.activeElement === field.current) field.current?.select()
  }, [draft, shown])
  const typed = draft === undefined || draft.trim() === '' ? undefined : readTyped(quantityKey, draft)
  const message = typed?.kind === 'unread' ? typed.message : (typed?.note ?? (isTyped ? note : ''))
  const finish = () => {
    if (draft === undefined) return
    if (draft.trim() === '') session.type(quantityKey, undefined)
    else if (typed?.kind === 'read')
      session.type(quantityKey, draft === shown ? asShown(quantity, typed.value) : typed.value)
    if (typed?.kind === 'unread') return
    setNote(typed?.note ?? '')
    setDraft(undefined)
  }
  return (
    <div className="typed-field">
      <Field
        ref={field}
        name={quantityKey}
        label={label}
        text={draft ?? shown}
        isWrong={typed?.kind === 'unread'}
        messageId={message === '' ? undefined : id}
        placeholder={isUnknown ? 'not known' : (EXAMPLES[quantityKey] ?? '')}
        type={(text) => {
          setNote('')
          setDraft(text)
        }}
        finish={finish}
        cancel={() => setDraft(undefined)}
      />
      <p id={id} aria-live="polite" className={typed?.kind === 'unread' ? 'message bad' : 'message'}>
        {message}
      </p>
    </div>
  )
}

/** The value of a quantity that was typed as it is shown: confirmed, with all its digits. */
function asShown(quantity: Quantity | undefined, typed: number | 'off'): number | 'off' {
  return typeof quantity?.value === 'number' ? quantity.value : typed
}

function UndoTyped({ quantityKey, label }: Pick<TypedFieldProps, 'quantityKey' | 'label'>) {
  const session = useProgram()
  const isTyped = useProgramState(({ typed }) => typed[quantityKey] !== undefined)
  if (!isTyped) return null
  return (
    <Button className="quiet undo" onClick={() => session.type(quantityKey, undefined)}>
      Undo<span className="visually-hidden"> {label}</span>
    </Button>
  )
}

const MAY_BE_OFF: readonly QuantityKey[] = ['containerLimit', 'memoryLimit', 'cpuQuota', 'gogc']
const MOST_CPUS = 4096

/** Reads a typed quantity, in the spellings that all fields of Sawtooth accept; container and CPUs as Kubernetes does. */
export function readTyped(key: QuantityKey, text: string): Typed<number | 'off'> {
  if (MAY_BE_OFF.includes(key) && isOffWord(text)) return { kind: 'read', value: 'off' }
  switch (key) {
    case 'procs':
      return readCount(text, 1, MOST_CPUS)
    case 'containerLimit':
      return mapTyped(readContainerLimit(text), (limit) => (limit.kind === 'off' ? 'off' : limit.bytes))
    case 'cpuQuota':
      return mapTyped(readQuota(text, MOST_CPUS), (quota) => (quota.kind === 'off' ? 'off' : quota.cpus))
    case 'busyProcs':
      return readNumber(text, 0.001, MOST_CPUS)
    case 'gogc':
      return mapTyped(readGogc(text, true), (gogc) => (gogc.kind === 'off' ? 'off' : gogc.percent))
    case 'allocRate':
    case 'scanRate':
      return readRate(text)
    case 'heapOverhead':
    case 'gcCpu':
      return readPercentage(text)
    case 'cyclesPerSecond':
      return readNumber(text, 0, 1e6)
    default:
      return readSize(text)
  }
}
