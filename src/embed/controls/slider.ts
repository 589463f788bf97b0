import { parameter } from '../../scenario/params.ts'
import { element } from '../../view/dom.ts'
import { type Knob, toSpoken } from '../../view/knobs.ts'
import { marksOf } from '../../view/marks.ts'
import { createTravel, KEY_PAUSE_MS, KEY_STEPS, stepStop, TRAVEL, toPosition, toStop } from '../../view/stops.ts'

interface SliderHandlers {
  readonly move: (value: number) => void
  readonly settle: () => void
}

/** A setting's slider with the marks below it. */
export function createSlider(knob: Knob, { move, settle }: SliderHandlers) {
  const info = parameter(knob.key)
  const attributes = {
    type: 'range',
    name: knob.key,
    min: '0',
    max: String(TRAVEL),
    step: '1',
    'aria-label': `${info.label} slider`,
  }
  const input = element('input', attributes)
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' })
  let travel = createTravel(info, info.slider?.max ?? 0)
  let value = Number.NaN
  let isDragging = false
  let timer = 0

  const drawMarks = () => {
    marks.replaceChildren(
      ...marksOf(knob, travel).map(({ text, share }) => {
        const span = element('span', {}, text)
        span.style.setProperty('--at', String(share))
        return span
      }),
    )
  }
  const to = (next: number) => {
    if (next !== value) move(next)
  }
  input.addEventListener('input', () => {
    isDragging = true
    to(toStop(travel, Number(input.value)))
  })
  const place = () => {
    input.value = String(Math.round(toPosition(travel, value)))
  }
  const finish = () => {
    isDragging = false
    // The thumb was let go between two stops.
    place()
    settle()
  }
  input.addEventListener('change', finish)
  input.addEventListener('blur', finish)
  input.addEventListener('keydown', (event) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    to(stepStop(travel, value, steps))
    clearTimeout(timer)
    timer = window.setTimeout(settle, KEY_PAUSE_MS)
  })
  drawMarks()

  return {
    node: element('div', { class: 'slider' }, input, marks),
    update(now: number) {
      if (now === value) return
      value = now
      const isWithin = now === Infinity || (now >= travel.min && now <= travel.max)
      if (!isWithin) {
        travel = createTravel(info, now)
        drawMarks()
      }
      if (!isDragging) place()
      input.setAttribute('aria-valuetext', toSpoken(knob, now))
    },
  }
}
