import { useState } from 'react'
import { INPUT_KINDS, type InputKind } from '../known/input-kind.ts'
import { readNumber } from '../scenario/typed.ts'
import { useProgram, useProgramState } from './context.ts'
import type { ShownInput } from './session.ts'

const KINDS = Object.entries(INPUT_KINDS) as [InputKind, string][]

/** What was given, what each was taken for, and what has to be asked of it. */
export function InputList() {
  const inputs = useProgramState((state) => state.inputs)
  if (inputs.length === 0) return null
  return (
    <section className="inputs" aria-label="Inputs">
      <ul>
        {inputs.map((input) => (
          <Input key={input.id} input={input} />
        ))}
      </ul>
      <Interval />
      <Processes />
    </section>
  )
}

function Input({ input: { id, given, state } }: { readonly input: ShownInput }) {
  const session = useProgram()
  const isReading = state.kind === 'reading'
  return (
    <li>
      <span className="input-name">{given.name}</span>
      {isReading ? (
        <progress aria-label={`Reading ${given.name}`} max={given.blob.size || 1} value={state.bytes} />
      ) : (
        <label>
          taken for{' '}
          <select value={state.as ?? ''} onChange={(event) => session.retake(id, event.target.value as InputKind)}>
            {state.as === undefined && <option value="">nothing known</option>}
            {KINDS.map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" className="quiet" onClick={() => session.remove(id)}>
        {isReading ? 'Cancel' : 'Remove'}
        <span className="visually-hidden"> {given.name}</span>
      </button>
      {state.kind === 'unread' && <p role="alert">{state.problem}</p>}
      {state.kind === 'read' && state.notes.map((note) => <p key={note}>{note}</p>)}
    </li>
  )
}

/** Scrapes without times: the seconds between them are asked for, and told by the collector’s clock until then. */
function Interval() {
  const session = useProgram()
  const clock = useProgramState(({ answer, run }) => answer?.runs[run]?.clock)
  const scrapes = useProgramState(({ answer, run }) => answer?.runs[run]?.scrapes ?? 0)
  const interval = useProgramState((state) => state.interval)
  const [text, setText] = useState('')
  if (scrapes < 2 || clock === 'stamps' || clock === undefined) return null
  const typed = readNumber(text, 0.1, 1e6)
  const finish = () => {
    if (text.trim() === '') session.setInterval(undefined)
    else if (typed.kind === 'read') session.setInterval(typed.value)
  }
  return (
    <p className="interval">
      <label>
        Seconds between scrapes{' '}
        <input
          type="text"
          inputMode="decimal"
          className="typed"
          value={text}
          aria-invalid={text.trim() !== '' && typed.kind === 'unread'}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter') finish()
          }}
        />
      </label>{' '}
      <span className="footnote">{CLOCK_TEXTS[interval === undefined ? clock : 'interval']}</span>
    </p>
  )
}

const CLOCK_TEXTS = {
  stamps: '',
  interval: 'As you said.',
  'file-times': 'From the times of the files.',
  'last-gc': 'From the times of the last GC cycles; type it for narrower ranges.',
  none: 'Nothing tells: without it, rates are means since the process started.',
} as const

function Processes() {
  const session = useProgram()
  const runs = useProgramState(({ answer }) => answer?.runs)
  const run = useProgramState((state) => state.run)
  if (!runs || runs.length < 2) return null
  return (
    <p>
      <label>
        Process{' '}
        <select value={run} onChange={(event) => session.pick(Number(event.target.value))}>
          {runs.map(({ label, scrapes }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place alone
            <option key={i} value={i}>
              {label}, {scrapes} {scrapes === 1 ? 'scrape' : 'scrapes'}
            </option>
          ))}
        </select>
      </label>
    </p>
  )
}
