import { type ComponentProps, type PointerEvent, useRef, useState } from 'react'
import { completedOf } from '../../charts/map/cells.ts'
import { type Against, cellNear, createTradeChart, type TradeModel } from '../../charts/map/trade-chart.ts'
import { containerFor, smallestContainer } from '../../explore/map/front.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { formatSize } from '../../format.ts'
import type { KnownMap } from '../../store/map/session.ts'
import { toPatch } from '../../store/patch.ts'
import { Button } from '../button.tsx'
import { useActions, useRun } from '../context.ts'
import { useChart, useHostSize } from '../use-chart.ts'
import type { MapFigureProps } from './map-figure.tsx'
import { useTextSize } from './text-size.ts'

const SHARES = [0.05, 0.1, 0.25]

export function TradeFigure({ known, pointed, onPoint }: MapFigureProps) {
  const { trace } = useRun()
  const { set } = useActions()
  const [against, setAgainst] = useState<Against>('memory')
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  const textSize = useTextSize(size.width)
  const label = `GC CPU against ${against === 'memory' ? 'peak memory' : 'the container that is needed'}`
  const model: TradeModel = { against, known, current: trace, pointed, size, textSize, label }
  useChart(host, createTradeChart, model, 0.4)
  const hasNone = known.done === known.cells.length && completedOf(known).length === 0
  const cellAt = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return cellNear(model, event.clientX - left, event.clientY - top)
  }
  return (
    <div className="trade">
      <p className="map-kinds soft">
        GC CPU against <Choice name="peak memory" isOn={against === 'memory'} onClick={() => setAgainst('memory')} />
        <Choice name="container" isOn={against === 'container'} onClick={() => setAgainst('container')} />
      </p>
      {hasNone && (
        <p className="trade-none soft">
          The program completes with no setting of this map: there is nothing to compare.
        </p>
      )}
      <div
        ref={host}
        hidden={hasNone}
        className="trade-host"
        onPointerMove={(event) => onPoint(cellAt(event))}
        onPointerLeave={() => onPoint(undefined)}
        onPointerUp={(event) => {
          const cell = event.button === 0 ? cellAt(event) : undefined
          if (cell) set(toPatch(cell))
        }}
      />
      {!hasNone && <p className="trade-key fine">Dots: pairs of settings. Line: the best of them.</p>}
      {against === 'container' && <Containers known={known} />}
    </div>
  )
}

export function Choice({ name, ...rest }: ComponentProps<typeof Button> & { readonly name: string }) {
  return (
    <Button aria-pressed={rest.isOn} {...rest}>
      {name}
    </Button>
  )
}

function Containers({ known }: { readonly known: KnownMap }) {
  if (known.done < known.cells.length) return null
  const cells = known.cells.filter((cell) => cell !== undefined)
  return (
    <ul className="map-containers fine">
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
