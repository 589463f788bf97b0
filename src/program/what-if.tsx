import { type ReactNode, useMemo } from 'react'
import { toSentence } from '../format.ts'
import { measuredRate, trustOf } from '../known/measure/misses.ts'
import { RunFigure } from '../log/report/run-figure.tsx'
import { toShortVerdict, withOutlook } from '../prediction/range-verdict.ts'
import { FiguresTable } from '../ui/below/figures-table.tsx'
import { Button } from '../ui/button.tsx'
import { NoBreak } from '../ui/text/no-break.tsx'
import { type ComparedRow, figuresOf, NONE, toComparedRows } from './answer/figure-rows.ts'
import { showAnswer, toAskedScenario, toCopied } from './answer/show.ts'
import { TrustLine } from './answer/trust-line.tsx'
import { useProgram, useProgramState } from './context.ts'
import type { SimulatedProgram, SupposedProgram } from './jobs.ts'
import { Warnings } from './result-row.tsx'
import { Suppose, WhatIfSection } from './suppose.tsx'

/** Other settings for the known program, simulated for all programs that fit the inputs. */
export function WhatIf() {
  const simulated = useProgramState((state) => state.answer?.simulated)
  if (!simulated || simulated.trust?.tooLittle !== undefined) return null
  return (
    <WhatIfSection>
      <p className="lead">The same program under other settings: we simulate many programs that fit what is known.</p>
      <Busy />
      <div className="seen">
        <Asked simulated={simulated} />
        <Answers simulated={simulated} />
      </div>
    </WhatIfSection>
  )
}

function Busy() {
  const { cancelSuppose } = useProgram()
  const isSupposing = useProgramState((state) => state.isSupposing)
  if (!isSupposing) return null
  return (
    <p className="wait brief">
      <span role="status">Simulating…</span> <Button onClick={cancelSuppose}>Cancel</Button>
    </p>
  )
}

function Asked({ simulated }: { readonly simulated: SimulatedProgram }) {
  const { scenario: own, trace } = simulated
  const { suppose } = useProgram()
  const settings = useProgramState((state) => state.settings)
  const { scenario: shown, verdict, outlook, spread } = useProgramState((state) => state.supposed) ?? simulated
  const isBusy = useProgramState((state) => state.isSupposing || state.isWorking)
  const known = useProgramState(({ answer }) => answer?.known) ?? []
  const isJudged = useProgramState(({ supposed, answer }) => (supposed ?? answer)?.unread.length === 0)
  // GOMAXPROCS may follow the CPU quota asked about: the answer shows it.
  const answered = useProgramState((state) => state.supposed?.scenario.procs)
  const procs = settings.procs ?? (isBusy ? undefined : answered)
  const scenario = useMemo(
    () => toAskedScenario(own, shown, { ...settings, ...(procs && { procs }) }),
    [own, shown, settings, procs],
  )
  const isChanged = Object.keys(settings).length > 0
  return (
    <Suppose
      scenario={scenario}
      modelVersion={trace.result.modelVersion}
      settings={settings}
      answer={showAnswer(isJudged ? toShortVerdict(verdict, outlook) : 'no verdict', spread, shown)}
      isBusy={isBusy}
      onChange={suppose}
      // The program’s own settings may come from a manifest: a copy of them would replace it, so offer none.
      copied={isChanged ? toCopied(scenario, settings, known) : undefined}
    />
  )
}

function Answers({ simulated }: { readonly simulated: SimulatedProgram }) {
  const { suppose } = useProgram()
  const supposed = useProgramState((state) => state.supposed)
  const problem = useProgramState((state) => state.supposedProblem)
  const isBusy = useProgramState((state) => state.isSupposing || state.isWorking)
  const unread = useProgramState((state) => state.answer?.unread ?? [])
  const known = useProgramState(({ answer }) => answer?.known) ?? []
  if (problem !== undefined)
    return (
      <div className="measured">
        <p role="alert">These settings could not be simulated: {problem}.</p>
        <Button onClick={() => suppose({})}>Restore its own settings</Button>
      </div>
    )
  const figures = figuresOf(simulated, measuredRate(known))
  // Measured figures of a run under other settings would look like those of the program as it is.
  const isBesideLog = simulated.logged !== undefined && !simulated.isUnlikeLog
  const judged = { before: unread.length === 0, after: (supposed?.unread ?? unread).length === 0 }
  const rows = toComparedRows(figures, simulated, supposed ?? simulated, judged, isBesideLog)
  return (
    <div className="measured" aria-busy={isBusy}>
      <Picture simulated={simulated} supposed={supposed} />
      <FiguresTable
        name="As it is and with these settings"
        className={isBesideLog ? 'answers beside-log' : 'answers'}
        columns={[...(isBesideLog ? ['Measured'] : []), 'As it is', 'With these settings', '90 % range']}
        rows={isBesideLog ? rows.map(withMeasured) : rows}
      />
      {supposed && <Supposed supposed={supposed} simulated={simulated} />}
    </div>
  )
}

interface PictureProps {
  readonly simulated: SimulatedProgram
  readonly supposed: SupposedProgram | undefined
}

/** The heap above the figures, so that both are in sight while a slider moves. */
function Picture({ simulated, supposed }: PictureProps) {
  return (
    <RunFigure
      run={supposed ?? simulated}
      pinned={supposed && simulated}
      pinnedName="as it is"
      name={supposed ? 'with these settings; its own settings as an outline' : 'as it is'}
      isHeapAlone
    />
  )
}

/** The measured figure also stands under the name of its row: a phone has no room for its column. */
function withMeasured([name, measured, ...rest]: ComparedRow): readonly [ReactNode, ...ReactNode[]] {
  if (measured === undefined || measured === NONE) return [name, measured, ...rest]
  const named = (
    <>
      {name}
      <span className="measured-too">
        measured <NoBreak text={measured} />
      </span>
    </>
  )
  return [named, measured, ...rest]
}

interface SupposedProps {
  readonly supposed: SupposedProgram
  readonly simulated: SimulatedProgram
}

function Supposed({ supposed, simulated }: SupposedProps) {
  const known = useProgramState(({ answer }) => answer?.known) ?? []
  const trust = trustOf(simulated, known)
  const { kind, summary, reason, label, warnings } = withOutlook(supposed.verdict, supposed.outlook)
  const { notes, unread, whyWide } = supposed
  return (
    <>
      {unread.length > 0 ? (
        <p role="status">No verdict: {unread.map(toSentence).join(' ')}</p>
      ) : (
        <div role="status">
          <p className={`verdict-line verdict-${kind}`}>
            <b className="number">{label}</b> <NoBreak text={[summary, reason].filter(Boolean).join(' ')} />
          </p>
          <Warnings warnings={warnings} />
        </div>
      )}
      {trust && <TrustLine trust={trust} />}
      {[...notes, whyWide].map(
        (note) =>
          note !== undefined && (
            <p key={note} className="footnote">
              <NoBreak text={note} />
            </p>
          ),
      )}
    </>
  )
}
