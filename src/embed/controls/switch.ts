import { hintOf } from '../../model/judgement/hints.ts'
import { parameter } from '../../scenario/params.ts'
import type { AppStore } from '../../store/store.ts'
import { element, write } from '../../view/dom.ts'
import type { ControlPart } from './knob.ts'

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
