import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../format.ts'
import type { CycleColumns } from '../../gctrace/columns.ts'
import { NO_GOAL_MIB } from '../../gctrace/goals.ts'
import { Button } from '../../ui/button.tsx'
import { isChord } from '../../view/keys.ts'
import { useSession, useSessionState } from '../context.ts'
import type { MeasuredRun } from '../measured.ts'

/** In pixels, as in the style sheet. */
const ROW = 28
const MOST_ROWS_SHOWN = 40
/** Rows above and below the visible ones, so that scrolling shows no gaps. */
const SPARE = 8
/** Browsers make no element higher than some 17 million pixels. */
const MOST_ROWS = 500_000

/** All cycles; the page contains only the visible rows. */
export function CycleTable({ measured }: { readonly measured: MeasuredRun }) {
  const session = useSession()
  const selected = useSessionState((state) => state.selected)
  const [top, setTop] = useState(0)
  const region = useRef<HTMLElement>(null)
  const { columns } = measured
  const page = Math.floor(selected / MOST_ROWS)
  const base = page * MOST_ROWS
  const count = Math.min(MOST_ROWS, columns.count - base)
  const first = Math.max(0, Math.min(count - 1, Math.floor(top / ROW)) - SPARE)
  const last = Math.min(count, first + MOST_ROWS_SHOWN + 2 * SPARE)
  useEffect(() => keepInSight(region.current, (selected - base) * ROW), [selected, base])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || isChord(event) || event.target !== event.currentTarget) return
    event.preventDefault()
    session.select(selected + step)
  }
  return (
    <section className="cycles" aria-labelledby="cycles-title">
      <h3 id="cycles-title">{columns.count === 1 ? 'The one cycle' : `All ${formatCount(columns.count)} cycles`}</h3>
      <section
        ref={region}
        className="cycle-region"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
        tabIndex={0}
        aria-label="Table of cycles; arrow keys select"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <table aria-rowcount={columns.count + 1}>
          <Head />
          <tbody>
            {first > 0 && <Gap rows={first} />}
            {Array.from({ length: last - first }, (_, k) => base + first + k).map((i) => (
              <Row key={i} columns={columns} i={i} isSelected={i === selected} onSelect={session.select} />
            ))}
            {last < count && <Gap rows={count - last} />}
          </tbody>
        </table>
      </section>
    </section>
  )
}

const HEADS = [
  'Cycle',
  'At, s',
  'Start, MiB',
  'End, MiB',
  'Live, MiB',
  'Goal, MiB',
  'Pauses, ms',
  'Marking, ms',
  'Assists, ms CPU',
  'Background, ms CPU',
  'Idle, ms CPU',
  'Note',
]

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
}

function Head() {
  return (
    <>
      <caption className="visually-hidden">
        Cycles as the log has them. Sizes in whole MiB, rounded down; times of a cycle in milliseconds.
      </caption>
      <thead>
        <tr aria-rowindex={1}>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

function Gap({ rows }: { readonly rows: number }) {
  return (
    <tr className="gap">
      <td colSpan={HEADS.length} style={{ height: rows * ROW }} />
    </tr>
  )
}

interface RowProps {
  readonly columns: CycleColumns
  readonly i: number
  readonly isSelected: boolean
  readonly onSelect: (i: number) => void
}

function Row({ columns, i, isSelected, onSelect }: RowProps) {
  const ms = (...parts: readonly Uint32Array[]) => (parts.reduce((sum, part) => sum + part[i]!, 0) / 1000).toFixed(2)
  const goal = columns.goalMiB[i]!
  return (
    <tr aria-rowindex={i + 2} className={isSelected ? 'selected' : ''} onClick={() => onSelect(i)}>
      <th scope="row">
        <Button className="inline" aria-pressed={isSelected} tabIndex={isSelected ? 0 : -1}>
          {formatCount(columns.number[i]!)}
        </Button>
      </th>
      <td>{columns.startSeconds[i]!.toFixed(3)}</td>
      <td>{formatCount(columns.heapStartMiB[i]!)}</td>
      <td>{formatCount(columns.heapEndMiB[i]!)}</td>
      <td>{formatCount(columns.heapLiveMiB[i]!)}</td>
      <td>{goal < NO_GOAL_MIB ? formatCount(goal) : 'none'}</td>
      <td>{ms(columns.sweepTermUs, columns.markTermUs)}</td>
      <td>{ms(columns.markUs)}</td>
      <td>{ms(columns.assistUs)}</td>
      <td>{ms(columns.backgroundUs)}</td>
      <td>{ms(columns.idleUs)}</td>
      <td className="words">{columns.forced[i] === 1 ? 'forced' : ''}</td>
    </tr>
  )
}

function keepInSight(region: HTMLElement | null, rowTop: number): void {
  if (!region) return
  const head = ROW
  if (rowTop < region.scrollTop) region.scrollTop = rowTop
  else if (rowTop + ROW + head > region.scrollTop + region.clientHeight)
    region.scrollTop = rowTop + ROW + head - region.clientHeight
}
