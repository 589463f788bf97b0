import { type KeyboardEvent, type MouseEvent, type ReactNode, useDeferredValue } from 'react'
import { formatCount } from '../../format.ts'
import type { CycleColumns } from '../../gctrace/columns.ts'
import { NO_GOAL_MIB } from '../../gctrace/goals.ts'
import { CyclePages } from '../../ui/below/cycle-pages.tsx'
import { Button } from '../../ui/button.tsx'
import { isChord } from '../../view/keys.ts'
import { useLogState, useSession } from '../context.ts'
import type { MeasuredRun } from '../measured.ts'

/** All cycles as the log has them: sizes in whole MiB, rounded down. */
export function CycleTable({ measured: { columns } }: { readonly measured: MeasuredRun }) {
  const session = useSession()
  const selected = useLogState((state) => state.selected)
  // The cells of a page can wait; the figure under the pointer cannot.
  const shown = useDeferredValue(selected)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || isChord(event) || event.target !== event.currentTarget) return
    event.preventDefault()
    session.select(selected + step)
  }
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element && target.closest('tr')?.querySelector('button')
    if (button) session.select(Number(button.value))
  }
  return (
    <section className="cycles" aria-labelledby="cycles-title">
      <h3 id="cycles-title">{columns.count === 1 ? 'The one cycle' : `All ${formatCount(columns.count)} cycles`}</h3>
      <CyclePages
        name="Table of cycles, sizes rounded down; arrow keys select"
        className="cycle-region"
        columns={HEADS}
        count={columns.count}
        most={50}
        toRow={(i) => toRow(columns, i, i === shown)}
        chosen={shown}
        onKeyDown={onKeyDown}
        onClick={onClick}
      />
    </section>
  )
}

const HEADS = [
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

function toRow(columns: CycleColumns, i: number, isSelected: boolean): [ReactNode, ...string[]] {
  const ms = (...parts: readonly Uint32Array[]) => (parts.reduce((sum, part) => sum + part[i]!, 0) / 1000).toFixed(2)
  const goal = columns.goalMiB[i]!
  return [
    <Button key={i} className="inline" value={i} aria-pressed={isSelected} tabIndex={isSelected ? 0 : -1}>
      {formatCount(columns.number[i]!)}
    </Button>,
    columns.startSeconds[i]!.toFixed(3),
    formatCount(columns.heapStartMiB[i]!),
    formatCount(columns.heapEndMiB[i]!),
    formatCount(columns.heapLiveMiB[i]!),
    goal < NO_GOAL_MIB ? formatCount(goal) : 'none',
    ms(columns.sweepTermUs, columns.markTermUs),
    ms(columns.markUs),
    ms(columns.assistUs),
    ms(columns.backgroundUs),
    ms(columns.idleUs),
    columns.forced[i] === 1 ? 'forced' : '',
  ]
}
