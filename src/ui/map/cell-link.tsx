import { useDeferredValue, useMemo } from 'react'
import { useShallow } from 'zustand/shallow'
import { type MapFrame, stretchOf } from '../../charts/map/map-frame.ts'
import type { Place } from '../../explore/map/order.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { encodeLink } from '../../share/encode.ts'
import { toLinkState } from '../../store/link.ts'
import { toPatch, withPatch } from '../../store/patch.ts'
import type { AppState } from '../../store/state.ts'
import { isForBrowser } from '../../view/map-handle.ts'
import { useAppState } from '../context.ts'

interface CellLinkProps {
  readonly frame: MapFrame
  readonly place: Place
  /** Percent and bytes; Infinity: off. */
  readonly setting: { readonly gogc: number; readonly memoryLimit: number }
}

/**
 * The pointed cell, else the cell in force, as a link to its setting: to open beside this page, to copy, to send. A
 * plain click sets the setting here instead.
 */
export function CellLink({ frame, place, setting }: CellLinkProps) {
  const href = useHref(setting.gogc, setting.memoryLimit)
  const [left, right] = stretchOf(frame.x, place.column, 1)
  const [top, bottom] = stretchOf(frame.y, place.row, 1)
  return (
    <a
      className="map-cell-link"
      href={href}
      draggable={false}
      onMouseDown={(event) => {
        // Keep the focus on the handle, which the keys move.
        if (event.button === 0) event.preventDefault()
      }}
      onClick={(event) => {
        // The pointer has already set it; by keyboard, the link works as usual.
        if (event.detail > 0 && !isForBrowser(event)) event.preventDefault()
      }}
      style={{ left, top, width: right - left, height: bottom - top }}
    >
      <span className="visually-hidden">Link to {toSettingText(setting)}</span>
    </a>
  )
}

/** Computed only if the setting changes, and after the drawing: a drag passes many cells. */
function useHref(gogc: number, memoryLimit: number): string {
  const linked = useShallow(({ scenario, presetId, pinned, view }: AppState) => ({ scenario, presetId, pinned, view }))
  const state = useDeferredValue(useAppState(linked))
  const [percent, bytes] = [useDeferredValue(gogc), useDeferredValue(memoryLimit)]
  return useMemo(() => {
    const patch = toPatch({ gogc: percent, memoryLimit: bytes })
    return encodeLink({ ...toLinkState(state), scenario: withPatch(state.scenario, patch) })
  }, [state, percent, bytes])
}
