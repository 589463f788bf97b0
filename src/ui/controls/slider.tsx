import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Parameter } from '../../scenario/parameter.ts'
import { isChord, leaveToBrowser } from '../../view/keys.ts'
import { type Knob, toSpoken } from '../../view/knobs/knobs.ts'
import { reachOf } from '../../view/knobs/reach.ts'
import {
  createTravel,
  KEY_PAUSE_MS,
  KEY_STEPS,
  stepStop,
  TRAVEL,
  type Travel,
  toPosition,
  toStop,
} from '../../view/knobs/stops.ts'
import { marksOf } from '../../view/marks.ts'
import { useActions, useAppState } from '../context.ts'

interface SliderProps {
  readonly knob: Knob
  readonly parameter: Parameter
  readonly value: number
  readonly pinned: number | undefined
}

export function Slider({ knob, parameter, value, pinned }: SliderProps) {
  const { preview, settle } = useActions()
  const travel = useTravel(parameter, value)
  const input = useSettling()
  const pressed = useRef(value)
  const move = (to: number) => {
    if (to !== value) preview(knob.patch(to))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    if (isChord(event)) return leaveToBrowser(event.currentTarget)
    event.preventDefault()
    move(stepStop(travel, value, steps))
  }
  return (
    <div className="slider">
      <input
        ref={input}
        type="range"
        name={knob.key}
        aria-label={`${parameter.label} slider`}
        aria-valuetext={toSpoken(knob, value)}
        min={0}
        max={TRAVEL}
        step={1}
        value={Math.round(toPosition(travel, value))}
        onChange={(event) => move(toStop(travel, Number(event.target.value)))}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          pressed.current = value
        }}
        // A touch moves the thumb at once. If it then scrolls the page, the slider goes back: no `change` event follows.
        onPointerCancel={() => {
          move(pressed.current)
          settle()
        }}
      />
      <Marks knob={knob} travel={travel} pinned={pinned} />
    </div>
  )
}

function Marks({ knob, travel, pinned }: Pick<SliderProps, 'knob' | 'pinned'> & { readonly travel: Travel }) {
  return (
    <div className="marks" aria-hidden="true">
      {marksOf(knob, travel).map(({ value, text, share }) => (
        <span key={value} style={at(share)}>
          {text}
        </span>
      ))}
      {pinned !== undefined && <i className="pinned-mark" style={at(toPosition(travel, pinned) / TRAVEL)} />}
    </div>
  )
}

function at(share: number) {
  return { '--at': share } as CSSProperties
}

/** The range of the slider. It follows the scenario, but does not change during a drag that stays within it. */
function useTravel(parameter: Parameter, value: number): Travel {
  const isDragging = useAppState((state) => state.gesture.active)
  const usual = useAppState((state) => reachOf(parameter, state.scenario))
  const needed = isUsual(parameter, usual, value) ? usual : value
  const [range, setRange] = useState({ reach: needed, usual })
  const travel = useMemo(() => createTravel(parameter, range.reach, range.usual), [parameter, range])
  const isWithin = value === Infinity || value === travel.stops[0] || (value >= travel.min && value <= travel.max)
  const isOther = needed !== range.reach || usual !== range.usual
  if (isOther && (!isDragging || !isWithin)) setRange({ reach: needed, usual })
  return travel
}

/** Only a value outside the usual range widens it. */
function isUsual({ slider }: Parameter, usual: number, value: number): boolean {
  return !slider || !Number.isFinite(value) || (value >= slider.min && value <= usual)
}

/**
 * Browsers move the slider under a pressed pointer before they move the focus: what had the focus until then ends its
 * gesture first, as it would end ours otherwise.
 */
function useSettling() {
  const { settle } = useActions()
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = ref.current
    if (!input) return
    let timer = 0
    const end = () => {
      clearTimeout(timer)
      settle()
    }
    const settleAfter = (pause: number) => () => {
      clearTimeout(timer)
      timer = window.setTimeout(settle, pause)
    }
    const leaveOther = () => {
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement !== input) activeElement.blur()
    }
    const listeners: [string, () => void][] = [
      ['pointerdown', leaveOther],
      ['keydown', settleAfter(KEY_PAUSE_MS)],
      ['input', () => clearTimeout(timer)],
      ['change', settleAfter(0)],
      ['blur', end],
    ]
    for (const [type, listener] of listeners) input.addEventListener(type, listener)
    return () => {
      clearTimeout(timer)
      for (const [type, listener] of listeners) input.removeEventListener(type, listener)
    }
  }, [settle])
  return ref
}
