import { hintOf } from '../../model/judgement/hints.ts'
import type { Trace } from '../../model/trace.ts'
import { parameter } from '../../scenario/params.ts'
import type { Typed } from '../../scenario/typed-text.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { AppStore } from '../../store/store.ts'
import { element, write } from '../../view/dom.ts'
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

export interface ControlPart {
  readonly node: HTMLElement
  update(scenario: Scenario, trace: Trace): void
  /** Discards typed text that could not be read. */
  cancel?(): void
}

/** One setting: its name, a field, a slider, and its effect in this run or the problem of the typed text. */
export function createKnob(store: AppStore, knob: Knob): ControlPart {
  const info = parameter(knob.key)
  const { label, help } = info
  const { settle, preview } = store.getState()
  const message = createMessage(`message-${knob.key}`)
  const field = createField(store, knob, message)
  const unit = element('span', { class: 'unit' })
  const slider = createSlider(knob, { move: (value) => preview(knob.patch(value)), settle })
  const name = element('span', { class: 'name', title: help }, label)
  const value = element('span', { class: 'value' }, field.node, unit)
  return {
    node: element('div', { class: `knob knob-${knob.key}` }, name, value, slider.node, message.node),
    cancel: field.cancel,
    update(scenario, trace) {
      const now = knob.get(scenario)
      field.update(now)
      write(unit, Number.isFinite(now) ? knob.unit : '')
      slider.update(now, reachOf(info, scenario), store.getState().gesture.active)
      write(message.effect, hintOf(knob.key, trace))
    },
  }
}

/** The field for a setting. Text that cannot be read changes nothing and stays for correction. */
function createField(store: AppStore, knob: Knob, message: ReturnType<typeof createMessage>) {
  const field = element('input', {
    type: 'text',
    class: 'typed',
    name: `${knob.key}-text`,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': `${parameter(knob.key).label} value`,
    'aria-describedby': message.node.id,
  })
  let shown: number | undefined
  const read = () => {
    const { scenario, set } = store.getState()
    // The text was not edited. The value may have more digits than the text shows.
    if (field.value === knob.show(knob.get(scenario))) return cancel()
    const typed = knob.read(field.value, scenario)
    if (typed.kind === 'read') {
      shown = typed.value
      set(knob.patch(typed.value))
    }
    say(typed)
  }
  const cancel = () => {
    field.value = knob.show(knob.get(store.getState().scenario))
    say(undefined)
  }
  const say = (typed: Typed<number> | undefined) => {
    field.setAttribute('aria-invalid', String(typed?.kind === 'unread'))
    message.say(typed, (use) => {
      field.value = use
      read()
    })
  }
  field.addEventListener('change', read)
  field.addEventListener('keydown', (event) => event.key === 'Escape' && cancel())
  say(undefined)
  return {
    node: field,
    cancel,
    update(now: number) {
      if (now === shown) return
      shown = now
      cancel()
    },
  }
}

/** The effect of the setting in this run or, instead, the problem of the typed text. */
function createMessage(id: string) {
  const effect = element('span', { class: 'effect' })
  const node = element('div', { class: 'message', id, 'aria-live': 'polite' })
  const toParts = (typed: Typed<number> | undefined, onUse: (text: string) => void) => {
    if (typed?.kind === 'unread') return [element('span', { class: 'wrong' }, typed.message)]
    const { refused, note } = typed ?? {}
    if (!refused) return note ? [element('span', { class: 'note' }, `${note} `), effect] : [effect]
    const button = element('button', { type: 'button' }, `use ${refused.use}`)
    button.addEventListener('click', () => onUse(refused.use))
    return [element('span', { class: 'refused' }, `${refused.message} `, button)]
  }
  return {
    node,
    /** Set at every update; shown unless the text has a problem. */
    effect,
    say(typed: Typed<number> | undefined, onUse: (text: string) => void) {
      node.replaceChildren(...toParts(typed, onUse))
    },
  }
}

interface SliderHandlers {
  readonly move: (value: number) => void
  readonly settle: () => void
}

function createSlider(knob: Knob, { move, settle }: SliderHandlers) {
  const info = parameter(knob.key)
  const input = createInput(knob, info.label)
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' })
  let travel = createTravel(info, info.slider?.max ?? 0)
  let reach = Number.NaN
  let value = Number.NaN
  /** The value before the present drag; undefined if there is none. */
  let before: number | undefined
  let timer = 0
  const to = (next: number) => {
    if (next !== value) move(next)
  }
  const place = () => {
    input.value = String(Math.round(toPosition(travel, value)))
  }
  const finish = () => {
    before = undefined
    // The pointer may have left the thumb between two stops.
    place()
    settle()
  }
  input.addEventListener('input', () => {
    before ??= value
    to(toStop(travel, Number(input.value)))
  })
  // A touch moves the thumb at once. If it then scrolls the page, the slider goes back.
  input.addEventListener('pointercancel', () => before !== undefined && to(before))
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
  return {
    node: element('div', { class: 'slider' }, input, marks),
    /** @param usual how far the scenario’s sliders reach: see `reachOf`; the range waits for the end of a drag within it */
    update(now: number, usual: number, isHeld: boolean) {
      const isWithin = now === Infinity || (now >= travel.min && now <= travel.max)
      if (!isWithin || (usual !== reach && !isHeld)) {
        reach = usual
        travel = createTravel(info, now, usual)
        marks.replaceChildren(...toMarks(knob, travel))
      } else if (now === value) return
      value = now
      if (before === undefined) place()
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

export function createSwitch(store: AppStore): ControlPart {
  const { label, help } = parameter('cpuLimiter')
  const input = element('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    name: 'cpuLimiter',
    'aria-label': label,
    'aria-describedby': 'message-cpuLimiter',
  })
  const effect = element('span', { class: 'effect' })
  const message = element('div', { class: 'message', id: 'message-cpuLimiter' }, effect)
  const name = element('span', { class: 'name', title: help }, label)
  input.addEventListener('change', () => store.getState().set({ cpuLimiter: input.checked }))
  return {
    node: element('div', { class: 'knob knob-cpuLimiter' }, name, input, message),
    update(scenario, trace) {
      input.checked = scenario.cpuLimiter
      write(effect, hintOf('cpuLimiter', trace))
    },
  }
}
