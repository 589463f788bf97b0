import { parameter } from '../../scenario/params.ts'
import { element } from '../../view/dom.ts'
import { isChord, leaveToBrowser } from '../../view/keys.ts'
import { type Knob, toSpoken } from '../../view/knobs/knobs.ts'
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

interface SliderHandlers {
  readonly move: (value: number) => void
  readonly settle: () => void
}

export function createSlider(knob: Knob, { move, settle }: SliderHandlers) {
  const info = parameter(knob.key)
  const input = createInput(knob, info.label)
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' })
  let travel = createTravel(info, info.slider?.max ?? 0)
  let value = Number.NaN
  let isDragging = false
  let timer = 0
  const to = (next: number) => {
    if (next !== value) move(next)
  }
  const place = () => {
    input.value = String(Math.round(toPosition(travel, value)))
  }
  const finish = () => {
    isDragging = false
    // The pointer may have left the thumb between two stops.
    place()
    settle()
  }
  input.addEventListener('input', () => {
    isDragging = true
    to(toStop(travel, Number(input.value)))
  })
  input.addEventListener('change', finish)
  input.addEventListener('blur', finish)
  input.addEventListener('keydown', (event) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    if (isChord(event)) return leaveToBrowser(input)
    event.preventDefault()
    to(stepStop(travel, value, steps))
    clearTimeout(timer)
    timer = window.setTimeout(settle, KEY_PAUSE_MS)
  })
  marks.append(...toMarks(knob, travel))
  return {
    node: element('div', { class: 'slider' }, input, marks),
    update(now: number) {
      if (now === value) return
      value = now
      const isWithin = now === Infinity || (now >= travel.min && now <= travel.max)
      if (!isWithin) {
        travel = createTravel(info, now)
        marks.replaceChildren(...toMarks(knob, travel))
      }
      if (!isDragging) place()
      input.setAttribute('aria-valuetext', toSpoken(knob, now))
    },
  }
}

function createInput(knob: Knob, label: string): HTMLInputElement {
  const range = { type: 'range', min: '0', max: String(TRAVEL), step: '1' }
  return element('input', { ...range, name: knob.key, 'aria-label': `${label} slider` })
}

function toMarks(knob: Knob, travel: Travel): readonly HTMLElement[] {
  return marksOf(knob, travel).map(({ text, share }) => {
    const mark = element('span', {}, text)
    mark.style.setProperty('--at', String(share))
    return mark
  })
}
