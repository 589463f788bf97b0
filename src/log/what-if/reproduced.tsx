import type { Estimate, EstimateName, EstimateSource } from '../../calibration/estimates.ts'
import type { RunFigures } from '../../calibration/fit/figures.ts'
import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import {
  formatCount,
  formatCpus,
  formatDifference,
  formatSeconds,
  formatShare,
  formatSize,
  formatValue,
} from '../../format.ts'
import type { Command, StatedSettings } from '../../gctrace/read/run-info.ts'
import { PACES } from '../../scenario/pace.ts'
import { findParameter } from '../../scenario/params.ts'
import type { Pace } from '../../scenario/types.ts'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import { mayHaveLimit, whyUnsure } from '../engine/how-sure.ts'
import type { CalibratedRun, MeasuredRun } from '../engine/jobs.ts'
import { RunFigure } from '../report/run-figure.tsx'
import { useSession, useSessionState } from '../session/context.ts'
import type { SessionState } from '../session/session.ts'
import { GivenUp, Wait } from '../wait.tsx'
import { SettingField } from './setting-field.tsx'
import { cyclesName, showMiBRange, showWithin } from './show.ts'
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

const KEYS = ['gogc', 'memoryLimit'] as const

/** A log prints neither GOGC nor GOMEMLIMIT: a reader who knows them types them here. */
function Asked({ calibrated }: { readonly calibrated: CalibratedRun }) {
  const session = useSession()
  const asked = useSessionState((state) => state.asked)
  const inferred = useSessionState((state) => state.measured?.inferred)
  const isCalibrating = useSessionState((state) => state.isCalibrating)
  const command = useSessionState(commandOf)
  const take = (key: (typeof KEYS)[number], change: StatedSettings) => {
    // A value that was assumed or inferred is known once it is entered, even as it was.
    if (JSON.stringify(change[key]) !== JSON.stringify(asked[key])) void session.ask({ ...asked, ...change })
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

const perSecond = (bytes: number) => `${formatSize(bytes)} per second`
const perCpuSecond = (bytes: number) => `${formatSize(bytes)} per CPU-second`
const percent = (value: number) => `${formatValue(value)} %`

/** The name of each estimate, and its text with the unit. */
const SHOWN: Readonly<Record<EstimateName, readonly [name: string, show: (value: number) => string]>> = {
  gogc: ['GOGC', percent],
  memoryLimit: ['GOMEMLIMIT', formatSize],
  allocRate: ['Allocation', perSecond],
  reachable: ['Largest reachable heap', formatSize],
  pointerFreeLive: ['Live heap without pointers', formatSize],
  stacks: ['Stacks', formatSize],
  scanRate: ['Marking', perCpuSecond],
  pauseCost: ['Pauses per cycle', formatSeconds],
  pointerArrayShare: ['Large arrays of pointers', formatShare],
  busyProcs: ['CPUs kept busy', formatCpus],
  pace: ['Driven by', formatValue],
  peakAllocRate: ['Fastest allocation', perCpuSecond],
  otherMemory: ['Other memory of the runtime', formatSize],
  heapOverhead: ['Heap overhead', formatShare],
  outsideMemory: ['Memory outside Go', formatSize],
  warmMarking: ['Faster marking back to back', formatShare],
  sweepRate: ['Sweeping', perCpuSecond],
}

const SURENESS: Readonly<Record<EstimateSource, string>> = {
  asked: 'stated',
  measured: 'measured',
  inferred: 'inferred',
  assumed: 'assumed',
}

/** All estimates of the calibration, each with its error and its source. */
function Estimates({ estimates }: { readonly estimates: readonly Estimate[] }) {
  return (
    <details className="estimates">
      <summary>How sure each value is</summary>
      <FiguresTable
        name="Estimates"
        columns={['Value', 'Error or range', 'How it is known']}
        rows={estimates.map((estimate) => [
          SHOWN[estimate.name][0],
          showEstimate(estimate),
          showError(estimate),
          <>
            <b>{SURENESS[estimate.sureness]}.</b> {estimate.text}
          </>,
        ])}
      />
    </details>
  )
}

function showEstimate({ name, value, within }: Estimate): string {
  if (name === 'pace') return PACES[value as Pace]
  if (typeof value === 'string') return value
  const zero = findParameter(name)?.zero
  const shown = value === 0 && zero !== undefined ? zero : SHOWN[name][1](value)
  return name === 'memoryLimit' && within?.low === 0 ? `${shown} or less` : shown
}

function showError({ name, error, within }: Estimate): string {
  if (within)
    return name === 'busyProcs' ? `${formatValue(within.low)} to ${formatCpus(within.high)}` : showWithin(within)
  return error === null ? '–' : SHOWN[name][1](error)
}
