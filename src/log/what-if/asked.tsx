import type { AskedSettings, InferredSettings } from '../../calibration/shape/infer-settings.ts'
import { mayHaveLimit, whyUnsure } from '../engine/how-sure.ts'
import type { CalibratedRun } from '../engine/jobs.ts'
import { useSession, useSessionState } from '../session/context.ts'
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
  const take = (key: (typeof KEYS)[number], change: AskedSettings) => {
    const same = JSON.stringify(change[key]) === JSON.stringify(calibrated.scenario[key])
    if (!same) void session.ask({ ...asked, ...change })
  }
  return (
    <div className="asked">
      <h3>What the program ran with</h3>
      <p className="asked-why">Inferred: gctrace does not print them. Correct them if you know the real values.</p>
      {KEYS.map((key) => (
        <SettingField
          key={key}
          setting={key}
          scenario={calibrated.scenario}
          note={asked[key] ? 'as entered' : sourceOf(key, calibrated, inferred)}
          onChange={(patch) => take(key, patch as AskedSettings)}
        />
      ))}
      {isCalibrating && <Wait>Fitting the model again…</Wait>}
    </div>
  )
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
