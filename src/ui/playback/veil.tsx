import { type PointerEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { toFrame } from '../../charts/layout.ts'
import { atWall, momentAt } from '../../model/clock.ts'
import type { Trace } from '../../model/trace.ts'
import { useApp, useAppState } from '../context.ts'

const NO_MARGINS = { top: 0, bottom: 0 }

/** Where the charts draw, in pixels from the top of both. */
function plotsOf(charts: Element) {
  return [...charts.querySelectorAll<HTMLElement>('.heap-host, .cpu-host')].map((host) => {
    const plot = host.querySelector('.plot')
    const read = (name: string) => Number(plot?.getAttribute(name) ?? 0)
    return { name: host.className, top: host.offsetTop + read('y'), height: read('height') }
  })
}

interface VeilProps {
  readonly trace: Trace
  /** CPU time, in seconds. */
  readonly cursor: number
  readonly onScrub: (time: number) => void
}

/** Over both charts: what is still to come is faint, and the pointer drags the cursor. */
export function Veil({ trace, cursor, onScrub }: VeilProps) {
  const { window, width, em } = useStore(useApp().axis)
  const isWall = useAppState((state) => state.view.clock === 'wall')
  const layer = useRef<HTMLDivElement>(null)
  const charts = document.querySelector('.charts')
  if (width === 0 || !charts) return null
  const { left, right, x } = toFrame({ width, height: 0 }, window, NO_MARGINS, em)
  const at = isWall ? momentAt(trace, cursor).wall : cursor
  const from = Math.min(right, Math.max(left, x.factor * at + x.offset))
  const scrub = (event: PointerEvent) => {
    if (!layer.current || (event.type === 'pointermove' && event.buttons === 0)) return
    const pixel = event.clientX - layer.current.getBoundingClientRect().left
    const time = (Math.min(right, Math.max(left, pixel)) - x.offset) / x.factor
    onScrub(isWall ? atWall(trace, time) : time)
  }
  return createPortal(
    <div
      ref={layer}
      className="veil-layer"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        scrub(event)
      }}
      onPointerMove={scrub}
    >
      {plotsOf(charts).map(({ name, top, height }) => (
        <div key={name} className="veil" style={{ left: from, width: right - from, top, height }} />
      ))}
    </div>,
    charts,
  )
}
