import { hintOf } from '../../model/judgement/hints.ts'
import type { Trace } from '../../model/trace.ts'
import { parameter } from '../../scenario/params.ts'
import type { Typed } from '../../scenario/typed-text.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { AppStore } from '../../store/store.ts'
import { element, write } from '../../view/dom.ts'
import type { Knob } from '../../view/knobs/knobs.ts'
import { SETTING_NOTES } from '../../view/knobs/setting-notes.ts'
import { createSlider } from './slider.ts'

/** A control of the frame. */
export interface ControlPart {
  readonly node: HTMLElement
  update(scenario: Scenario, trace: Trace): void
  /** Discards typed text that could not be read. */
  cancel?(): void
}

/** One setting: its name, a field, a slider, and its effect in this run or the problem of the typed text. */
export function createKnob(store: AppStore, knob: Knob): ControlPart {
  const { label, help } = parameter(knob.key)
  const { settle, preview } = store.getState()
  const message = createMessage(`message-${knob.key}`)
  const field = createField(store, knob, message)
  const unit = element('span', { class: 'unit' })
  const slider = createSlider(knob, { move: (value) => preview(knob.patch(value)), settle })
  const name = element('span', { class: 'name', title: `${help} ${SETTING_NOTES[knob.key] ?? ''}`.trim() }, label)
  const value = element('span', { class: 'value' }, field.node, unit)
  return {
    node: element('div', { class: `knob knob-${knob.key}` }, name, value, slider.node, message.node),
    cancel: field.cancel,
    update(scenario, trace) {
      const now = knob.get(scenario)
      field.update(now)
      write(unit, Number.isFinite(now) ? knob.unit : '')
      slider.update(now)
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
