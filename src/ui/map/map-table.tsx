import { useState } from 'react'
import type { Cell } from '../../explore/map/cell.ts'
import { indexOf, levelOf } from '../../explore/map/order.ts'
import { DANGER_WORDS, toSettingText } from '../../explore/map/words.ts'
import { formatShare, formatSizeText } from '../../format.ts'
import type { KnownMap } from '../../store/map/session.ts'
import { toPatch } from '../../store/patch.ts'
import { FiguresTable } from '../below/figures-table.tsx'
import { Button } from '../button.tsx'
import { useActions } from '../context.ts'

/** The map as a table: every fourth setting of each axis or, on request, all. Each cell sets its setting. */
export function MapTable({ known }: { readonly known: KnownMap }) {
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  return (
    <details className="map-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The map as a table</summary>
      {isOpen && (
        <>
          <label>
            <input type="checkbox" checked={isWhole} onChange={(event) => setWhole(event.target.checked)} /> every
            setting
          </label>
          <Table known={known} isWhole={isWhole} />
        </>
      )}
    </details>
  )
}

function Table({ known, isWhole }: { readonly known: KnownMap; readonly isWhole: boolean }) {
  const { gogcs, limits } = known.question.axes
  const isIn = (column: number, row: number) => isWhole || levelOf({ column, row }, known) === 0
  const columns = gogcs.map((_, column) => column).filter((column) => isIn(column, known.rows - 1))
  const rows = limits.map((_, row) => row).filter((row) => isIn(known.columns - 1, row))
  return (
    <FiguresTable
      name="GC CPU by GOMEMLIMIT (down) and GOGC (across)"
      first="GOMEMLIMIT \ GOGC"
      columns={columns.map((column) => toName(gogcs[column], String))}
      rows={rows
        .toReversed()
        .map((row) => [
          toName(limits[row], formatSizeText),
          ...columns.map((column) => <Figure key={column} cell={known.cells[indexOf({ column, row }, known)]} />),
        ])}
    />
  )
}

function Figure({ cell }: { readonly cell: Cell | undefined }) {
  const { set } = useActions()
  if (!cell) return '…'
  const [danger] = cell.dangers
  return (
    <Button
      className="inline"
      aria-label={`Set ${toSettingText(cell)}`}
      title={danger && DANGER_WORDS[danger]}
      onClick={() => set(toPatch(cell))}
    >
      {danger === 'killed' || danger === 'stopped' ? danger : formatShare(cell.result.compulsoryGcFraction)}
      {danger && danger !== 'killed' && danger !== 'stopped' && <sup>{MARKS[danger]}</sup>}
    </Button>
  )
}

const MARKS = { 'could-be-killed': '†', limiter: 'L', 'over-limit': '↑' } as const

function toName(value = Infinity, show: (value: number) => string): string {
  return Number.isFinite(value) ? show(value) : 'off'
}
