import { type ReactNode, useMemo } from 'react'
import { UNTIL_THEN } from '../../explore/advice/words.ts'
import type { WhatIfSettings } from '../../known/what-if.ts'
import type { Scenario } from '../../scenario/types.ts'
import { encodeLink } from '../../share/encode.ts'
import type { LinkView } from '../../share/view.ts'
import { ToAdvice } from '../../ui/advice/own-advice.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/share/copy-text.tsx'
import type { CalibratedRun, MeasuredRun, PredictedRun } from '../engine/jobs.ts'
import { RunFigure } from '../report/run-figure.tsx'
import { useSession, useSessionState } from '../session/context.ts'
import type { Keeping } from '../session/session-state.ts'
import { GivenUp, Wait } from '../wait.tsx'
import { Answers } from './answers.tsx'
import { SettingField, type SettingKey } from './setting-field.tsx'
import { toCopied } from './show.ts'

/** A log counts elapsed time, so the simulator opens with elapsed time on its axis. */
const LIKE_THE_LOG = { axis: 'wall' } as const

const KEYS: readonly SettingKey[] = ['gogc', 'memoryLimit', 'containerLimit', 'procs']

/** Other settings for the same program: measured beside predicted figures. */
export function WhatIf({ measured, hasAdvice }: { readonly measured: MeasuredRun; readonly hasAdvice: boolean }) {
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
    <Section>
      <p className="lead">
        {hasAdvice
          ? 'The same program, under settings of your choice.'
          : 'The same program, under settings of your choice, as this log alone tells it. “Simulated” and “What to set” go by all that is known.'}
      </p>
      {isPredicting && <Wait isBrief>Simulating…</Wait>}
      <div className="seen">
        <div className="measured" aria-busy={isPredicting}>
          <Answers measured={measured} calibrated={calibration.value} predicted={predicted} />
          <RunFigure run={predicted} pinned={measured} name="predicted, with the measured run as an outline" />
        </div>
        <Settings calibrated={calibration.value} predicted={predicted} hasAdvice={hasAdvice} />
      </div>
    </Section>
  )
}

function Section({ children }: { readonly children: ReactNode }) {
  return (
    <section className="what-if" aria-labelledby="what-if-title">
      <h2 id="what-if-title">What if</h2>
      {children}
    </section>
  )
}

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const
/** Why the simulator opens in a new tab. */
const NOT_KEPT: Readonly<Record<Exclude<Keeping, 'kept'>, string>> = {
  'too-large': 'Opens in a new tab: this log is too large for the browser to keep while you are away.',
  refused: 'Opens in a new tab: this browser does not let the page keep the log while you are away.',
}

/** Shown until there is a prediction. */
function Awaited() {
  const session = useSession()
  const settings = useSessionState((state) => state.settings)
  const isCancelled = useSessionState((state) => state.cancelled === 'prediction')
  return (
    <Section>
      {isCancelled ? (
        <GivenUp again="Simulate them" onAgain={() => session.suppose(settings)}>
          You cancelled the simulation of these settings.
        </GivenUp>
      ) : (
        <Wait isBrief>Simulating…</Wait>
      )}
    </Section>
  )
}

/**
 * Shown if the log has fewer than three GC cycles. Ranges would be narrow, although nothing shows that they hold. So
 * there is no table of figures, and no advice below.
 */
function TooLittle({ why }: { readonly why: string }) {
  return (
    <Section>
      <p className="lead">
        {why} {UNTIL_THEN}
      </p>
    </Section>
  )
}

function NotPredicted({ problem }: { readonly problem: string }) {
  const session = useSession()
  return (
    <Section>
      <p role="alert">These settings could not be simulated: {problem}.</p>
      <Button onClick={() => session.suppose({})}>Restore logged settings</Button>
    </Section>
  )
}

interface SettingsProps {
  readonly calibrated: CalibratedRun
  readonly predicted: PredictedRun
  readonly hasAdvice: boolean
}

function Settings({ calibrated, predicted, hasAdvice }: SettingsProps) {
  const session = useSession()
  const settings = useSessionState((state) => state.settings)
  const keeping = useSessionState((state) => state.keeping)
  // The controls show the requested settings, even before they are computed.
  const scenario = useMemo<Scenario>(() => ({ ...calibrated.scenario, ...settings }), [calibrated, settings])
  const { modelVersion } = predicted.trace.result
  const [link, mapLink] = useMemo(() => {
    const toLink = (view: LinkView) => `./${encodeLink({ scenario, modelVersion, view })}`
    return [toLink(LIKE_THE_LOG), toLink({ ...LIKE_THE_LOG, map: true })]
  }, [scenario, modelVersion])
  // Beside a manifest, we do not offer the log's settings to copy: they would undo those of the manifest.
  const isChanged = Object.keys(settings).length > 0
  return (
    <div className="suppose">
      <div>
        {KEYS.map((key) => (
          <SettingField
            key={key}
            setting={key}
            scenario={scenario}
            hasSlider
            onChange={(patch) => session.suppose({ ...settings, ...(patch as WhatIfSettings) })}
          />
        ))}
        <Button disabled={!isChanged} onClick={() => session.suppose({})}>
          Restore logged settings
        </Button>
      </div>
      <div className="taken">
        {(hasAdvice || isChanged) && (
          <>
            <h3>Settings to copy</h3>
            <CopyText
              text={toCopied(scenario, calibrated.estimates, settings)}
              label="Settings as environment variables"
              isWhole
              rows={3}
            />
          </>
        )}
        <p className="ways">
          <a href={link} className="solid" {...(keeping === 'kept' ? {} : NEW_TAB)}>
            Open in Sawtooth
          </a>
          <a href={mapLink} className="solid" {...(keeping === 'kept' ? {} : NEW_TAB)}>
            Map
          </a>
          {hasAdvice && <ToAdvice />}
        </p>
        {keeping !== undefined && keeping !== 'kept' && <p className="footnote">{NOT_KEPT[keeping]}</p>}
      </div>
    </div>
  )
}
