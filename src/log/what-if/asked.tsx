import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import type { Command, StatedSettings } from '../../gctrace/read/run-info.ts'
import { mayHaveLimit, whyUnsure } from '../engine/how-sure.ts'
import type { CalibratedRun } from '../engine/jobs.ts'
import { useSession, useSessionState } from '../session/context.ts'
import type { SessionState } from '../session/session-state.ts'
import { Wait } from '../wait.tsx'
import { SettingField } from './setting-field.tsx'
import { showWithin } from './show.ts'

const KEYS = ['gogc', 'memoryLimit'] as const

/** A log prints neither GOGC nor GOMEMLIMIT: a reader who knows them types them here. */
export function Asked({ calibrated }: { readonly calibrated: CalibratedRun }) {
  const session = useSession()
  const asked = useSessionState((state) => state.asked)
  const inferred = useSessionState((state) => state.measured?.inferred)
  const isCalibrating = useSessionState((state) => state.isCalibrating)
  const command = useSessionState(commandOf)
  const take = (key: (typeof KEYS)[number], change: StatedSettings) => {
    const same = JSON.stringify(change[key]) === JSON.stringify(calibrated.scenario[key])
    if (!same) void session.ask({ ...asked, ...change })
  }
  return (
    <div className="asked">
      <h3>What the program ran with</h3>
      <p className="asked-why">gctrace does not print them. Correct them if you know the real values.</p>
      {KEYS.map((key) => (
        <SettingField
          key={key}
          setting={key}
          scenario={calibrated.scenario}
          note={asked[key] ? enteredBy(key, asked, command) : sourceOf(key, calibrated, inferred)}
          onChange={(patch) => take(key, patch as StatedSettings)}
        />
      ))}
      {isCalibrating && <Wait>Fitting the model again…</Wait>}
    </div>
  )
}

/** The command above the run that is shown. */
function commandOf({ stage, measured }: SessionState) {
  return stage.kind === 'read' && measured ? stage.log.runs[measured.run]?.command : undefined
}

function enteredBy(key: (typeof KEYS)[number], asked: StatedSettings, command: Command | undefined): string {
  const isOfCommand = JSON.stringify(command?.[key]) === JSON.stringify(asked[key])
  return isOfCommand ? `from the command in line ${command?.line}` : 'as entered'
}

function sourceOf(
  key: (typeof KEYS)[number],
  { scenario, estimates }: CalibratedRun,
  inferred: InferredSettings | undefined,
): string {
  if (key === 'memoryLimit' && scenario.memoryLimit.kind === 'off')
    return inferred?.isBeforeLimits
      ? 'this Go has no memory limit'
      : inferred && mayHaveLimit(inferred)
        ? `not sure: ${whyUnsure(inferred)}`
        : 'none seen'
  const estimate = estimates.find(({ name }) => name === key)
  return estimate?.within ? `inferred: ${showWithin(estimate.within)}` : (estimate?.sureness ?? '')
}
