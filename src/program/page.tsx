import { useEffect, useState } from 'react'
import { countOf, toSentence } from '../format.ts'
import { measuredRate, missesOf, trustOf } from '../known/measure/misses.ts'
import { toWholeReason, withOutlook } from '../prediction/range-verdict.ts'
import { Button } from '../ui/button.tsx'
import { PageBar } from '../ui/header/page-bar.tsx'
import { later } from '../ui/later.ts'
import { MissingPart } from '../ui/missing-part.tsx'
import { OWN_LOG_ID } from './answer/show.ts'
import { useProgram, useProgramState } from './context.ts'
import { EXAMPLES, type Example } from './examples.ts'
import { IntakeField, type Take, useWholePage } from './intake-field.tsx'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { KnownTable } from './known-table.tsx'
import { cancelledText, Progress, READING } from './progress.tsx'
import { isAnswerAwaited, isNothingSimulated, type ProgramState } from './session.ts'

const InputList = later('The list of inputs', () => import('./input-list.tsx').then(({ InputList }) => InputList))
const Simulated = later('The simulation', () => import('./simulated.tsx').then(({ Simulated }) => Simulated))
const WhatIf = later('“What if”', () => import('./what-if.tsx').then(({ WhatIf }) => WhatIf))
const Findings = later('The findings', () => import('./findings.tsx').then(({ Findings }) => Findings))
const Advice = later('The advice', () => import('./advice.tsx').then(({ Advice }) => Advice))
const Restored = later('What is here again', () => import('./kept/restored.tsx').then(({ Restored }) => Restored))
const LogReport = later('The report', () => import('./log-report.tsx').then(({ LogReport }) => LogReport))

/** The page of the user’s own program: its inputs, its simulation, and what is known of it. */
export function ProgramPage() {
  const isTyped = useProgramState(({ inputs }) => inputs.length === 0)
  const hasAnswer = useProgramState(({ answer }) => answer !== undefined)
  const hasRun = useProgramState(({ answer }) => answer?.simulated !== undefined)
  const isAwaited = useProgramState(isAnswerAwaited)
  const isCancelled = useProgramState((state) => state.isCancelled)
  const isRestored = useProgramState(({ restored }) => restored !== undefined)
  const hasNothing = useProgramState(isNothingSimulated)
  const isUnread = useProgramState(({ inputs }) => inputs.every(({ state }) => state.kind === 'unread'))
  const isAsked = useProgramState(({ inputs, isWorking }) => inputs.length > 0 || isWorking)
  useEffect(() => {
    // The parts of an answer load while an input is read, and then appear together.
    if (isAsked) for (const part of [InputList, Simulated, WhatIf, Findings, Advice]) part.preload()
  }, [isAsked])
  return (
    <>
      <PageBar current="program" />
      <div className="log program">
        <main id="main">
          <h1 className="visually-hidden">Your program</h1>
          <Announcement />
          <Intake />
          {!isTyped && <InputList />}
          {isRestored && <Restored />}
          {/* Users who type do so above the answer. Users who paste see the answer first. */}
          <div className="known-and-run">
            {isTyped && <KnownTable isBrief />}
            {!hasNothing && <Simulated />}
            {hasNothing && (
              <div className="to-come">
                <Progress />
                {!isAwaited && !isCancelled && (
                  <p className="lead">
                    Once the live heap and the allocation rate are known, the simulated program and its verdict appear
                    here.
                  </p>
                )}
                {isUnread && <Examples />}
              </div>
            )}
            {!isTyped && (
              <div className="found-and-known">
                {hasAnswer && <Findings />}
                {/* A table would ask for facts that the input is about to give. */}
                {!isAwaited && (hasAnswer || !isCancelled) && <KnownTable isBrief={!hasRun} />}
              </div>
            )}
            {hasRun && <Advice />}
          </div>
          {hasRun && <WhatIf />}
          {/* The answer stands above it: before there is one, the report would be pushed down while it is read. */}
          {!isAwaited && <OwnLog />}
        </main>
      </div>
    </>
  )
}

/** On the page from the start: screen readers announce no status that appears together with its text. */
function Announcement() {
  return (
    <p className="visually-hidden" role="status">
      {useProgramState(toAnnouncement)}
    </p>
  )
}

/** The full report of the chosen gctrace log. */
function OwnLog() {
  const chosen = useProgramState(({ log, answer }) => log ?? answer?.log)
  const shown = useProgramState(({ inputs }) => {
    const logs = inputs.filter(({ state }) => state.kind === 'read' && state.log)
    return logs.find(({ id }) => id === chosen?.input) ?? logs[0]
  })
  if (shown?.state.kind !== 'read') return null
  const { log, longest } = shown.state
  if (!log || !longest) return null
  return (
    <section className="own-log" aria-labelledby={OWN_LOG_ID}>
      <h2 id={OWN_LOG_ID}>What the log shows</h2>
      <LogReport
        key={shown.id}
        id={shown.id}
        given={shown.given}
        log={log}
        longest={longest}
        run={chosen?.input === shown.id ? chosen.run : undefined}
      />
    </section>
  )
}

const PLACEHOLDER = `Paste here, or drop files: one after another, or several at once

/metrics · an answer of Prometheus · /debug/vars · a heap profile · a Kubernetes manifest · a gctrace log · kubectl top · ps`

/** One field for input of any kind. */
function Intake() {
  const session = useProgram()
  const count = useProgramState(({ inputs }) => inputs.length)
  const take: Take = (files, text) => {
    if (files.length > 0)
      session.add(files.map((file) => ({ name: file.name, blob: file, fileSeconds: file.lastModified / 1000 })))
    else if (text.trim() !== '') session.add([{ blob: new Blob([text]) }])
  }
  const isOver = useWholePage(take)
  return (
    <section className={count > 0 ? 'intake brief' : 'intake'} aria-labelledby="intake-title">
      <h2 id="intake-title" className={count > 0 ? 'visually-hidden' : undefined}>
        Your program, from whatever numbers you have
      </h2>
      {count === 0 && (
        <p className="lead">
          Paste what you have, or type the five numbers below. Your program is simulated at once, with ranges for
          unknown values.
        </p>
      )}
      <IntakeField
        placeholder={count > 0 ? 'Paste more' : PLACEHOLDER}
        className={isOver ? 'intake-area over' : 'intake-area'}
        take={take}
      >
        Nothing leaves your browser{count === 0 && <span>, and secrets in manifests are not kept</span>}.
      </IntakeField>
    </section>
  )
}

/** Fills the page with an example, for readers who have no numbers at hand. */
function Examples() {
  const session = useProgram()
  const [missing, setMissing] = useState<Example>()
  const open = async ({ load }: Example) => {
    session.add(await load())
    // The answer comes above this list.
    scrollTo({ top: 0 })
  }
  return (
    <div className="examples soft">
      <p>No numbers at hand? Try an example:</p>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <Button className="load" onClick={() => void open(example).catch(() => setMissing(example))}>
              {example.name}
            </Button>
            : {example.text}
          </li>
        ))}
      </ul>
      {missing && (
        <MissingPart key={missing.name} name={`“${missing.name}”`} load={() => open(missing)} render={() => null} />
      )}
    </div>
  )
}

/** The result in one line: a screen reader announces it, wherever the focus is. Empty if there is nothing to say. */
export function toAnnouncement(state: ProgramState): string {
  if (isAnswerAwaited(state)) return READING
  const { answer } = state
  if (state.isCancelled) return cancelledText(answer !== undefined)
  if (!answer || answer.problem !== undefined) return ''
  const found = answer.findings.length > 0 ? `${countOf(answer.findings.length, 'finding')} on its settings. ` : ''
  return found + (answer.simulated ? verdictOf(answer, answer.simulated) : 'Not enough is known for a simulation.')
}

function verdictOf({ known, unread, refusal }: ProgramAnswer, simulated: SimulatedProgram): string {
  const tooLittle = trustOf(simulated, known)?.tooLittle
  if (tooLittle !== undefined) return tooLittle
  if (unread.length > 0) return 'No verdict: a setting is not known.'
  const verdict = withOutlook(simulated.verdict, simulated.outlook)
  const misses = missesOf(simulated, measuredRate(known))
  return [
    refusal && 'As written, the manifest does not start the program.',
    misses.length > 0 && 'The simulation does not match the measurements.',
    `Simulated: ${verdict.label}. ${toSentence(toWholeReason(verdict))}`,
  ]
    .filter(Boolean)
    .join(' ')
}
