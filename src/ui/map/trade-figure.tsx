import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Chart } from '../../charts/chart.ts'
import { type Against, cellNear, createTradeChart, type TradeModel } from '../../charts/map/trade-chart.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { containerFor, smallestContainer } from '../../explore/map/front.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { formatSize } from '../../format.ts'
import type { KnownMap } from '../../store/map/session.ts'
import { useActions, useRun } from '../context.ts'
import { toPatch } from './patch.ts'
import { useHostSize } from './use-host-size.ts'

interface TradeFigureProps {
  readonly known: KnownMap
  readonly pointed: Cell | undefined
  readonly onPoint: (cell: Cell | undefined) => void
}

const SHARES = [0.05, 0.1, 0.25]

/** What memory buys: every setting of the map by its GC CPU and its memory. A click sets one. */
export function TradeFigure({ known, pointed, onPoint }: TradeFigureProps) {
  const { trace } = useRun()
  const { set } = useActions()
  const [against, setAgainst] = useState<Against>('memory')
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart<TradeModel>>(null)
  const size = useHostSize(host)
  const label = `GC CPU against ${against === 'memory' ? 'peak memory' : 'the container that is needed'}`
  const model: TradeModel = { against, known, current: trace, pointed, size, label }
  useLayoutEffect(() => {
    if (!host.current) return
    const made = createTradeChart(document)
    host.current.append(made.node)
    chart.current = made
    return () => made.destroy()
  }, [])
  useLayoutEffect(() => {
    if (size.width > 0) chart.current?.update(model)
  })
  const cellAt = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return cellNear(model, event.clientX - left, event.clientY - top)
  }
  return (
    <div className="trade">
      <p className="map-kinds">
        GC CPU against <Choice name="peak memory" isOn={against === 'memory'} onChoose={() => setAgainst('memory')} />
        <Choice name="container" isOn={against === 'container'} onChoose={() => setAgainst('container')} />
      </p>
      <div
        ref={host}
        className="trade-host"
        onPointerMove={(event) => onPoint(cellAt(event))}
        onPointerLeave={() => onPoint(undefined)}
        onPointerUp={(event) => {
          const cell = cellAt(event)
          if (cell) set(toPatch({ gogc: cell.gogc, memoryLimit: cell.memoryLimit }))
        }}
      />
      {against === 'container' && <Containers known={known} />}
    </div>
  )
}

export function Choice({
  name,
  isOn,
  onChoose,
}: {
  readonly name: string
  readonly isOn: boolean
  readonly onChoose: () => void
}) {
  return (
    <button type="button" className={isOn ? 'quiet on' : 'quiet'} aria-pressed={isOn} onClick={onChoose}>
      {name}
    </button>
  )
}

/** The smallest containers that were found, in words. */
function Containers({ known }: { readonly known: KnownMap }) {
  if (known.done < known.cells.length) return null
  const cells = known.cells.filter((cell) => cell !== undefined)
  return (
    <ul className="map-containers">
      {SHARES.map((share) => {
        const cell = smallestContainer(cells, share)
        return (
          <li key={share}>
            GC CPU at most {share * 100} %:{' '}
            {cell ? `${formatSize(containerFor(cell))} with ${toSettingText(cell)}` : 'none of these settings'}
          </li>
        )
      })}
    </ul>
  )
}
