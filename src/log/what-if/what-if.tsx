import { useMemo } from 'react'
import { UNTIL_THEN } from '../../explore/advice/words.ts'
import { withOutlook } from '../../prediction/range-verdict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { Button } from '../../ui/button.tsx'
import type { CalibratedRun, MeasuredRun, PredictedRun } from '../engine/jobs.ts'
import { RunFigure } from '../report/run-figure.tsx'
import { useSession, useSessionState } from '../session/context.ts'
import type { Keeping } from '../session/session.ts'
import { GivenUp, Wait } from '../wait.tsx'
import { Answers } from './answers.tsx'
import { showAnswer, toCopied } from './show.ts'
import { Suppose, WhatIfSection } from './suppose.tsx'

/** Other settings for the same program: measured beside predicted figures. */
export function WhatIf({ measured }: { readonly measured: MeasuredRun }) {
  const calibration = useSessionState((state) => state.calibration)
  const predicted = useSessionState((state) => state.predicted)
  const isPredicting = useSessionState((state) => state.isPredicting)
  const problem = useSessionState((state) => state.predictionProblem)
  if (!calibration?.ok) return null
  const { tooLittle } = calibration.value.trust
  if (tooLittle !== undefined) return <TooLittle why={tooLittle} />
  if (problem !== undefined) return <NotPredicted problem={problem} />
  if (!predicted) return <Awaited />
  return (
    <WhatIfSection>
      <p className="lead">The same program, under settings of your choice.</p>
      {isPredicting && <Wait isBrief>Simulating…</Wait>}
      <div className="seen">
        <div className="measured" aria-busy={isPredicting}>
          <Answers measured={measured} calibrated={calibration.value} predicted={predicted} />
          <RunFigure
            run={predicted}
            pinned={measured}
            pinnedName="measured"
            name="predicted, with the measured run as an outline"
          />
        </div>
        <Settings calibrated={calibration.value} predicted={predicted} />
      </div>
    </WhatIfSection>
  )
}

/** Why the simulator opens in a new tab. */
const NOT_KEPT: Readonly<Record<Exclude<Keeping, 'kept'>, string>> = {
  'too-large': 'Opens in a new tab: this log is too large for the browser to keep while you are away.',
  refused: 'Opens in a new tab: this browser does not let the page keep the log while you are away.',
}

function Awaited() {
  const session = useSession()
  const settings = useSessionState((state) => state.settings)
  const isCancelled = useSessionState((state) => state.cancelled === 'prediction')
  return (
    <WhatIfSection>
      {isCancelled ? (
        <GivenUp again="Simulate them" onAgain={() => session.suppose(settings)}>
          You cancelled the simulation of these settings.
        </GivenUp>
      ) : (
        <Wait isBrief>Simulating…</Wait>
      )}
    </WhatIfSection>
  )
}

/**
 * Shown if the log has fewer than three GC cycles. Ranges would be narrow, although nothing shows that they hold. So
 * there is no table of figures, and no advice below.
 */
function TooLittle({ why }: { readonly why: string }) {
  return (
    <WhatIfSection>
      <p className="lead">
        {why} {UNTIL_THEN}
      </p>
    </WhatIfSection>
  )
}

function NotPredicted({ problem }: { readonly problem: string }) {
  const session = useSession()
  return (
    <WhatIfSection>
      <p role="alert">These settings could not be simulated: {problem}.</p>
      <Button onClick={() => session.suppose({})}>Restore logged settings</Button>
    </WhatIfSection>
  )
}

function Settings({ calibrated, predicted }: { readonly calibrated: CalibratedRun; readonly predicted: PredictedRun }) {
  const session = useSession()
  const settings = useSessionState((state) => state.settings)
  const keeping = useSessionState((state) => state.keeping)
  const isPredicting = useSessionState((state) => state.isPredicting)
  // The controls show the requested settings, even before they are computed.
  const scenario = useMemo<Scenario>(() => ({ ...calibrated.scenario, ...settings }), [calibrated, settings])
  return (
    <Suppose
      scenario={scenario}
      modelVersion={predicted.trace.result.modelVersion}
      settings={settings}
      answer={showAnswer(withOutlook(predicted.verdict, predicted.outlook).label, predicted.spread)}
      isBusy={isPredicting}
      onChange={session.suppose}
      restore="Restore logged settings"
      copied={toCopied(scenario, calibrated.estimates, settings)}
      note={keeping !== undefined && keeping !== 'kept' ? NOT_KEPT[keeping] : undefined}
      isNewTab={keeping !== 'kept'}
    />
  )
}
