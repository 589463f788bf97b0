import type { AskedSettings } from '../gctrace/calibrate.ts'
import { useSession, useSessionState } from './context.ts'
import type { CalibratedRun } from './jobs.ts'
import { SettingField } from './setting-field.tsx'
import { Wait } from './wait.tsx'

const KEYS = ['gogc', 'memoryLimit'] as const

/** A log prints neither GOGC nor GOMEMLIMIT: whoever knows what they were says so here. */
export function Asked({ calibrated }: { readonly calibrated: CalibratedRun }) {
  const session = useSession()
  const asked = useSessionState((state) => state.asked)
  const isCalibrating = useSessionState((state) => state.isCalibrating)
  const take = (key: (typeof KEYS)[number], change: AskedSettings) => {
    const same = JSON.stringify(change[key]) === JSON.stringify(calibrated.scenario[key])
    if (!same) void session.ask({ ...asked, ...change })
  }
  return (
    <div className="asked">
      <h3>What the program ran with</h3>
      <p className="asked-why">Inferred from the log, which does not print it. If you know better, say so.</p>
      {KEYS.map((key) => (
        <SettingField
          key={key}
          setting={key}
          scenario={calibrated.scenario}
          note={asked[key] ? 'as you say' : 'inferred'}
          onChange={(patch) => take(key, patch as AskedSettings)}
        />
      ))}
      {isCalibrating && <Wait>The model is being fitted again…</Wait>}
    </div>
  )
}
