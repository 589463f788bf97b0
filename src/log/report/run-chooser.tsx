import { countOf, formatCount, formatSize } from '../../format.ts'
import { listedOf, type RunInfo } from '../../gctrace/read/run-info.ts'
import { Select } from '../../ui/select.tsx'
import type { LogSummary } from '../engine/jobs.ts'
import { useSession, useSessionState } from '../session/context.ts'
import type { Source } from '../session/session-state.ts'

interface RunChooserProps {
  readonly source: Source
  readonly log: LogSummary
}

/** A summary of the log, and the choice of a run if it holds several. */
export function RunChooser({ source, log }: RunChooserProps) {
  const session = useSession()
  const shown = useSessionState((state) => state.measured?.run)
  const { runs, streams, lines, cycles } = log
  const listed = listedOf(runs)
  return (
    <section className="chooser" aria-label="Log">
      <h2>{source.name}</h2>
      <p>
        {formatSize(log.bytes)} · {countOf(lines, 'line')} · {countOf(cycles, 'cycle')}
      </p>
      {runs.length > 1 && (
        <label className="run-choice">
          {`${formatCount(runs.length)} runs in it`}
          <Select
            name="run"
            value={shown ?? listed[0]?.index}
            options={listed.map((run) => [run.index, toLabel(run, streams[run.stream]?.name ?? '')])}
            onChoose={(run) => void session.chooseRun(run)}
          />
        </label>
      )}
    </section>
  )
}

const MOST_NAME = 40

function toLabel({ index, cycles, firstLine, lastLine, firstTimestamp }: RunInfo, stream: string): string {
  const name = stream.length > MOST_NAME ? `${stream.slice(0, MOST_NAME - 1)}…` : stream
  // If the newest line of a log comes first, its first cycle comes last.
  const [from, to] = [Math.min(firstLine, lastLine), Math.max(firstLine, lastLine)]
  return [
    `Run ${index + 1}`,
    ...(name ? [name] : []),
    countOf(cycles, 'cycle'),
    firstTimestamp || `lines ${formatCount(from)} to ${formatCount(to)}`,
  ].join(' · ')
}
