import { useMemo } from 'react'
import type { WhatIfSettings } from '../../known/what-if.ts'
import { ADVICE_ID, OwnAdvice } from '../../ui/advice/own-advice.tsx'
import { Contents, type ContentsItem } from '../../ui/contents.tsx'
import { useSession, useSessionState } from '../session/context.ts'
import { Wait } from '../wait.tsx'
import { Reproduced } from '../what-if/reproduced.tsx'
import { WHAT_IF_ID } from '../what-if/suppose.tsx'
import { WhatIf } from '../what-if/what-if.tsx'
import { CycleTable } from './cycle-table.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { Facts } from './facts.tsx'
import { RawLine } from './raw-line.tsx'
import { RunChooser } from './run-chooser.tsx'
import { RunFigure } from './run-figure.tsx'
import { Unread } from './unread.tsx'

/** Headings, by their ids. No address contains a log, so no address leads to a place in its report. */
const PARTS: readonly ContentsItem[] = [
  { id: 'diagnosis-title', name: 'What it shows' },
  { id: 'raw-title', name: 'One cycle' },
  { id: 'reproduced-title', name: 'Same settings, simulated' },
  { id: WHAT_IF_ID, name: 'What if' },
  { id: ADVICE_ID, name: 'What to set' },
  { id: 'cycles-title', name: 'All cycles' },
  { id: 'unread-title', name: 'What else is in the log' },
]
/** The parts that simulate the program of the log. */
const SIMULATED = ['reproduced-title', WHAT_IF_ID, ADVICE_ID]

/**
 * The report of a log: the measured run and its diagnosis; and the program simulated, with predictions for other
 * settings.
 *
 * @param isMeasuredOnly whether the page simulates the program of all inputs together: then the report does not
 */
export function Report({ isMeasuredOnly = false }: { readonly isMeasuredOnly?: boolean }) {
  const stage = useSessionState((state) => state.stage)
  const measured = useSessionState((state) => state.measured)
  const opening = useSessionState((state) => state.opening)
  const isTooLittle = useSessionState(
    ({ calibration }) => calibration?.ok && calibration.value.trust.tooLittle !== undefined,
  )
  if (stage.kind !== 'read') return null
  const hasAdvice = !isMeasuredOnly && !isTooLittle
  const isShown = ({ id }: ContentsItem) => (id === ADVICE_ID ? hasAdvice : !isMeasuredOnly || !SIMULATED.includes(id))
  return (
    <div className="with-contents">
      <Contents items={(measured ? PARTS : PARTS.slice(-1)).filter(isShown)} />
      <div className="report">
        <RunChooser source={stage.source} log={stage.log} />
        {measured && opening !== undefined && <Wait isBrief>Run {opening + 1} is being worked out…</Wait>}
        {measured ? (
          <>
            <Facts measured={measured} scanned={stage.log.scanned} />
            <div className="seen">
              <Measured />
              <Diagnosis measured={measured} />
            </div>
            <RawLine source={stage.source} log={stage.log} measured={measured} />
            {!isMeasuredOnly && (
              <>
                <Reproduced measured={measured} />
                <WhatIf measured={measured} />
                {hasAdvice && <LogAdvice />}
              </>
            )}
            <CycleTable measured={measured} />
          </>
        ) : (
          <Wait>The cycles are being worked out…</Wait>
        )}
        <Unread log={stage.log} />
      </div>
    </div>
  )
}

function Measured() {
  const session = useSession()
  const measured = useSessionState((state) => state.measured)
  const selected = useSessionState((state) => (state.isPicked ? state.selected : undefined))
  const window = useSessionState((state) => state.window)
  if (!measured) return null
  return (
    <div className="measured">
      <RunFigure
        run={measured}
        name="as measured"
        selected={selected}
        window={window}
        onZoom={session.zoom}
        onSelect={session.select}
      />
      <p className="footnote">
        Sizes are rounded down to whole MiB; we plot the midpoint. gctrace does not report non-heap memory; that line is
        an estimate, within the shaded range.
      </p>
    </div>
  )
}

/** Advice for the program of the log, starting from the settings of “What if”. */
function LogAdvice() {
  const session = useSession()
  const calibration = useSessionState((state) => state.calibration)
  const settings = useSessionState((state) => state.settings)
  const isHeld = useSessionState((state) => state.isCalibrating || state.isPredicting)
  // A new calibration makes a new question.
  const question = useMemo(() => ({ calibration, settings }), [calibration, settings])
  if (!calibration?.ok) return null
  return (
    <OwnAdvice
      question={question}
      search={session.advise}
      scenario={{ ...calibration.value.scenario, ...(settings as WhatIfSettings) }}
      isHeld={isHeld}
      known="your log"
      place="under “What if”"
    />
  )
}
