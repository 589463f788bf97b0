import { useEffect, useMemo, useRef, useState } from 'react'
import type { EvidenceRow, RecordedSetting } from '../../explore/evidence.ts'
import {
  type ErrorSummary,
  EVIDENCE_FIGURES,
  EVIDENCE_GOALS,
  type EvidenceFigure,
  summarizeErrors,
  summarizeSpread,
} from '../../explore/evidence-errors.ts'
import { countOf, formatShare } from '../../format.ts'
import { Scrolling } from '../../ui/below/figures-table.tsx'
import { useNear } from '../../ui/near.ts'
import { WorkLine } from '../frame/work-line.tsx'
import type { RecordedLog } from '../work/jobs.ts'
import { type PiecewiseJob, usePieces } from '../work/use-pieces.ts'
import { ErrorTable } from './error-table.tsx'
import { RangeTables } from './range-table.tsx'

const NAMES = { cycles: 'GC cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

/** Predictions of the runtime model beside recorded runs of real programs, computed when they come into view. */
export function RecordedEvidence() {
  const place = useRef<HTMLElement>(null)
  const recordings = useRecordings(useNear(place))
  const jobs = useJobs(recordings)
  const programs = usePieces(jobs.programs)
  const whatIf = usePieces(jobs.whatIf)
  return (
    <section ref={place} className="recorded" aria-labelledby="recorded-title">
      <h2 id="recorded-title">Recorded programs</h2>
      <p className="look">
        Go programs that we ran and recorded, twice under every setting, because two such runs differ. We built the
        models with these recordings in view: expect larger errors for your own programs, as for those at the end.
      </p>
      {recordings === 'missing' && <p role="alert">The recordings are not here: this copy was built without them.</p>}
      <PredictedTable
        title="Predicted from the program’s source and one run with GOGC=100"
        work={programs}
        rows={programs.pieces}
      />
      <PredictedTable
        title="“What if”: predicted from nothing but a log with GOGC=100"
        work={whatIf}
        rows={whatIf.pieces.flat()}
      />
      <LaterTable />
      <RangeTables />
    </section>
  )
}

interface PredictedTableProps {
  readonly title: string
  readonly work: PiecewiseJob<unknown>
  readonly rows: readonly EvidenceRow[]
}

function PredictedTable({ title, work, rows }: PredictedTableProps) {
  const right = rows.filter((row) => row.isVerdictRight).length
  const show = (share: number) => (work.state === 'done' ? formatShare(share) : '…')
  return (
    <ErrorTable
      title={title}
      columns={['median error', '90 % within', 'worst', 'our goal', 'between two runs']}
      rows={EVIDENCE_FIGURES.map((figure) => {
        const { median, p90, worst } = summarizeErrors(rows, figure)
        const spread = summarizeSpread(rows, figure)
        const goal = EVIDENCE_GOALS[figure]
        return [
          NAMES[figure],
          show(median),
          show(p90),
          show(worst),
          `${100 * goal.median} %, ${100 * goal.p90} %`,
          `${show(spread.median)}, ${show(spread.p90)}`,
        ]
      })}
    >
      <WorkLine
        work={work}
        done={`${countOf(rows.length, 'prediction')}; right about the GC CPU limiter in ${right} of ${rows.length}.`}
      >
        {countOf(rows.length, 'prediction')}
      </WorkLine>
    </ErrorTable>
  )
}

/** The same for recordings made later: the real test. */
function LaterTable() {
  return (
    <div className="error-table">
      <h3>“What if”, for recordings made after calibration was built</h3>
      <Scrolling label="Recordings made later">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">median error</th>
              <th scope="col">90 % within</th>
              <th scope="col">worst</th>
              <th scope="col">predictions</th>
              <th scope="col">right about the limiter</th>
            </tr>
          </thead>
          {LATER_RECORDINGS.map(({ title, predictions, limiterRight, ...figures }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {title}
                </th>
                <td>{predictions}</td>
                <td>{limiterRight}</td>
              </tr>
              {EVIDENCE_FIGURES.map((figure) => (
                <tr key={figure}>
                  <th scope="row">{NAMES[figure]}</th>
                  <td>{formatShare(figures[figure].median)}</td>
                  <td>{formatShare(figures[figure].p90)}</td>
                  <td>{formatShare(figures[figure].worst)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </Scrolling>
    </div>
  )
}

/** The recordings, fetched when the reader is near; undefined until then. */
function useRecordings(isWanted: boolean): Recordings | 'missing' | undefined {
  const [recordings, setRecordings] = useState<Recordings | 'missing'>()
  useEffect(() => {
    if (!isWanted) return
    loadRecordings().then(setRecordings, () => setRecordings('missing'))
  }, [isWanted])
  return recordings
}

/** The jobs that make the two tables of these recordings. */
function useJobs(recordings: Recordings | 'missing' | undefined) {
  return useMemo(() => {
    if (!recordings || recordings === 'missing') return {}
    return {
      programs: { kind: 'programs', settings: recordings.programs },
      whatIf: { kind: 'what-if', logs: toRecordedLogs(recordings) },
    } as const
  }, [recordings])
}

/** Recorded runs of real Go programs, as the build puts them beside this page. */
interface Recordings {
  readonly programs: readonly RecordedSetting[]
  readonly jobs: readonly RecordedSetting[]
  /** Text of each log, by program and recording: `cache-a`, `cache-b`. */
  readonly logs: Readonly<Record<string, string>>
}

/** @throws Error where the file is not there */
async function loadRecordings(): Promise<Recordings> {
  const response = await fetch('./recordings.json')
  if (!response.ok) throw new Error(`recordings.json: ${response.status}`)
  return (await response.json()) as Recordings
}

/** Every log with the settings under which its program was recorded. */
function toRecordedLogs({ programs, jobs, logs }: Recordings): readonly RecordedLog[] {
  return Object.entries(logs).map(([name, log]) => {
    const program = name.replace(/-[a-z]$/, '')
    return { log, settings: [...programs, ...jobs].filter((setting) => setting.program === program) }
  })
}

/** Errors of predictions from recordings that the page does not include, as shares. */
interface LaterRecordings extends Readonly<Record<EvidenceFigure, ErrorSummary>> {
  readonly title: string
  readonly predictions: number
  /** Predictions that are right about the GC CPU limiter. */
  readonly limiterRight: number
}

/**
 * Recorded after calibration was built on the others: what to expect for your own log. They take seconds to
 * compute, so the page has the results. `npm run evidence -- what-if` computes them; a test checks them.
 */
export const LATER_RECORDINGS: readonly LaterRecordings[] = [
  {
    title: 'The same programs and two more, recorded later on another machine',
    predictions: 242,
    cycles: { median: 0.055, p90: 0.214, worst: 1 },
    peakHeapMiB: { median: 0.029, p90: 0.108, worst: 1.058 },
    gcCpuSeconds: { median: 0.148, p90: 0.436, worst: 8.089 },
    limiterRight: 231,
  },
  {
    title: 'Six programs of another kind',
    predictions: 96,
    cycles: { median: 0.087, p90: 0.744, worst: 1 },
    peakHeapMiB: { median: 0.026, p90: 0.128, worst: 1 },
    gcCpuSeconds: { median: 0.268, p90: 0.836, worst: 5.294 },
    limiterRight: 94,
  },
]
