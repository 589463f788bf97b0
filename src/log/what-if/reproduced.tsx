import type { RunFigures } from '../../calibration/fit/figures.ts'
import { formatCount, formatDifference, formatSeconds, formatSize } from '../../format.ts'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import type { CalibratedRun, MeasuredRun } from '../engine/jobs.ts'
import { RunFigure } from '../report/run-figure.tsx'
import { useSession, useSessionState } from '../session/context.ts'
import { GivenUp, Wait } from '../wait.tsx'
import { Asked } from './asked.tsx'
import { Estimates } from './estimates.tsx'
import { cyclesName, showMiBRange } from './show.ts'
import { TrustLine } from './trust-line.tsx'

/** The calibrated model under the log's own settings, beside the log: how well it reproduces the log. */
export function Reproduced({ measured }: { readonly measured: MeasuredRun }) {
  const calibration = useSessionState((state) => state.calibration)
  const isCalibrating = useSessionState((state) => state.isCalibrating)
  const isCancelled = useSessionState((state) => state.cancelled === 'fit')
  const asked = useSessionState((state) => state.asked)
  const session = useSession()
  return (
    <section className="reproduced" aria-labelledby="reproduced-title" aria-busy={isCalibrating}>
      <h2 id="reproduced-title">The same settings, simulated</h2>
      {calibration === undefined &&
        (isCancelled ? (
          <GivenUp again="Fit the model" onAgain={() => void session.ask(asked)}>
            You cancelled fitting the model to the log.
          </GivenUp>
        ) : (
          <Wait>Fitting the model to the log…</Wait>
        ))}
      {calibration && !calibration.ok && (
        <p className="lead">The model cannot be fitted to this run: {calibration.problems[0]?.message}.</p>
      )}
      {calibration?.ok && <Fit measured={measured} calibrated={calibration.value} />}
    </section>
  )
}

interface FitProps {
  readonly measured: MeasuredRun
  readonly calibrated: CalibratedRun
}

function Fit({ measured, calibrated }: FitProps) {
  const { trust, warnings } = calibrated
  return (
    <>
      <TrustLine trust={trust} />
      <Differences measured={measured} calibrated={calibrated} />
      <div className="seen">
        <div className="measured">
          <RunFigure
            run={measured}
            pinned={calibrated}
            pinnedName="simulated"
            name="measured, with the simulation as an outline"
          />
        </div>
        <div>
          <Asked calibrated={calibrated} />
          {warnings.length > 0 && (
            <ul className="warnings">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <Estimates estimates={calibrated.estimates} />
    </>
  )
}

interface Compared {
  /** undefined for the number of cycles, whose name `cyclesName` gives. */
  readonly name: string | undefined
  readonly of: (figures: RunFigures) => string
  /** Formats the log’s figure, if the log is coarser. */
  readonly ofLog?: (figures: RunFigures) => string
  readonly difference: keyof NonNullable<CalibratedRun['differences']>
}

const COMPARED: readonly Compared[] = [
  { name: undefined, of: ({ cycles }) => formatCount(cycles), difference: 'cycles' },
  {
    name: 'Peak heap',
    of: ({ peakHeapBytes }) => formatSize(peakHeapBytes),
    ofLog: ({ peakHeapBytes }) => showMiBRange(peakHeapBytes),
    difference: 'peakHeap',
  },
  {
    name: 'Largest live heap',
    of: ({ liveBytes }) => formatSize(liveBytes),
    ofLog: ({ liveBytes }) => showMiBRange(liveBytes),
    difference: 'live',
  },
  { name: 'GC CPU', of: ({ gcSeconds }) => formatSeconds(gcSeconds), difference: 'gcCpu' },
  { name: 'Elapsed', of: ({ wallSeconds }) => formatSeconds(wallSeconds), difference: 'wall' },
]

function Differences({ measured: run, calibrated }: FitProps) {
  const { measured, simulated, differences } = calibrated
  if (!simulated || !differences) return null
  return (
    <FiguresTable
      name="Measured and simulated"
      columns={['Measured', 'Simulated', 'Difference']}
      rows={COMPARED.map(({ name = cyclesName(run), of, ofLog = of, difference }) => [
        name,
        ofLog(measured),
        of(simulated),
        formatDifference(differences[difference]),
      ])}
    />
  )
}
