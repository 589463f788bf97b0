import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Quantity, QuantityKey } from '../known/quantities.ts'
import { isOffWord, readCount, readGogc, readNumber, readSize } from '../scenario/typed.ts'
import { readPercentage, readRate } from '../scenario/typed-number.ts'
import type { Typed } from '../scenario/typed-text.ts'
import { Button } from '../ui/button.tsx'
import { TypedField as Field } from '../ui/controls/typed-field.tsx'
import { useProgram, useProgramState } from './context.ts'
import { showValue } from './show.ts'

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
export function TypedField({ quantityKey, label, quantity }: TypedFieldProps) {
  const session = useProgram()
  const id = useId()
  const isUnknown = useProgramState(({ answer }) => answer !== undefined && !answer.needed.includes(quantityKey))
  const shown = quantity && !quantity.isUnread ? showValue(quantity) : ''
  const [draft, setDraft] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // A value that arrives while the field has the focus is selected too, so that typing replaces it.
  useLayoutEffect(() => {
    if (draft === undefined && shown !== '' && document.activeElement === field.current) field.current?.select()
  }, [draft, shown])
  const typed = draft === undefined || draft.trim() === '' ? undefined : readTyped(quantityKey, draft)
  const message = typed?.kind === 'unread' ? typed.message : (typed?.note ?? '')
  const finish = () => {
    if (draft === undefined) return
    if (draft.trim() === '') session.type(quantityKey, undefined)
    else if (draft !== shown && typed?.kind === 'read') session.type(quantityKey, typed.value)
    if (typed?.kind !== 'unread') setDraft(undefined)
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
        type={setDraft}
        finish={finish}
        cancel={() => setDraft(undefined)}
      />
      {message !== '' && (
        <p id={id} className={typed?.kind === 'unread' ? 'message bad' : 'message'}>
          {message}
        </p>
      )}
    </div>
  )
}

export function UndoTyped({ quantityKey, label }: Pick<TypedFieldProps, 'quantityKey' | 'label'>) {
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

/** Reads a typed quantity, in the spellings that all fields of Sawtooth accept. */
export function readTyped(key: QuantityKey, text: string): Typed<number | 'off'> {
  if (MAY_BE_OFF.includes(key) && isOffWord(text)) return { kind: 'read', value: 'off' }
  switch (key) {
    case 'procs':
      return readCount(text, 1, MOST_CPUS)
    case 'cpuQuota':
    case 'busyProcs':
      return readNumber(text, 0.001, MOST_CPUS)
    case 'gogc': {
      const typed = readGogc(text, true)
      if (typed.kind === 'unread') return typed
      return { ...typed, value: typed.value.kind === 'off' ? 'off' : typed.value.percent }
    }
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
