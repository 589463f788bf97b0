import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import type { Chart } from '../../charts/chart.ts'
import { createStripChart, type StripModel, stripIndexAt } from '../../charts/map/strip-chart.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { type KnownMap, nearestTo } from '../../store/map/session.ts'
import { useActions, useApp, useAppState } from '../context.ts'
import { toSetting } from './map-readout.tsx'
import { toPatch } from './patch.ts'
import { useHostSize } from './use-host-size.ts'
import { useKeyPause } from './use-key-pause.ts'

interface StripFigureProps {
  readonly known: KnownMap
  readonly along: 'gogc' | 'limit'
  readonly pointed: Cell | undefined
  readonly onPoint: (cell: Cell | undefined) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/** One setting alone, with the other as it is set: a slider with what it does drawn above it. */
export function StripFigure({ known, along, pointed, onPoint }: StripFigureProps) {
  const { store } = useApp()
  const { preview, settle } = useActions()
  const scenario = useAppState((state) => state.scenario)
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart<StripModel>>(null)
  const size = useHostSize(host)
  const wait = useKeyPause(settle)
  const { axes } = known.question
  const setting = toSetting(scenario)
  const name = along === 'gogc' ? 'GOGC' : 'GOMEMLIMIT'
  const found = pointed ? known.cells.indexOf(pointed) : -1
  const model: StripModel = {
    along,
    axes,
    known,
    value: along === 'gogc' ? setting.gogc : setting.memoryLimit,
    pointed: found < 0 ? undefined : found,
    size,
    label: `GC CPU and peak memory over ${name}`,
  }
  useLayoutEffect(() => {
    if (!host.current) return
    const made = createStripChart(document)
    host.current.append(made.node)
    chart.current = made
    return () => made.destroy()
  }, [])
  useLayoutEffect(() => {
    if (size.width > 0) chart.current?.update(model)
  })
  const nearestIndex = () => {
    const { column, row } = nearestTo(axes, store.getState().scenario)
    return along === 'gogc' ? column : row
  }
  const set = (index: number) => {
    const values = along === 'gogc' ? axes.gogcs : axes.limits
    const value = values[Math.max(0, Math.min(values.length - 1, index))]
    if (value === undefined || value === model.value) return
    preview(toPatch(along === 'gogc' ? { gogc: value } : { memoryLimit: value }))
  }
  const indexOf = (event: PointerEvent) =>
    stripIndexAt(model, event.clientX - event.currentTarget.getBoundingClientRect().left)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    set(nearestIndex() + step)
    wait()
  }
  return (
    <div
      ref={host}
      className="map-host strip-host"
      role="slider"
      tabIndex={0}
      aria-label={`${name} alone`}
      aria-valuemin={0}
      aria-valuemax={known.cells.length - 1}
      aria-valuenow={nearestIndex()}
      aria-valuetext={toSettingText(setting)}
      onKeyDown={onKeyDown}
      onBlur={settle}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        settle()
        set(indexOf(event))
      }}
      onPointerMove={(event) => {
        const index = indexOf(event)
        onPoint(known.cells[index])
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(index)
      }}
      onPointerUp={settle}
      onPointerCancel={settle}
      onPointerLeave={() => onPoint(undefined)}
    />
  )
}
