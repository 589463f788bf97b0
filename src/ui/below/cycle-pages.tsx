import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../format.ts'
import { Button } from '../button.tsx'
import { FiguresTable } from './figures-table.tsx'

interface CyclePagesProps extends Omit<ComponentProps<typeof FiguresTable>, 'rows' | 'first'> {
  readonly count: number
  readonly most: number
  readonly toRow: (i: number) => readonly [name: ReactNode, ...cells: ReactNode[]]
  /** The index of the chosen cycle: when another is chosen, on the chart perhaps, the table turns to its page. */
  readonly chosen?: number
}

export function CyclePages({ count, most, toRow, chosen = 0, ...table }: CyclePagesProps) {
  const [turned, turn] = useState({ page: Math.floor(chosen / most), chosen })
  if (turned.chosen !== chosen) turn({ page: Math.floor(chosen / most), chosen })
  const pages = Math.max(1, Math.ceil(count / most))
  const page = Math.min(turned.page, pages - 1)
  const from = page * most
  const to = Math.min(count, from + most)
  const region = useRef<HTMLElement>(null)
  useEffect(() => keepInSight(region.current, chosen - from), [chosen, from])
  return (
    <>
      {pages > 1 && (
        <nav aria-label="Pages of the table" className="pages">
          <Button isOff={page === 0} onClick={() => turn({ page: page - 1, chosen })}>
            Earlier
          </Button>
          <span>
            cycles {formatCount(from + 1)} to {formatCount(to)} of {formatCount(count)}
          </span>
          <Button isOff={page === pages - 1} onClick={() => turn({ page: page + 1, chosen })}>
            Later
          </Button>
        </nav>
      )}
      <FiguresTable
        ref={region}
        {...table}
        first="Cycle"
        rows={Array.from({ length: to - from }, (_, k) => toRow(from + k))}
      />
    </>
  )
}

/** Scrolls the table, but not the page, to a row; to the top if the row is on another page of the table. */
function keepInSight(region: HTMLElement | null, row: number): void {
  if (!region) return
  const [head, ...rows] = region.querySelectorAll('tr')
  const { offsetTop = 0, offsetHeight = 0 } = rows[row] ?? {}
  const top = Math.max(0, offsetTop - (head?.offsetHeight ?? 0))
  const bottom = offsetTop + offsetHeight - region.clientHeight
  region.scrollTop = Math.max(bottom, Math.min(top, region.scrollTop))
}
