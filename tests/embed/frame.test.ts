// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFrame, type Frame } from '../../src/embed/frame.ts'
import { createOpen } from '../../src/embed/open.ts'
import { hintOf } from '../../src/model/judgement/hints.ts'
import { parameter } from '../../src/scenario/params.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { App } from '../../src/store/store.ts'
import { shownRun } from '../../src/store/store.ts'
import { KNOBS } from '../../src/view/knobs/knobs.ts'
import { reachOf } from '../../src/view/knobs/reach.ts'
import { createTravel, toPosition } from '../../src/view/knobs/stops.ts'
import { marksOf } from '../../src/view/marks.ts'
import { createBareApp } from '../ui/support/app.ts'

const percent = (value: number) => ({ kind: 'percent', percent: value }) as const
const find = <E extends Element>(selector: string) => document.querySelector<E>(selector)!
const field = (key: string) => find<HTMLInputElement>(`input[name=${key}-text]`)
// No line breaks before a unit.
const message = (key: string) => find(`#message-${key}`).textContent?.replaceAll('\u00a0', ' ')

function type(key: string, text: string): void {
  field(key).value = text
  field(key).dispatchEvent(new Event('change'))
}

function drag(key: string, to: number, isDone: boolean): void {
  const slider = find<HTMLInputElement>(`input[type=range][name=${key}]`)
  slider.value = String(to)
  slider.dispatchEvent(new Event('input'))
  if (isDone) slider.dispatchEvent(new Event('change'))
}

/** What the run on screen lets the setting's explanation say. */
function effectNow({ store, runs }: App, key: 'gogc' | 'memoryLimit' | 'cpuLimiter'): string {
  const state = store.getState()
  return hintOf(key, shownRun(state, runs).trace)
}

describe('a frame', () => {
  let app: App
  let frame: Frame
  const reset = () => find<HTMLButtonElement>('.reset')
  const create = (hide: readonly string[]) => {
    app = createBareApp()
    const open = createOpen({ toHref: () => 'https://example.org/', isSandboxed: false, askHost: () => false })
    document.body.innerHTML = '<div id="host"></div>'
    return createFrame(find<HTMLElement>('#host'), { app, hide, open })
  }
  beforeEach(() => {
    frame = create([])
  })

  it('has no player if its author has hidden it, and explains the run as before', () => {
    expect(find('.playback').textContent).toContain('Play')
    frame.destroy()
    frame = create(['play'])
    expect(document.querySelector('.playback')).toBeNull()
    expect(find('.explained').textContent).not.toBe('')
    const { cursor } = app.store.getState()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
    expect(app.store.getState().cursor).toBe(cursor)
  })

  it.each([
    ['typing', () => type('memoryLimit', '40MiB')],
    ['typing what stands there', () => type('memoryLimit', field('memoryLimit').value)],
    ['Escape', () => field('memoryLimit').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
    ['a drag', () => drag('memoryLimit', 300, true)],
    ['another setting', () => type('gogc', '50')],
  ])('explains each setting after %s', (_, act) => {
    act()
    expect(effectNow(app, 'memoryLimit')).not.toBe('')
    expect(message('memoryLimit')).toBe(effectNow(app, 'memoryLimit'))
    expect(message('gogc')).toBe(effectNow(app, 'gogc'))
    expect(message('cpuLimiter')).toBe(effectNow(app, 'cpuLimiter'))
  })

  it('shows a text’s problem until it is corrected, discarded or replaced', () => {
    const ends = [
      () => type('memoryLimit', '60MiB'),
      () => field('memoryLimit').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
      () => drag('memoryLimit', 400, true),
      () => reset().click(),
    ]
    type('gogc', '50')
    for (const end of ends) {
      type('memoryLimit', 'sixty')
      expect(field('memoryLimit').getAttribute('aria-invalid')).toBe('true')
      expect(find('#message-memoryLimit .wrong').textContent).not.toBe('')
      end()
      expect(field('memoryLimit').getAttribute('aria-invalid')).toBe('false')
      expect(message('memoryLimit')).toBe(effectNow(app, 'memoryLimit'))
      expect(field('memoryLimit').value).not.toBe('sixty')
    }
  })

  it('breaks no line between a number and its unit', () => {
    type('memoryLimit', '60MiB')
    for (const node of document.querySelectorAll('.explained *, .message, .result *'))
      expect(node.textContent).not.toMatch(/\d (MiB|GiB|s|ms|%)(?!\w)/)
    expect(document.body.textContent).toMatch(/\d\u00a0MiB/)
  })

  it('offers what Go takes, then shows its effect', () => {
    type('gogc', '50%')
    find<HTMLButtonElement>('#message-gogc button').click()
    expect(field('gogc').value).toBe('50')
    expect(message('gogc')).toBe(effectNow(app, 'gogc'))
  })

  it('moves the thumb to its value when it is released', () => {
    const travel = createTravel(parameter('gogc'), 100)
    for (const to of [401, 403, 405, 407, 409]) {
      drag('gogc', to, true)
      const { gogc } = app.store.getState().scenario
      const at = toPosition(travel, gogc.kind === 'percent' ? gogc.percent : Infinity)
      expect(Number(find<HTMLInputElement>('input[type=range][name=gogc]').value)).toBe(Math.round(at))
    }
  })

  it('has sliders that reach as far as those of the page', () => {
    const marks = (key: string) =>
      [...document.querySelectorAll(`.knob-${key} .marks span`)].map((mark) => mark.textContent)
    const scenario = toScenario(findPreset('headroom-none')!)
    app.store.getState().open({ scenario, presetId: 'headroom-none' })
    for (const key of ['memoryLimit', 'containerLimit'] as const) {
      const knob = KNOBS.find((one) => one.key === key)!
      const info = parameter(key)
      const travel = createTravel(info, Infinity, reachOf(info, scenario))
      expect(marks(key)).toEqual(marksOf(knob, travel).map(({ text }) => text))
    }
  })

  it('goes back to what the author has set, its zoom too, and offers that only where something differs', () => {
    const scenario = { ...toScenario(findPreset('thrash')!), gogc: percent(70) }
    app.store.getState().open({ scenario, presetId: 'thrash', window: { start: 1, end: 2 } })
    expect(reset().hidden).toBe(true)
    type('gogc', '80')
    type('gogc', '70')
    expect(reset().hidden).toBe(true)
    type('gogc', '80')
    app.store.getState().zoom(undefined)
    reset().click()
    expect(app.store.getState()).toMatchObject({ scenario, view: { window: { start: 1, end: 2 } } })
    expect(reset().hidden).toBe(true)
    expect(field('gogc').value).toBe('70')
  })

  it('has all its texts and sizes before it draws anything: it is laid out once', () => {
    const drawn: (string | undefined)[] = []
    const look = () => {
      drawn.push(document.querySelector('.heap-chart .area.live')?.getAttribute('d') ?? undefined)
      return 600
    }
    const spies = [
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(look),
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(look),
    ]
    const words = document.body.textContent
    frame.start()
    for (const spy of spies) spy.mockRestore()
    expect(find('.heap-chart .area.live').getAttribute('d')).toMatch(/M/)
    expect(drawn).toEqual([undefined, undefined, undefined, undefined])
    expect(words).toContain(hintOf('memoryLimit', shownRun(app.store.getState(), app.runs).trace))
  })

  it('has a button for the whole run, shown only during a zoom', () => {
    const button = find<HTMLButtonElement>('.whole-run')
    expect(button.hidden).toBe(true)
    app.store.getState().zoom({ start: 1, end: 2 })
    expect(button.hidden).toBe(false)
    button.click()
    expect(app.store.getState().view.window).toBeUndefined()
  })
})
