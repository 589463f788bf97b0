import { useMemo } from 'react'
import { UNTIL_THEN } from '../explore/advice/words.ts'
import { asOneOfMany } from '../explore/one-of-many.ts'
import { countOf, toSentence } from '../format.ts'
import type { Refusal } from '../known/from-manifest.ts'
import { lastGoal } from '../known/measure/goal.ts'
import { measuredRate, missesOf, simulatedCpus, trustOf } from '../known/measure/misses.ts'
import { RunFigure } from '../log/report/run-figure.tsx'
import { showRounded } from '../log/show.ts'
import { withOutlook } from '../prediction/range-verdict.ts'
import { encodeLink } from '../share/encode.ts'
import type { LinkView } from '../share/view.ts'
import { AddressContext } from '../ui/address/address-context.ts'
import { CopyLink } from '../ui/address/copy-link.tsx'
import { FiguresTable } from '../ui/below/figures-table.tsx'
import { Button } from '../ui/button.tsx'
import { goToPlace } from '../ui/contents.tsx'
import { NoBreak } from '../ui/text/no-break.tsx'
import { type Figure, figuresOf, type MeasuredRow, NONE, toMeasuredRows } from './answer/figure-rows.ts'
import { describeDifferences, howSureShare, NOT_IN_A_LOG, OF_ANY_LOG } from './answer/how-sure.ts'
import {
  isRunOfTrust,
  whyCpusAssumed,
  whyLessMemory,
  whyMoreCpu,
  whyNotCompared,
  whyTrustedWithoutLimits,
} from './answer/misses.ts'
import { OWN_LOG_ID, showRate, showSize, whyLessInContainer } from './answer/show.ts'
import { TrustLine } from './answer/trust-line.tsx'
import { useProgramState } from './context.ts'
import type { Logged, ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { NewTabLink, SIMULATED_ID, ToAdvice } from './next-steps.tsx'
import { Progress } from './progress.tsx'
import { Reasons, ResultRow } from './result-row.tsx'
import { isNothingSimulated } from './session.ts'
import { WHAT_IF_ID } from './suppose.tsx'

/** The program under its own settings, simulated: in the usual charts, beside measured figures. */
export function Simulated() {
  const answer = useProgramState((state) => state.answer)
  const problem = useProgramState((state) => state.problem)
  const isWorking = useProgramState((state) => state.isWorking)
  const hasNothing = useProgramState(isNothingSimulated)
  if (hasNothing) return null
  return (
    <section className="simulated" aria-labelledby={SIMULATED_ID} aria-busy={isWorking}>
      <h2 id={SIMULATED_ID}>Simulated</h2>
      <Progress />
      {(problem ?? answer?.problem) !== undefined && <p role="alert">{toSentence(problem ?? answer?.problem ?? '')}</p>}
      {answer?.simulated && <Run answer={answer} simulated={answer.simulated} />}
    </section>
  )
}

interface RunProps {
  readonly answer: ProgramAnswer
  readonly simulated: SimulatedProgram
}

function Run({ answer, simulated }: RunProps) {
  const { verdict, outlook } = simulated
  const trust = trustOf(simulated, answer.known)
  if (trust?.tooLittle !== undefined) return <TooLittle answer={answer} simulated={simulated} why={trust.tooLittle} />
  const judged = withOutlook(verdict, outlook)
  const misses = missesOf(simulated, measuredRate(answer.known))
  const isTrustShown = simulated.trust && trust && (misses.length === 0 || trust.grade === 'poor')
  const why = whyMoreCpu(simulated)
  const withoutLimits = whyTrustedWithoutLimits(simulated)
  const differences = isTrustShown ? simulated.logged?.differences : undefined
  const notCompared = whyNotCompared(simulated)
  return (
    <>
      {answer.refusal && <Refused refusal={answer.refusal} />}
      {answer.unread.length > 0 && <NotRead unread={answer.unread} />}
      {misses.length > 0 && <Misses misses={misses} />}
      {why && <p>{why}</p>}
      {answer.unread.length === 0 && (
        <>
          <ResultRow verdict={judged} simulated={simulated} />
          <Reasons verdict={judged} />
        </>
      )}
      {isTrustShown && (
        <>
          <TrustLine trust={trust} />
          {notCompared && <p className="footnote">{notCompared}</p>}
          {withoutLimits && (
            <p className="footnote">
              <NoBreak text={withoutLimits} />
            </p>
          )}
        </>
      )}
      <RunActions
        simulated={simulated}
        findings={answer.findings.length}
        hasRanges={answer.unread.length === 0}
        hasLog={answer.log !== undefined}
      />
      <OwnFigure answer={answer} simulated={simulated} />
      <Beside
        answer={answer}
        simulated={simulated}
        differences={differences && describeDifferences(differences, isRunOfTrust(simulated))}
      />
    </>
  )
}

/** The simulated run. If there is a log of the same settings, the measured run is an outline in the same charts. */
function OwnFigure({ answer: { log }, simulated }: RunProps) {
  const measured = useProgramState((state) => state.measured)
  const isOfLog = measured !== undefined && measured.input === log?.input && measured.run === log?.run
  // Without a calibration, the simulated program is not that of the log, so the two do not belong into one chart.
  if (!isOfLog || !simulated.logged || simulated.isUnlikeLog || !simulated.isAsMeasured)
    return <RunFigure run={simulated} name="simulated" />
  return (
    <RunFigure
      run={simulated}
      pinned={measured.drawable}
      pinnedName="measured"
      name="simulated, with the measured run as an outline"
    />
  )
}

/**
 * Shown if the log has fewer than three GC cycles. Ranges would be narrow, although nothing shows that they hold. So
 * there is no verdict and there are no ranges.
 */
function TooLittle({ answer, simulated, why }: RunProps & { readonly why: string }) {
  return (
    <>
      {answer.refusal && <Refused refusal={answer.refusal} />}
      <p className="misses">
        {why} {UNTIL_THEN}
      </p>
      <RunActions simulated={simulated} findings={answer.findings.length} hasRanges={false} hasLog hasAdvice={false} />
    </>
  )
}

/** Says that the program does not start with its manifest, before anything about how it would run. */
function Refused({ refusal: { instead } }: { readonly refusal: Refusal }) {
  return (
    <p className="misses">
      <b>As written, the manifest does not start the program:</b> Go refuses its GOMEMLIMIT. {INSTEAD[instead]}
    </p>
  )
}

/** Says that a setting in force is unknown. There is no verdict, because another value may change it. */
function NotRead({ unread }: { readonly unread: readonly string[] }) {
  return (
    <p className="misses">
      <b>A setting is not known:</b> {unread.map(toSentence).join(' ')} For a verdict, type it under “What is known”, or
      paste the file that sets it. Below, we simulate the program without it.
    </p>
  )
}

const INSTEAD: Readonly<Record<Refusal['instead'], string>> = {
  mended: 'We simulate the program with the corrected line.',
  process: 'We simulate the process that ran: it cannot have had this manifest’s variables.',
  unset: 'We simulate the program without this manifest’s variables.',
}

/** Warns that the simulation does not match the measurements. */
function Misses({ misses }: { readonly misses: readonly string[] }) {
  return (
    <p className="misses">
      <b>The simulation does not match the measurements:</b> {misses.join(', ')}. Are all inputs from one process, under
      the same load and the same settings? Compare the figures in the table below before you rely on them.
    </p>
  )
}

interface BesideProps extends RunProps {
  /** How much the simulation differs from the log. */
  readonly differences: string | undefined
}

function Beside({ answer, simulated, differences }: BesideProps) {
  const { logged } = simulated
  const cpusAssumed = whyCpusAssumed(answer)
  const footnotes = [
    cpusAssumed,
    differences,
    simulated.isUnlikeLog && 'The log’s GC cycles belong to the settings under which it ran, not to these.',
    ...(logged?.warnings ?? []).map(toSentence),
    simulated.whyWide,
    whyLessInContainer(simulated.spread),
    // With a log, the line about trust says it.
    !simulated.trust && whyNotCompared(simulated),
    whyLessMemory(simulated),
    ...simulated.gcNotes.map(toSentence),
  ]
  const rows = toRows(simulated, measuredRate(answer.known), cpusAssumed ? 'partly assumed' : NONE)
  const isMeasured = rows.some(([, measured]) => measured !== NONE)
  return (
    <>
      <FiguresTable
        name="Measured and simulated"
        className="answers"
        columns={[...(isMeasured ? ['Measured'] : []), 'Simulated', '90 % range']}
        rows={isMeasured ? rows : rows.map(([name, , ...others]) => [name, ...others])}
      />
      {footnotes.map(
        (text) =>
          text && (
            <p key={text} className="footnote">
              <NoBreak text={text} />
            </p>
          ),
      )}
      {logged && <HowSure logged={logged} isLogAlone={simulated.whyWide !== undefined} />}
    </>
  )
}

interface HowSureProps {
  readonly logged: Logged
  readonly isLogAlone: boolean
}

/** What the ranges from a log rely on. */
function HowSure({ logged: { leavesCpuIdle, others }, isLogAlone }: HowSureProps) {
  return (
    <details className="footnote how-sure">
      <summary>How sure the ranges are</summary>
      <Sentences of={[...OF_ANY_LOG, ...(isLogAlone ? NOT_IN_A_LOG : []), howSureShare(leavesCpuIdle)]} />
      <p>Other values of the simulated program, from the log:</p>
      <Sentences of={others} />
    </details>
  )
}

function Sentences({ of: sentences }: { readonly of: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <NoBreak text={sentence} />
        </li>
      ))}
    </ul>
  )
}

/** @param rangeOfCpus in place of a range of the CPUs used */
function toRows(simulated: SimulatedProgram, rate: number | undefined, rangeOfCpus: string): MeasuredRow[] {
  const { measuredGoal, meanCpus, measuredCpus = meanCpus, goalBytes, logged, trace } = simulated
  const row = (
    name: string,
    measured: string | undefined,
    one: number | undefined,
    show: Figure['show'],
    range = NONE,
  ) => [name, measured ?? NONE, one === undefined ? NONE : show(one), range] as const
  const isOfLog = logged !== undefined && measuredGoal === undefined
  const goal = isOfLog ? logged.goalBytes : measuredGoal
  const shownGoal = goal === undefined || goal === Infinity ? undefined : (isOfLog ? showRounded : showSize)(goal)
  const [cycles, ...others] = toMeasuredRows(figuresOf(simulated, rate), simulated)
  return [
    cycles!,
    // A scrape shows the goal of the next cycle, a log that of its last one.
    isOfLog
      ? row('Heap goal of the last cycle', shownGoal, lastGoal(trace), showSize)
      : row('Heap goal of the next cycle', shownGoal, goalBytes, showSize),
    ...others,
    row(
      'CPUs used, including marking on idle CPUs',
      measuredCpus === undefined ? undefined : showRate(measuredCpus),
      simulatedCpus(simulated),
      showRate,
      rangeOfCpus,
    ),
  ]
}

interface RunActionsProps {
  readonly simulated: SimulatedProgram
  readonly findings: number
  /** Whether the page shows a verdict with its ranges. */
  readonly hasRanges: boolean
  /** Whether the page has the parts “What if” and “What to set”. */
  readonly hasAdvice?: boolean
  readonly hasLog?: boolean
}

/** The next steps with the known program: the most important one is a button, the others are quiet links. */
function RunActions({ simulated, findings, hasRanges, hasAdvice = true, hasLog = false }: RunActionsProps) {
  const { scenario, trace } = simulated
  const { modelVersion } = trace.result
  const [link, editLink, mapLink] = useMemo(() => {
    const shown = hasRanges ? asOneOfMany(scenario) : scenario
    const toLink = (view: LinkView) => `./${encodeLink({ scenario: shown, modelVersion, view })}`
    return [toLink({ axis: 'wall' }), toLink({ axis: 'wall', edit: true }), toLink({ axis: 'wall', map: true })]
  }, [scenario, modelVersion, hasRanges])
  const address = useMemo(
    () => ({ toHref: () => new URL(link, location.href).href, connect: () => Promise.resolve() }),
    [link],
  )
  return (
    <div className="run-actions">
      {hasAdvice && <ToAdvice />}
      <AddressContext value={address}>
        <CopyLink />
      </AddressContext>
      <NewTabLink href={link}>Open in simulator</NewTabLink>
      <NewTabLink href={editLink}>Open in editor</NewTabLink>
      <NewTabLink href={mapLink}>Map</NewTabLink>
      {hasAdvice && (
        <Button className="step" onClick={() => goToPlace(WHAT_IF_ID)}>
          What if?
        </Button>
      )}
      {hasLog && (
        <Button className="step" onClick={() => goToPlace(OWN_LOG_ID)}>
          What the log shows
        </Button>
      )}
      {findings > 0 && (
        <a href="#findings-title" className="step to-findings">
          {countOf(findings, 'setting')} to correct
        </a>
      )}
    </div>
  )
}
