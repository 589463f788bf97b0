import { hintOf } from '../../model/judgement/hints.ts'
import type { Trace } from '../../model/trace.ts'
import { parameter } from '../../scenario/params.ts'
import type { Typed } from '../../scenario/typed-text.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { AppStore } from '../../store/store.ts'
import { element, write } from '../../view/dom.ts'
import type { Knob } from '../../view/knobs.ts'
import { SETTING_NOTES } from '../../view/setting-notes.ts'
import { createSlider } from './slider.ts'

/** A control of the frame, told what the settings are. */
export interface ControlPart {
  readonly node: HTMLElement
  update(scenario: Scenario, trace: Trace): void
  /** Gives up what is typed and could not be read. */
  cancel?(): void
}

/** One setting: its name, a field to type in, a slider, and what it does in this run or what is wrong with the text. */
export function createKnob(store: AppStore, knob: Knob): ControlPart {
  const { label, help } = parameter(knob.key)
  const { settle, preview, set } = store.getState()
  const messageId = `message-${knob.key}`
  const field = element('input', {
    type: 'text',
    class: 'typed',
    name: `${knob.key}-text`,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': `${label} value`,
    'aria-describedby': messageId,
  })
  const unit = element('span', { class: 'unit' })
  /** What the setting does in this run: told at every update, shown wherever nothing is wrong with the text. */
  const effect = element('span', { class: 'effect' })
  const message = element('div', { class: 'message', id: messageId, 'aria-live': 'polite' })
  const slider = createSlider(knob, {
    move: (value) => preview(knob.patch(value)),
    settle,
  })
  const name = element('span', { class: 'name', title: `${help} ${SETTING_NOTES[knob.key] ?? ''}`.trim() }, label)
  const value = element('span', { class: 'value' }, field, unit)
  const node = element('div', { class: `knob knob-${knob.key}` }, name, value, slider.node, message)

  let typed: Typed<number> | undefined
  let shown: number | undefined
  const read = () => {
    const scenario = store.getState().scenario
    // Untouched: it may hold more digits than are shown.
    if (field.value === knob.show(knob.get(scenario))) return cancel()
    typed = knob.read(field.value, scenario)
    if (typed.kind === 'read') {
      shown = typed.value
      set(knob.patch(typed.value))
    }
    say()
  }
  const cancel = () => {
    typed = undefined
    field.value = knob.show(knob.get(store.getState().scenario))
    say()
  }
  const say = () => {
    field.setAttribute('aria-invalid', String(typed?.kind === 'unread'))
    if (typed?.kind === 'unread') message.replaceChildren(element('span', { class: 'wrong' }, typed.message))
    else if (typed?.refused) message.replaceChildren(refusal(typed.refused.message, typed.refused.use))
    else message.replaceChildren(...noteOf(typed), effect)
  }
  const noteOf = (read: typeof typed) =>
    read?.kind === 'read' && read.note ? [element('span', { class: 'note' }, `${read.note} `)] : []
  const refusal = (text: string, use: string) => {
    const button = element('button', { type: 'button' }, `use ${use}`)
    button.addEventListener('click', () => {
      field.value = use
      read()
    })
    return element('span', { class: 'refused' }, `${text} `, button)
  }
  field.addEventListener('change', read)
  field.addEventListener('keydown', (event) => event.key === 'Escape' && cancel())
  say()

  return {
    node,
    cancel,
    update(scenario, trace) {
      const now = knob.get(scenario)
      if (now !== shown) {
        shown = now
        cancel()
      }
      write(unit, Number.isFinite(now) ? knob.unit : '')
      slider.update(now)
      write(effect, hintOf(knob.key, trace))
    },
  }
}
