import { useState } from 'react'
import { countOf, toSentence } from '../format.ts'
import { measuredRate, missesOf, trustOf } from '../known/measure/misses.ts'
import { IntakeField, type Take, useWholePage } from '../log/intake/intake-field.tsx'
import { NotLoaded } from '../log/intake/not-loaded.tsx'
import { withOutlook } from '../prediction/range-verdict.ts'
import { ADVICE_ID, OwnAdvice } from '../ui/advice/own-advice.tsx'
import { Button } from '../ui/button.tsx'
import { PageBar } from '../ui/header/page-bar.tsx'
import { later } from '../ui/later.ts'
import { useProgram, useProgramState } from './context.ts'
import { Findings, isAdvised } from './findings.tsx'
import { InputList } from './input-list.tsx'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { KnownTable } from './known-table.tsx'
import { type Given, isAnswerAwaited, type ProgramState } from './session.ts'
import { isNothingSimulated, Simulated } from './simulated.tsx'
import { WhatIf } from './what-if.tsx'

const LogReport = later('The report', () => import('./log-report.tsx').then(({ LogReport }) => LogReport))

/** The page of the user’s own program: its inputs, its simulation, and what is known of it. */
export function ProgramPage() {
  const isTyped = useProgramState(({ inputs }) => inputs.length === 0)
  const hasRun = useProgramState(({ answer }) => answer?.simulated !== undefined)
  const isAwaited = useProgramState(isAnswerAwaited)
  const hasNothing = useProgramState(isNothingSimulated)
  return (
    <>
      <PageBar current="program" />
      <div className="log program">
        <main id="main">
          <h1 className="visually-hidden">Your program</h1>
          <Announcement />
          <Intake />
          <InputList />
          {/* Users who type do so above the answer. Users who paste see the answer first. */}
          <div className="known-and-run">
            {isTyped && <KnownTable isBrief />}
            <Simulated />
            {hasNothing && (
              <div className="to-come">
                <p className="lead">
                  Once the live heap and the allocation rate are known, the simulated program and its verdict appear
                  here.
                </p>
                {isTyped && <Example />}
              </div>
            )}
            {!isTyped && (
              <div className="found-and-known">
                <Findings />
                {/* A table would ask for facts that the input is about to give. */}
                {isAwaited ? <p className="lead">{READING}</p> : <KnownTable isBrief={!hasRun} />}
              </div>
            )}
            <Advice />
          </div>
          <WhatIf />
          <OwnLog />
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

/** The full report of the chosen gctrace log, as on the page of logs. */
function OwnLog() {
  const chosen = useProgramState(({ log, answer }) => log ?? answer?.log)
  const log = useProgramState(({ inputs }) => {
    const logs = inputs.filter(({ state }) => state.kind === 'read' && state.as === 'gctrace')
    return logs.find(({ id }) => id === chosen?.input) ?? logs[0]
  })
  if (!log) return null
  return (
    <section className="own-log" aria-labelledby="own-log-title">
      <h2 id="own-log-title">What the log shows</h2>
      <LogReport key={log.id} id={log.id} given={log.given} run={chosen?.input === log.id ? chosen.run : undefined} />
    </section>
  )
}

function Advice() {
  const { advise } = useProgram()
  const answer = useProgramState((state) => state.answer)
  const isHeld = useProgramState(({ isWorking }) => isWorking)
  if (!isAdvised(answer)) return null
  if (answer.unread.length > 0)
    return (
      <section className="own-advice" aria-labelledby={ADVICE_ID}>
        <h2 id={ADVICE_ID}>What to set</h2>
        <p className="lead">{answer.unread.map(toSentence).join(' ')} For advice, type it under “What is known”.</p>
      </section>
    )
  return (
    <OwnAdvice
      question={answer}
      search={advise}
      scenario={answer.simulated.scenario}
      isHeld={isHeld}
      known="what is known"
      place="among what is known"
    />
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
        label="Metrics, manifest or log"
        fileLabel="Files"
        button="Choose files"
        placeholder={count > 0 ? 'Paste more' : PLACEHOLDER}
        className={isOver ? 'intake-area over' : 'intake-area'}
        isMultiple
        take={take}
      >
        Nothing leaves your browser{count === 0 && <span>, and secrets in manifests are not kept</span>}.
      </IntakeField>
    </section>
  )
}

/** Fills the page with an example, for readers who have no numbers at hand. */
function Example() {
  const session = useProgram()
  const [isMissing, setMissing] = useState(false)
  const open = () =>
    loadExample().then(
      (given) => session.add(given),
      () => setMissing(true),
    )
  return (
    <div className="example">
      <p>
        No numbers at hand?{' '}
        <Button className="load" onClick={() => void open()}>
          Try an example
        </Button>
        : a cache of 200 MiB in a container of 512 MiB, by two scrapes of /metrics and its manifest.
      </p>
      {isMissing && <NotLoaded what="The example" />}
    </div>
  )
}

/**
 * A service recorded with Go 1.26 on 2 CPUs, GOGC=100 and no memory limit, as the default registry of client_golang shows
 * it; and a manifest for it, with the container that its peak nearly fills.
 */
export async function loadExample(): Promise<readonly Given[]> {
  const [manifest, before, after] = await Promise.all([
    import('./samples/deployment.yaml?raw'),
    import('./samples/metrics-1.txt?raw'),
    import('./samples/metrics-2.txt?raw'),
  ])
  const toGiven = (name: string, text: string, fileSeconds?: number) => ({ name, blob: new Blob([text]), fileSeconds })
  return [
    toGiven('deployment.yaml', manifest.default),
    toGiven('metrics-1.txt', before.default, 1795352554.481),
    toGiven('metrics-2.txt', after.default, 1795352574.807),
  ]
}

export const READING = 'Reading your input and simulating the program…'

/** The result in one line: a screen reader announces it, wherever the focus is. Empty if there is nothing to say. */
export function toAnnouncement(state: ProgramState): string {
  if (isAnswerAwaited(state)) return READING
  const { answer } = state
  if (!answer || answer.problem !== undefined) return ''
  const found = answer.findings.length > 0 ? `${countOf(answer.findings.length, 'finding')} on its settings. ` : ''
  return found + (answer.simulated ? verdictOf(answer, answer.simulated) : 'Not enough is known for a simulation.')
}

function verdictOf({ known, unread, refusal }: ProgramAnswer, simulated: SimulatedProgram): string {
  const tooLittle = trustOf(simulated, known)?.tooLittle
  if (tooLittle !== undefined) return tooLittle
  if (unread.length > 0) return 'No verdict: a setting is not known.'
  const { label, reason } = withOutlook(simulated.verdict, simulated.outlook)
  const misses = missesOf(simulated, measuredRate(known))
  return [
    refusal && 'As written, the manifest does not start the program.',
    misses.length > 0 && 'The simulation does not match the measurements.',
    `Simulated: ${label}. ${toSentence(reason)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
