import { countOf, formatCount, formatSize } from '../../format.ts'
import type { CycleColumns } from '../../gctrace/columns.ts'
import type { Neighbour } from '../../gctrace/read/problems.ts'
import { listedOf, type RunInfo } from '../../gctrace/read/run-info.ts'
import { Button } from '../../ui/button.tsx'
import { Contents, type ContentsItem } from '../../ui/contents.tsx'
import { Select } from '../../ui/select.tsx'
import { useLogState, useSession } from '../context.ts'
import { nothingUnusual } from '../limit-signs.ts'
import type { LogSummary, MeasuredRun, ShownFinding } from '../measured.ts'
import type { Source } from '../session.ts'
import { showStream } from '../show.ts'
import { CycleTable } from './cycle-table.tsx'
import { Facts } from './facts.tsx'
import { ProblemList } from './problem-list.tsx'
import { RawLine } from './raw-line.tsx'
import { RunFigure } from './run-figure.tsx'

/** Headings, by their ids. No address contains a log, so no address leads to a place in its report. */
const PARTS: readonly ContentsItem[] = [
  { id: 'diagnosis-title', name: 'What it shows' },
  { id: 'raw-title', name: 'One cycle' },
  { id: 'cycles-title', name: 'All cycles' },
  { id: 'unread-title', name: 'What else is in the log' },
]

interface ReportProps {
  /** Called if the reader chooses another run. */
  readonly onRun: (run: number) => void
}

/** The figure of the measured run. On a phone it stands below the findings, whose cycles it shows. */
const FIGURE_ID = 'measured-run'

export function Report({ onRun }: ReportProps) {
  const { source, log } = useSession()
  const measured = useLogState((state) => state.measured)
  const opening = useLogState((state) => state.opening)
  const problem = useLogState((state) => state.problem)
  return (
    <div className="with-contents">
      <Contents items={measured ? PARTS : PARTS.slice(-1)} label="In the report of the log" />
      <div className="report">
        <RunChooser source={source} log={log} onRun={onRun} />
        {opening !== undefined && (
          <p className="wait brief" role="status">
            {measured ? `Reading run ${opening + 1}…` : 'Reading the cycles…'}
          </p>
        )}
        {problem !== undefined && <p role="alert">This run cannot be shown: {problem}.</p>}
        {measured && (
          <>
            <Facts measured={measured} scanned={log.scanned} />
            <div className="seen">
              <Measured measured={measured} />
              <Diagnosis measured={measured} />
            </div>
            <RawLine source={source} log={log} measured={measured} />
            <CycleTable key={measured.run} measured={measured} />
          </>
        )}
        <Unread log={log} />
      </div>
    </div>
  )
}

function Measured({ measured }: { readonly measured: MeasuredRun }) {
  const session = useSession()
  const selected = useLogState((state) => (state.isPicked ? state.selected : undefined))
  const window = useLogState((state) => state.window)
  return (
    <div className="measured" id={FIGURE_ID}>
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

const NEIGHBOURS: Readonly<Record<Neighbour['kind'], string>> = {
  'gc-forced': '“GC forced”: the two-minute timer',
  pacer: 'from the pacer (gcpacertrace=1)',
  scavenger: 'from the scavenger (scavtrace=1)',
  scan: 'on scanned objects (gctrace=2)',
  finalizers: 'on finalizers (checkfinalizers=1)',
}

function allRead(lines: number): string {
  return lines === 1 ? 'Nothing: its line was read as a cycle.' : 'Nothing: all lines with text were read as cycles.'
}

/** The lines that are not cycles: lines that we could not read, with the reason, and other lines of the runtime. */
function Unread({ log: { problems, neighbours, lines, cycles } }: { readonly log: LogSummary }) {
  return (
    <section className="unread" aria-labelledby="unread-title">
      <h3 id="unread-title">What else is in the log</h3>
      {problems.length === 0 && neighbours.length === 0 && <p>{allRead(Math.max(lines, cycles))}</p>}
      <ProblemList problems={problems} />
      {neighbours.length > 0 && (
        <ul className="problems">
          {neighbours.map(({ kind, count, line }) => (
            <li key={kind}>
              {countOf(count, 'line')} {NEIGHBOURS[kind]}, from line {formatCount(line)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Diagnosis({ measured }: { readonly measured: MeasuredRun }) {
  const { columns, findings, inferred } = measured
  // One forced cycle at the end is not a finding: many programs end with it.
  const hasForced = columns.forced.includes(1)
  return (
    <section className="diagnosis" aria-labelledby="diagnosis-title">
      <h3 id="diagnosis-title">What it shows</h3>
      {findings.length === 0 ? (
        <p>{nothingUnusual(inferred, hasForced, columns.count)}</p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <li key={finding.kind} className={`finding ${finding.kind}`}>
              <h4>{finding.title}</h4>
              <p>
                <b>{finding.figures}</b> {finding.text}
              </p>
              <Spans {...finding} number={columns.number} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Spans({ cycles, others, number }: ShownFinding & Pick<CycleColumns, 'number'>) {
  const session = useSession()
  return (
    <p className="spans">
      {cycles.map(([first, last]) => (
        <Button
          key={first}
          className="inline"
          onClick={() => {
            session.show(first, last)
            document.getElementById(FIGURE_ID)?.scrollIntoView({ block: 'nearest' })
          }}
        >
          {first === last
            ? `cycle ${formatCount(number[first] ?? 0)}`
            : `cycles ${formatCount(number[first] ?? 0)} to ${formatCount(number[last] ?? 0)}`}
        </Button>
      ))}
      {others > 0 && <span>and {formatCount(others)} more</span>}
    </p>
  )
}

function RunChooser({ source, log, onRun }: ReportProps & { readonly source: Source; readonly log: LogSummary }) {
  const shown = useLogState((state) => state.measured?.run ?? state.opening)
  const { runs, streams, lines, cycles } = log
  const listed = listedOf(runs)
  return (
    <section className="chooser" aria-label="Log">
      <h3>{source.name}</h3>
      <p>
        {formatSize(log.bytes)} · {countOf(lines, 'line')} · {countOf(cycles, 'cycle')}
      </p>
      {runs.length > 1 && (
        <label className="run-choice">
          {`${formatCount(runs.length)} runs in it`}
          <Select
            name="run"
            value={shown}
            options={listed.map((run) => [run.index, toLabel(run, streams[run.stream]?.name ?? '')])}
            onChoose={onRun}
          />
        </label>
      )}
    </section>
  )
}

function toLabel({ index, cycles, firstLine, lastLine, firstTimestamp }: RunInfo, stream: string): string {
  // If the newest line of a log comes first, its first cycle comes last.
  const [from, to] = [Math.min(firstLine, lastLine), Math.max(firstLine, lastLine)]
  return [
    `Run ${index + 1}`,
    ...(stream ? [showStream(stream)] : []),
    countOf(cycles, 'cycle'),
    firstTimestamp || `lines ${formatCount(from)} to ${formatCount(to)}`,
  ].join(' · ')
}
