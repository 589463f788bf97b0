import { useEffect, useMemo, useRef, useState } from 'react'
import {
  EVIDENCE_FIGURES,
  EVIDENCE_GOALS,
  type Evidence,
  summarizeErrors,
  summarizeSpread,
} from '../../explore/evidence.ts'
import { countOf, formatShare } from '../../format.ts'
import { useNear } from '../../ui/near.ts'
import { WorkLine } from '../frame/work-line.tsx'
import { type Pieced, usePieces } from '../work/use-pieces.ts'
import { ErrorTable } from './error-table.tsx'
import { LATER_RECORDINGS } from './later-recordings.ts'
import { AimTable, BlindTable, RangeTable } from './range-table.tsx'
import { loadRecordings, type Recordings, toRecordedLogs } from './recordings.ts'

const NAMES = { cycles: 'GC cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

/** How close the runtime model comes to recorded runs of real programs, computed when the reader gets there. */
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
        Go programs that we ran and recorded, twice under every setting: two runs of the same differ as well. The models
        were built while looking at these recordings; expect programs of your own to be further off, as those at the
        end.
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
      <RangeTable />
      <AimTable />
      <BlindTable />
    </section>
  )
}

interface PredictedTableProps {
  readonly title: string
  readonly work: Pieced<unknown>
  readonly rows: readonly Evidence[]
}

function PredictedTable({ title, work, rows }: PredictedTableProps) {
  const right = rows.filter((row) => row.isVerdictRight).length
  const show = (share: number) => (work.state === 'done' ? formatShare(share) : '…')
  return (
    <ErrorTable
      title={title}
      columns={['median error', '90 % within', 'worst', 'our own bar', 'between two runs']}
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

/** The same of recordings made later: the honest test. */
function LaterTable() {
  return (
    <div className="error-table">
      <h3>“What if”, for recordings made when calibration had been built</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label="Recordings made later">
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
      </section>
    </div>
  )
}

/** The recordings, once the reader is near; undefined until they have come. */
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
