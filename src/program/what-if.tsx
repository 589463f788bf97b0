import { useMemo } from 'react'
import { formatShare, fromTo, toSentence } from '../format.ts'
import { trustOf } from '../known/measure/misses.ts'
import { RunFigure } from '../log/report/run-figure.tsx'
import { WaitFor } from '../log/wait.tsx'
import { showAnswer } from '../log/what-if/show.ts'
import { Suppose, WhatIfSection } from '../log/what-if/suppose.tsx'
import { TrustLine } from '../log/what-if/trust-line.tsx'
import { withOutlook } from '../prediction/range-verdict.ts'
import type { Spread } from '../prediction/spread.ts'
import { underSettings } from '../scenario/under-settings.ts'
import { FiguresTable } from '../ui/below/figures-table.tsx'
import { Button } from '../ui/button.tsx'
import { NoBreak } from '../ui/text/no-break.tsx'
import { useProgram, useProgramState } from './context.ts'
import type { Answered, SimulatedProgram, SupposedProgram } from './jobs.ts'
import { showRate, showSize, toCopied } from './show.ts'

/** Other settings for the known program, simulated for all programs that fit the inputs. */
export function WhatIf() {
  const simulated = useProgramState((state) => state.answer?.simulated)
  if (!simulated || simulated.trust?.tooLittle !== undefined) return null
  return (
    <WhatIfSection>
      <p className="lead">The same program under other settings: we simulate many programs that fit what is known.</p>
      <Busy />
      <div className="seen">
        <Answers simulated={simulated} />
        <Asked simulated={simulated} />
      </div>
    </WhatIfSection>
  )
}

function Busy() {
  const { cancelSuppose } = useProgram()
  const isSupposing = useProgramState((state) => state.isSupposing)
  if (!isSupposing) return null
  return (
    <WaitFor isBrief onCancel={cancelSuppose}>
      Simulating…
    </WaitFor>
  )
}

function Asked({ simulated }: { readonly simulated: SimulatedProgram }) {
  const { scenario: own, trace } = simulated
  const { suppose } = useProgram()
  const settings = useProgramState((state) => state.settings)
  const { verdict, outlook, spread } = useProgramState((state) => state.supposed) ?? simulated
  const isBusy = useProgramState((state) => state.isSupposing || state.isWorking)
  const known = useProgramState(({ answer }) => answer?.known) ?? []
  const isJudged = useProgramState(({ supposed, answer }) => (supposed ?? answer)?.unread.length === 0)
  // GOMAXPROCS may follow the CPU quota asked about: the answer shows it.
  const answered = useProgramState((state) => state.supposed?.scenario.procs)
  const procs = settings.procs ?? (isBusy ? undefined : answered)
  const scenario = useMemo(() => underSettings(own, { ...settings, ...(procs && { procs }) }), [own, settings, procs])
  const isChanged = Object.keys(settings).length > 0
  return (
    <Suppose
      scenario={scenario}
      modelVersion={trace.result.modelVersion}
      settings={settings}
      answer={showAnswer(isJudged ? withOutlook(verdict, outlook).label : 'no verdict', spread)}
      isBusy={isBusy}
      hasQuota
      onChange={suppose}
      restore="Restore its own settings"
      isNewTab
      note="Opens in a new tab: this page does not keep your inputs while you are away."
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
  if (problem !== undefined)
    return (
      <div className="measured">
        <p role="alert">These settings could not be simulated: {problem}.</p>
        <Button onClick={() => suppose({})}>Restore its own settings</Button>
      </div>
    )
  const judged = { before: unread.length === 0, after: (supposed?.unread ?? unread).length === 0 }
  return (
    <div className="measured" aria-busy={isBusy}>
      <FiguresTable
        name="As it is and with these settings"
        className="answers"
        columns={['As it is', 'With these settings', '90 % range']}
        rows={toRows(simulated, supposed ?? simulated, judged)}
      />
      {supposed && <Supposed supposed={supposed} simulated={simulated} />}
    </div>
  )
}

interface SupposedProps {
  readonly supposed: SupposedProgram
  readonly simulated: SimulatedProgram
}

function Supposed({ supposed, simulated }: SupposedProps) {
  const known = useProgramState(({ answer }) => answer?.known) ?? []
  const trust = trustOf(simulated, known)
  const { kind, reason, label } = withOutlook(supposed.verdict, supposed.outlook)
  const { notes, unread } = supposed
  return (
    <>
      {unread.length > 0 ? (
        <p role="status">No verdict: {unread.map(toSentence).join(' ')}</p>
      ) : (
        <p className={`verdict-line verdict-${kind}`} role="status">
          <b className="number">{label}</b> <NoBreak text={reason} />
        </p>
      )}
      {trust && <TrustLine trust={trust} />}
      {notes.map((note) => (
        <p key={note} className="footnote">
          {note}
        </p>
      ))}
      <RunFigure
        run={supposed}
        pinned={simulated}
        pinnedName="as it is"
        name="with these settings; its own settings as an outline"
      />
    </>
  )
}

type Row = readonly [name: string, before: string, after: string, range: string]

/** @param judged whether all settings in force are known, so that there is a verdict */
function toRows(
  before: Answered,
  after: Answered,
  judged: { readonly before: boolean; readonly after: boolean },
): Row[] {
  const row = (name: string, of: (answered: Answered) => Spread, show: (value: number) => string): Row => {
    const { likely, low, high } = of(after)
    return [name, show(of(before).likely), show(likely), fromTo(show(low), show(high))]
  }
  const labelOf = ({ verdict, outlook }: Answered, isJudged: boolean) =>
    isJudged ? withOutlook(verdict, outlook).label : '–'
  const isThrottled = [before, after].some(({ throttledShare }) => throttledShare.high > 0)
  return [
    row('GC cycles per second', ({ cycleRate }) => cycleRate, showRate),
    row('Peak heap', ({ spread }) => spread.peakHeapBytes, showSize),
    row('Counted by GOMEMLIMIT, highest', ({ spread }) => spread.peakMemoryBytes, showSize),
    row('Container memory, highest', ({ spread }) => spread.peakContainerBytes, showSize),
    row('GC CPU share, idle marking not counted', ({ spread }) => spread.compulsoryGcFraction, formatShare),
    ...(isThrottled ? [row('Time stopped by the CPU quota', (one) => one.throttledShare, formatShare)] : []),
    ['Verdict', labelOf(before, judged.before), labelOf(after, judged.after), '–'],
  ]
}
