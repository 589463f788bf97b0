import { createStore, type StoreApi } from 'zustand/vanilla'
import { longestOf } from '../gctrace/read/run-info.ts'
import type { LogChoice } from '../known/evidence.ts'
import type { InputKind } from '../known/input/input-kind.ts'
import { trustOf } from '../known/measure/misses.ts'
import type { QuantityKey } from '../known/quantities.ts'
import type { Drawable } from '../log/drawable.ts'
import type { MeasuredRun } from '../log/measured.ts'
import { messageOf } from '../result.ts'
import type { Settings } from '../scenario/under-settings.ts'
import type { Search } from '../store/advice.ts'
import type { Dispatcher } from '../work/dispatcher.ts'
import type { Answer, Asked, Job, ProgramAnswer, SupposedProgram, TypedValues } from './jobs.ts'

/** One input. Pasted text becomes a file too, so that we read both in the same way. */
export interface Given {
  /** Name of the file; undefined for pasted text. */
  readonly name?: string | undefined
  readonly blob: Blob
  readonly fileSeconds?: number | undefined
  /** The kind, if the user chose it. */
  readonly as?: InputKind | undefined
}

/** What was not kept: an input of some kind, or the command above a log. */
export interface Lost {
  readonly name: string
  /** undefined if no kind was recognised */
  readonly of?: InputKind | 'command' | undefined
}

/** The inputs and choices of an earlier visit in this tab. */
export interface Kept extends Pick<ProgramState, 'typed' | 'interval' | 'run' | 'settings'> {
  readonly inputs: readonly Given[]
  readonly lost: readonly Lost[]
  /** Settings in the manifests among them: numbers, which hold no secrets. */
  readonly written?: TypedValues | undefined
  /** The run of a log: `input` is the index of the log among the inputs. */
  readonly log: LogChoice | undefined
}

type InputState =
  | { readonly kind: 'reading'; readonly bytes: number }
  | Extract<Answer, { readonly kind: 'unread' }>
  | (Extract<Answer, { readonly kind: 'read' }> & {
      /** The longest run of a log. It is measured before anything is simulated. */
      readonly longest?: Promise<MeasuredRun> | undefined
    })

export interface ShownInput {
  readonly id: number
  readonly given: Given
  readonly state: InputState
}

export interface ProgramState {
  readonly inputs: readonly ShownInput[]
  readonly typed: TypedValues
  /** Seconds between scrapes without times; undefined if the user has not typed any. */
  readonly interval: number | undefined
  /** The picked process; undefined if the user picked none. */
  readonly run: number | undefined
  /** The run of a log; undefined if the user picked none. */
  readonly log: LogChoice | undefined
  /** Index of a container in the manifests; undefined if the user picked none. */
  readonly container: number | undefined
  /** Whether the user asked what to set. */
  readonly isAdviceAsked: boolean
  readonly answer: ProgramAnswer | undefined
  readonly isWorking: boolean
  /** Whether the user cancelled the simulation: the answer, if there is one, is that of earlier inputs. */
  readonly isCancelled: boolean
  readonly problem: string | undefined
  /** Other settings that the user asks about. */
  readonly settings: Settings
  /**
   * The program under those settings, or still under earlier ones until the new answer arrives; undefined if the user
   * asks about none.
   */
  readonly supposed: SupposedProgram | undefined
  readonly isSupposing: boolean
  readonly supposedProblem: string | undefined
  /** What an earlier visit in this tab left, and what is missing of it; undefined for a new visit. */
  readonly restored: Pick<Kept, 'lost' | 'written'> | undefined
  /** A run of a log as its report draws it; undefined until the report has read it. */
  readonly measured: MeasuredLog | undefined
}

/** A run of a log among the inputs, to be drawn. */
interface MeasuredLog extends LogChoice {
  readonly drawable: Drawable
}

/** Whether an input is being read or simulated, and there is no answer yet. */
export function isAnswerAwaited({ inputs, answer, problem, isWorking }: ProgramState): boolean {
  if (answer !== undefined || problem !== undefined || inputs.length === 0) return false
  return isWorking || inputs.some(({ state }) => state.kind === 'reading')
}

/** Whether there is neither a simulation nor a reason why there is none. */
export function isNothingSimulated({ problem, answer }: ProgramState): boolean {
  return problem === undefined && !answer?.simulated && answer?.problem === undefined
}

/** An input is read in slices of so many bytes. */
export const SLICE = 1 << 22
const NOTHING_GIVEN = {
  inputs: [],
  typed: {},
  interval: undefined,
  run: undefined,
  log: undefined,
  container: undefined,
  restored: undefined,
  isAdviceAsked: false,
}
const NOT_SUPPOSED = { supposed: undefined, isSupposing: false, supposedProblem: undefined }
const NO_ANSWER = { answer: undefined, problem: undefined, ...NOT_SUPPOSED }

interface Parts {
  readonly dispatcher: Dispatcher<Job, never, Answer>
  readonly store: StoreApi<ProgramState>
  cancelAnswer: () => void
  /** The run of a log that was chosen last. */
  measuring: (LogChoice & { readonly measured: Promise<MeasuredRun> }) | undefined
  cancelSupposed: () => void
  /** The inputs and choices of the shown answer. */
  asked: Asked
  /** The answer and the settings to which `supposed` belongs. */
  supposed: { readonly answer: ProgramAnswer; readonly settings: Settings } | undefined
}

export type ProgramSession = ReturnType<typeof createProgramSession>

/** The logic of the page of programs, without React. */
export function createProgramSession(dispatcher: Dispatcher<Job, never, Answer>) {
  const store = createStore<ProgramState>()(() => ({
    ...NOTHING_GIVEN,
    isWorking: false,
    isCancelled: false,
    settings: {},
    measured: undefined,
    ...NO_ANSWER,
  }))
  const { getState, setState } = store
  const parts: Parts = {
    dispatcher,
    store,
    cancelAnswer: () => {},
    measuring: undefined,
    cancelSupposed: () => {},
    asked: toAsked(getState()),
    supposed: undefined,
  }
  let lastId = 0
  const choose = (choice: Partial<ProgramState>) => {
    setState(choice)
    update(parts)
  }
  const add = (given: readonly Given[]) => {
    const fresh = given.map((one): ShownInput => {
      return { id: ++lastId, given: one, state: { kind: 'reading', bytes: 0 } }
    })
    // A new input may change the order of the processes, so an index that was picked no longer holds.
    setState(({ inputs }) => ({ inputs: [...inputs, ...fresh], run: undefined }))
    for (const input of fresh) void read(parts, input)
  }
  return {
    store,
    add,
    retake(id: number, as: InputKind) {
      const { inputs } = getState()
      const input = inputs.find((one) => one.id === id)
      if (!input) return
      const again = { ...input, given: { ...input.given, as }, state: { kind: 'reading', bytes: 0 } } as const
      setState({ inputs: inputs.map((one) => (one === input ? again : one)), container: undefined })
      void read(parts, again)
    },
    /** Removes an input. Cancels reading it. */
    remove(id: number) {
      const { inputs, log } = getState()
      const others = inputs.filter((input) => input.id !== id)
      choose({ inputs: others, run: undefined, container: undefined, ...(log?.input === id && { log: undefined }) })
      forget(parts, id)
    },
    /** Brings back what an earlier visit left. What the user has given meanwhile stays. */
    restore({ inputs, lost, written, log, run, typed, interval, settings }: Kept) {
      const now = getState()
      const first = lastId + 1
      add(inputs)
      setState({
        typed: { ...written, ...typed, ...now.typed },
        interval: now.interval ?? interval,
        settings: { ...settings, ...now.settings },
        run: now.inputs.length > 0 ? now.run : run,
        log: now.log ?? (log && { input: first + log.input!, run: log.run }),
        restored: { lost, written },
      })
      // Each input asks for an answer once it is read.
      if (inputs.length === 0) update(parts)
    },
    /** Removes all inputs and typed values. */
    startOver() {
      for (const { id } of getState().inputs) forget(parts, id)
      choose(NOTHING_GIVEN)
    },
    /** Replaces a quantity. @param value undefined: the inputs count again */
    type(key: QuantityKey, value: number | 'off' | undefined) {
      const { [key]: _, ...rest } = getState().typed
      choose({ typed: value === undefined ? rest : { ...rest, [key]: value } })
    },
    setInterval: (interval: number | undefined) => choose({ interval }),
    pickContainer: (container: number) => choose({ container }),
    pickLog(log: LogChoice) {
      // It is measured before the answer is computed, which may take long.
      if (log.input !== undefined) parts.measuring = { ...log, measured: measure(parts, log.input, log.run) }
      parts.measuring?.measured.catch(() => {})
      choose({ log })
    },
    pick: (run: number) => choose({ run }),
    /** Cancels the simulation. The inputs and values stay. */
    cancel() {
      parts.cancelAnswer()
      setState({ isWorking: false, isCancelled: true })
    },
    /** Simulates the program, after the user cancelled that. */
    simulate: () => update(parts),
    /** Measures a run of a log among the inputs. @throws Error with the reason, in words */
    measure(input: number, run: number) {
      const { measuring } = parts
      return measuring?.input === input && measuring.run === run ? measuring.measured : measure(parts, input, run)
    },
    showMeasured: (measured: MeasuredLog | undefined) => setState({ measured }),
    /** Asks about other settings for the program of the answer; `{}` for none. */
    suppose(settings: Settings) {
      setState({ settings, supposedProblem: undefined })
      // The engine may have dropped an input of the shown answer.
      if (getState().isCancelled) return update(parts)
      if (isNothing(settings)) parts.cancelSupposed()
      if (isNothing(settings) || !getState().isSupposing) suppose(parts)
    },
    /** Cancels the question that is being answered. */
    cancelSuppose: () => giveUp(parts),
    askAdvice: () => setState({ isAdviceAsked: true }),
    /** Searches for settings for the program of the answer. @returns a function that cancels the search */
    advise: ((answer, demand, onEnd) => {
      return dispatcher.start(
        {
          kind: 'advise',
          ...parts.asked,
          demand,
          trust: answer.simulated && trustOf(answer.simulated, answer.known),
        },
        (end) => onEnd(end.kind === 'done' && end.answer.kind === 'advice' ? end.answer.advice : undefined),
      )
    }) satisfies Search<ProgramAnswer>,
  }
}

function ask({ dispatcher }: Parts, job: Job): Promise<Answer> {
  return new Promise((resolve, reject) => {
    dispatcher.start(job, (end) => (end.kind === 'done' ? resolve(end.answer) : reject(new Error(end.reason))))
  })
}

async function measure(parts: Parts, input: number, run: number): Promise<MeasuredRun> {
  const end = await ask(parts, { kind: 'measure', input, run })
  if (end.kind !== 'measured') throw new Error(`no run was measured, but ${end.kind}`)
  return end.measured
}

/** Tells the engine to drop an input. If the engine has failed, it has nothing to drop. */
function forget({ dispatcher }: Parts, input: number): void {
  dispatcher.start({ kind: 'forget', input }, () => {})
}

function setInput({ store }: Parts, id: number, state: InputState): void {
  store.setState(({ inputs }) => ({ inputs: inputs.map((input) => (input.id === id ? { ...input, state } : input)) }))
}

/** All inputs and choices, as the argument of a job. */
function toAsked({ inputs, typed, interval, run, log, container }: ProgramState): Asked {
  const read = inputs.flatMap(({ id, given, state }) =>
    state.kind === 'read' ? [{ id, name: given.name ?? '', fileSeconds: given.fileSeconds }] : [],
  )
  return { inputs: read, choices: { interval, run, log, container, typed } }
}

function update(parts: Parts): void {
  const { dispatcher, store } = parts
  const { setState } = store
  parts.cancelAnswer()
  parts.cancelSupposed()
  setState({ isSupposing: false, supposedProblem: undefined, isCancelled: false })
  const asked = toAsked(store.getState())
  const { inputs, choices } = asked
  if (inputs.length === 0 && Object.keys(choices.typed).length === 0) {
    setState({ ...NO_ANSWER, isWorking: false, settings: {} })
    return
  }
  setState({ isWorking: true })
  parts.cancelAnswer = dispatcher.start({ kind: 'answer', inputs, choices }, (end) => {
    if (end.kind === 'failed') setState({ ...NO_ANSWER, isWorking: false, problem: end.reason })
    else if (end.answer.kind === 'answer') {
      parts.asked = asked
      setState({ answer: end.answer, isWorking: false, problem: undefined })
      suppose(parts)
    }
  })
}

function isNothing(settings: Settings): boolean {
  return Object.keys(settings).length === 0
}

/**
 * Simulates the program of the shown answer under the settings asked about, one question at a time. If the settings
 * change meanwhile, the newest ones are simulated next.
 */
function suppose(parts: Parts): void {
  const { dispatcher, store } = parts
  const { getState, setState } = store
  const { answer, settings, isWorking, inputs } = getState()
  // While an input is read again, the engine does not have it. The next answer calls this function again.
  if (isWorking || inputs.some(({ state }) => state.kind === 'reading')) return
  if (!answer?.simulated || isNothing(settings)) {
    setState(NOT_SUPPOSED)
    return
  }
  setState({ isSupposing: true })
  parts.cancelSupposed = dispatcher.start({ kind: 'suppose', ...parts.asked, settings }, (end) => {
    const isNewest = getState().settings === settings
    if (end.kind === 'failed') setState({ ...NOT_SUPPOSED, supposedProblem: isNewest ? end.reason : undefined })
    else if (end.answer.kind === 'supposed') {
      parts.supposed = { answer, settings }
      setState({ ...NOT_SUPPOSED, supposed: end.answer })
    }
    if (!isNewest) suppose(parts)
  })
}

/** Goes back to the settings whose answer is shown; to none if that answer belongs to another program. */
function giveUp(parts: Parts): void {
  const { answer, supposed } = parts.store.getState()
  parts.cancelSupposed()
  if (supposed && parts.supposed?.answer === answer)
    parts.store.setState({ settings: parts.supposed!.settings, isSupposing: false })
  else parts.store.setState({ settings: {}, ...NOT_SUPPOSED })
}

function fetchSlice(blob: Blob, from: number): Promise<ArrayBuffer> {
  const bytes = blob.slice(from, from + SLICE).arrayBuffer()
  // Whoever waits for this slice gets the error. After the last slice nobody waits, so the error is dropped here.
  bytes.catch(() => {})
  return bytes
}

async function read(parts: Parts, { id, given: { blob, as } }: ShownInput): Promise<void> {
  const isThere = () => parts.store.getState().inputs.some((input) => input.id === id)
  try {
    await ask(parts, { kind: 'forget', input: id })
    // The next slice arrives while the engine reads this one.
    let next = fetchSlice(blob, 0)
    for (let from = 0; (from === 0 || from < blob.size) && isThere(); from += SLICE) {
      const bytes = await next
      next = fetchSlice(blob, from + SLICE)
      await ask(parts, { kind: 'push', input: id, from, as, bytes })
      setInput(parts, id, { kind: 'reading', bytes: Math.min(blob.size, from + SLICE) })
    }
    if (!isThere()) return forget(parts, id)
    const end = await ask(parts, { kind: 'end', input: id })
    if (end.kind === 'unread') setInput(parts, id, end)
    if (end.kind === 'read') {
      const longest = end.log && measure(parts, id, longestOf(end.log.runs).index)
      // The report says why a run cannot be shown. An input may be removed before it has one.
      longest?.catch(() => {})
      setInput(parts, id, { ...end, longest })
    }
  } catch (error) {
    if (!isThere()) return
    setInput(parts, id, { kind: 'unread', as, problem: messageOf(error) })
  }
  update(parts)
}
