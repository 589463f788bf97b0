import { useEffect, useRef, useState } from 'react'
import {
  EVIDENCE_FIGURES,
  EVIDENCE_GOALS,
  type Evidence,
  summarizeErrors,
  summarizeSpread,
} from '../../explore/evidence.ts'
import { countOf, formatShare } from '../../format.ts'
import { useNear } from '../frame/near.ts'
import { Problem } from '../frame/work-notice.tsx'
import { useWork } from '../work/context.ts'
import { LATER_RECORDINGS } from './later-recordings.ts'
import { loadRecordings, toRecordedLogs } from './recordings.ts'

const NAMES = { cycles: 'GC cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

interface Recorded {
  readonly programs: readonly Evidence[]
  readonly whatIf: readonly Evidence[]
  readonly state: 'computing' | 'done' | 'missing'
  /** Why no more will come, for people. */
  readonly problem?: string
}

/** How close the runtime model comes to recorded runs of real programs, computed when the reader gets there. */
export function RecordedEvidence() {
  const place = useRef<HTMLElement>(null)
  const { programs, whatIf, state, problem } = useRecorded(useNear(place))
  return (
    <section ref={place} className="recorded" aria-labelledby="recorded-title">
      <h2 id="recorded-title">Recorded programs</h2>
      <p className="look">
        Go programs that we ran and recorded, twice under every setting: two runs of the same differ as well. The models
        were built while looking at these recordings; expect programs of your own to be further off, as those at the
        end.
      </p>
      {problem !== undefined && <Problem reason={problem} />}
      {state === 'missing' && <p role="alert">The recordings are not here: this copy was built without them.</p>}
      <ErrorTable
        title="Predicted from the program’s source and one run with GOGC=100"
        rows={programs}
        isDone={state === 'done'}
      />
      <ErrorTable
        title="“What if”: predicted from nothing but a log with GOGC=100"
        rows={whatIf}
        isDone={state === 'done'}
      />
      <LaterTable />
    </section>
  )
}

interface ErrorTableProps {
  readonly title: string
  readonly rows: readonly Evidence[]
  readonly isDone: boolean
}

function ErrorTable({ title, rows, isDone }: ErrorTableProps) {
  const right = rows.filter((row) => row.isVerdictRight).length
  return (
    <div className="error-table">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">median error</th>
              <th scope="col">90 % within</th>
              <th scope="col">worst</th>
              <th scope="col">our own bar</th>
              <th scope="col">between two runs</th>
            </tr>
          </thead>
          <tbody>
            {EVIDENCE_FIGURES.map((figure) => {
              const { median, p90, worst } = summarizeErrors(rows, figure)
              const spread = summarizeSpread(rows, figure)
              const goal = EVIDENCE_GOALS[figure]
              const show = (share: number) => (isDone ? formatShare(share) : '…')
              return (
                <tr key={figure}>
                  <th scope="row">{NAMES[figure]}</th>
                  <td>{show(median)}</td>
                  <td>{show(p90)}</td>
                  <td>{show(worst)}</td>
                  <td>{`${100 * goal.median} %, ${100 * goal.p90} %`}</td>
                  <td>{`${show(spread.median)}, ${show(spread.p90)}`}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <p role="status">
        {isDone
          ? `${countOf(rows.length, 'prediction')}; right about the GC CPU limiter in ${right} of ${rows.length}.`
          : `Computing: ${countOf(rows.length, 'prediction')}`}
      </p>
    </div>
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

function useRecorded(isWanted: boolean): Recorded {
  const { workshop } = useWork()
  const [recorded, setRecorded] = useState<Recorded>({ programs: [], whatIf: [], state: 'computing' })
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const programs: Evidence[] = []
    const whatIf: Evidence[] = []
    const show = (state: Recorded['state'] = 'computing') => {
      if (isCurrent) setRecorded({ programs: [...programs], whatIf: [...whatIf], state })
    }
    const fail = (problem: string) => {
      if (isCurrent) setRecorded({ programs, whatIf, state: 'computing', problem })
    }
    const compute = async () => {
      const recordings = await loadRecordings()
      if (!isCurrent) return
      const onRow = (row: Evidence) => {
        programs.push(row)
        show()
      }
      workshop.start({ kind: 'programs', settings: recordings.programs }, onRow, (end) => {
        if (end.kind === 'failed') fail(end.reason)
      })
      const onRows = (rows: readonly Evidence[]) => {
        whatIf.push(...rows)
        show()
      }
      workshop.start({ kind: 'what-if', logs: toRecordedLogs(recordings) }, onRows, (end) =>
        end.kind === 'failed' ? fail(end.reason) : show('done'),
      )
    }
    compute().catch(() => show('missing'))
    return () => {
      isCurrent = false
    }
  }, [workshop, isWanted])
  return recorded
}
