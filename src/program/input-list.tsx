import { useState } from 'react'
import { useShallow } from 'zustand/shallow'
import { countOf, formatValue, toSentence } from '../format.ts'
import type { LogRun } from '../known/evidence.ts'
import { INPUT_KINDS, type InputKind, OTHER_BLOCKS } from '../known/input/input-kind.ts'
import { showStream } from '../log/show.ts'
import { MAPS_ALONE } from '../manifest/manifest.ts'
import { METRICS_KINDS } from '../metrics/kind.ts'
import { readNumber } from '../scenario/typed.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { useProgram, useProgramState } from './context.ts'
import type { ProgramState, ShownInput } from './session.ts'

const KINDS = Object.entries(INPUT_KINDS) as [InputKind, string][]
const UNRECOGNISED = [['', 'not recognised']] as const

/** Files of this size and more show their progress. */
const LARGE = 1 << 22

/**
 * The inputs, their recognised kinds, and questions about them. Closed from the start, so that nothing moves when the
 * answer comes, unless an input was not read as a whole, or the answer has no simulation.
 */
export function InputList() {
  const inputs = useProgramState((state) => state.inputs)
  const hasNoRun = useProgramState(({ answer }) => answer !== undefined && answer.simulated === undefined)
  const [chosen, setChosen] = useState<boolean>()
  if (inputs.length === 0) return null
  const names = namesOf(inputs)
  const isRead = (i: number) => inputs[i]?.state.kind !== 'unread'
  const [read, unread] = [names.filter((_, i) => isRead(i)), names.filter((_, i) => !isRead(i))]
  const isOpen = chosen ?? (hasNoRun || inputs.some(isInQuestion))
  return (
    <section className="inputs" aria-label="Inputs">
      {/* Keep the list open while the user works in it, even when an answer arrives. */}
      <details open={isOpen} onFocus={({ target }) => target.matches('summary') || setChosen(true)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary
          className="soft"
          onClick={(event) => {
            event.preventDefault()
            setChosen(!isOpen)
          }}
        >
          {read.length > 0 && `Read: ${read.join(' · ')}`}
          {read.length > 0 && unread.length > 0 && '. '}
          {unread.length > 0 && `Not used: ${unread.join(' · ')}`}
        </summary>
        <ul>
          {inputs.map((input, i) => (
            <Input key={input.id} input={input} name={names[i] ?? ''} />
          ))}
        </ul>
      </details>
      <LeftOut />
      <Interval />
      <Logs />
      <Processes />
      <Containers />
    </section>
  )
}

function isInQuestion({ state, given }: ShownInput): boolean {
  const isPartial = state.kind === 'read' && state.notes.includes(OTHER_BLOCKS)
  return state.kind === 'unread' || isPartial || (state.kind === 'reading' && given.blob.size > LARGE)
}

function Input({ input: { id, given, state }, name }: { readonly input: ShownInput; readonly name: string }) {
  const session = useProgram()
  const isReading = state.kind === 'reading'
  const notes = useProgramState(useShallow((program) => notesOn(state, program)))
  const isAlone = useProgramState(({ answer }) => answer?.mapsAlone.includes(id) === true)
  return (
    <li>
      <span className="input-name">{name}</span>
      {isReading ? (
        <progress aria-label={`Reading ${name}`} max={given.blob.size || 1} value={state.bytes} />
      ) : (
        <label>
          <span className="visually-hidden">{name}: </span>read as{' '}
          <Select
            value={state.as ?? ''}
            options={[...(state.as === undefined ? UNRECOGNISED : []), ...KINDS]}
            onChoose={(kind) => kind !== '' && session.retake(id, kind)}
          />
        </label>
      )}
      <Button onClick={() => session.remove(id)}>
        {isReading ? 'Cancel' : 'Remove'}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {state.kind === 'unread' && <p role="alert">{toSentence(state.problem)}</p>}
      {notes.map((note) => (
        <p key={note}>{toSentence(note)}</p>
      ))}
      {isAlone && <p>{toSentence(MAPS_ALONE)}</p>}
    </li>
  )
}

/** The notes on an input, without the one that asks for a limit if the user has given that. */
export function notesOn(
  input: ShownInput['state'],
  { typed, settings }: Pick<ProgramState, 'typed' | 'settings'>,
): readonly string[] {
  if (input.kind !== 'read') return []
  const { notes, limitNote } = input
  return limitNote === undefined || 'containerLimit' in { ...typed, ...settings } ? notes : [...notes, limitNote]
}

function LeftOut() {
  const leftOut = useProgramState(({ answer }) => answer?.runs[answer.run]?.leftOut)
  return leftOut === undefined ? null : <p className="footnote">{toSentence(leftOut)}</p>
}

/** For scrapes without times: asks for the seconds between them, and says which times we use until then. */
function Interval() {
  const session = useProgram()
  const clock = useProgramState(({ answer }) => answer?.runs[answer.run]?.clock)
  const scrapes = useProgramState(({ answer }) => answer?.runs[answer.run]?.scrapes ?? 0)
  const between = useProgramState(({ answer }) => answer?.runs[answer.run]?.seconds)
  const copies = useProgramState(({ answer }) => answer?.runs[answer.run]?.copies ?? 0)
  const interval = useProgramState((state) => state.interval)
  const [draft, setDraft] = useState<string>()
  if (scrapes === 1 && copies > 0) return <p className="footnote">{COPIED}</p>
  if (scrapes < 2 || clock === 'stamps' || clock === undefined) return null
  const text = draft ?? (interval === undefined ? '' : formatValue(interval))
  const typed = readNumber(text, 0.1, 1e6)
  const finish = () => {
    if (draft === undefined) return
    if (text.trim() === '') session.setInterval(undefined)
    else if (typed.kind === 'read') session.setInterval(typed.value)
    else return
    setDraft(undefined)
  }
  return (
    <p className="interval">
      <label>
        Seconds between scrapes{' '}
        <input
          type="text"
          inputMode="decimal"
          className="typed"
          placeholder={between === undefined ? '' : formatValue(between)}
          value={text}
          aria-invalid={text.trim() !== '' && typed.kind === 'unread'}
          onChange={(event) => setDraft(event.target.value)}
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

const COPIED = 'All files contain the same scrape. Two scrapes some seconds apart would show the rates in between.'

const CLOCK_TEXTS = {
  stamps: '',
  interval: 'As entered.',
  'file-times': 'From the times of the files.',
  'last-gc': 'From the times of the last GC cycles. Type it for narrower ranges.',
  log: 'From the GC cycles of the log. Type it for narrower ranges.',
  none: 'Not known: without it, rates are means since the process started.',
} as const

/** For several logs or runs: the choice of the one that all answers use. */
function Logs() {
  const session = useProgram()
  const inputs = useProgramState((state) => state.inputs)
  const logs = useProgramState(({ answer }) => answer?.logs) ?? []
  const log = useProgramState(({ answer }) => answer?.log)
  const names = namesOf(inputs)
  const nameOf = ({ input, run, stream, cycles }: LogRun) => {
    const name = names[inputs.findIndex(({ id }) => id === input)] ?? ''
    const isOfSeveral = logs.some((other) => other.input === input && other.run !== run)
    const which = isOfSeveral ? [`run ${run + 1}`, ...(stream ? [showStream(stream)] : [])] : []
    return [name, ...which, countOf(cycles, 'cycle')].join(', ')
  }
  const value = logs.findIndex(({ input, run }) => input === log?.input && run === log?.run)
  return (
    <Choice
      label="All answers are for"
      names={logs.map(nameOf)}
      value={value}
      onChoose={(index) => logs[index] && session.pickLog(logs[index])}
      note="Other logs and runs are not used."
    />
  )
}

/** For inputs of several processes: the choice of one. */
function Processes() {
  const session = useProgram()
  const runs = useProgramState(({ answer }) => answer?.runs)
  const run = useProgramState(({ answer }) => answer?.run)
  const names = runs?.map(({ label, scrapes }) => `${label}, ${countOf(scrapes, 'scrape')}`)
  return <Choice label="Process" names={names} value={run} onChoose={session.pick} />
}

/** For manifests of several containers: the choice of one. */
function Containers() {
  const session = useProgram()
  const containers = useProgramState(({ answer }) => answer?.containers)
  const container = useProgramState(({ answer }) => answer?.container)
  return <Choice label="Container" names={containers} value={container} onChoose={session.pickContainer} />
}

/** Shown while nothing tells which one is meant. */
const NONE = [-1, 'none of them: pick one'] as const

interface ChoiceProps {
  readonly label: string
  readonly names: readonly string[] | undefined
  readonly value: number | undefined
  readonly onChoose: (index: number) => void
  readonly note?: string
}

function Choice({ label, names, value, onChoose, note }: ChoiceProps) {
  if (!names || names.length < 2) return null
  const own = names.map((name, i) => [i, name] as const)
  return (
    <p>
      <label>
        {label} <Select value={value} options={[...(value === -1 ? [NONE] : []), ...own]} onChoose={onChoose} />
      </label>
      {note && <span className="footnote"> {note}</span>}
    </p>
  )
}

/** The name of each input, in the order on the page: its kind and its time. Equal names get a number. */
export function namesOf(inputs: readonly ShownInput[]): readonly string[] {
  const names = plainNamesOf(inputs)
  return names.map((name, i) => {
    const isSame = (other: string) => other === name
    return names.filter(isSame).length > 1 ? `${name} ${names.slice(0, i + 1).filter(isSame).length}` : name
  })
}

function plainNamesOf(inputs: readonly ShownInput[]): readonly string[] {
  const orders = new Map<InputKind, readonly ShownInput[]>()
  for (const kind of METRICS_KINDS) orders.set(kind, inOrder(inputs.filter((input) => isScrape(input, kind))))
  return inputs.map((input) => {
    const { state, given } = input
    const kind = state.kind === 'reading' ? undefined : state.as
    const order = (kind && orders.get(kind)) ?? []
    const number = order.indexOf(input) + 1
    const when = order.length > 1 && number > 0 ? `scrape ${number} of ${order.length}` : spanOf(input)
    const what = kind === undefined ? 'pasted text' : INPUT_KINDS[kind]
    return [given.name ?? what, ...(given.name === undefined || kind === undefined ? [] : [what]), when]
      .filter((part) => part !== '')
      .join(', ')
  })
}

function isScrape({ state }: ShownInput, kind: InputKind): boolean {
  return state.kind === 'read' && state.as === kind && state.when?.scrapes === 1
}

/** Scrapes in the order of their times, else of allocated bytes. */
function inOrder(scrapes: readonly ShownInput[]): readonly ShownInput[] {
  const rankOf = ({ state }: ShownInput) => (state.kind === 'read' && (state.when?.span?.[0] ?? state.when?.total)) || 0
  return scrapes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function spanOf({ state }: ShownInput): string {
  const span = state.kind === 'read' ? state.when?.span : undefined
  if (!span) return ''
  const [from, to] = span.map((seconds) => new Date(1000 * seconds).toISOString())
  if (!from || !to) return ''
  const [day, start, end] = [from.slice(0, 10), from.slice(11, 16), to.slice(11, 16)]
  const until = to.slice(0, 10) === day ? end : `${to.slice(0, 10)} ${end}`
  return from.slice(0, 16) === to.slice(0, 16) ? `${day} ${start} UTC` : `${day} ${start} to ${until} UTC`
}
