import { describeNow } from '../model/now.ts'
import { type App, shownRun } from '../store/store.ts'
import type { FigureState } from '../view/move.ts'
import { SPEEDS, STEPS, type StepName, stepFrom } from '../view/player.ts'
import { playFrom, startPlaying } from '../view/playing.ts'
import { plotsOf, toVeil } from '../view/veil.ts'
import { element, write } from './dom.ts'

/** Plays the run of a frame: a cursor that moves along its charts, and a sentence on what happens there. */
export interface PlayerPart {
  readonly buttons: HTMLElement
  /** Where the words on a cycle stand otherwise. */
  readonly now: HTMLElement
  isOpen(): boolean
  update(): void
  destroy(): void
}

/** @param figure which holds the charts, and takes Space where they are focused */
export function createPlayer({ store, runs, axis }: App, figure: HTMLElement): PlayerPart {
  const play = element('button', { type: 'button', class: 'quiet play', 'aria-keyshortcuts': 'Space' })
  const close = element('button', { type: 'button', class: 'quiet', 'aria-label': 'Close playback' }, '×')
  const now = element('p', { class: 'now' })
  const options = SPEEDS.map((value) => element('option', { value: String(value) }, `${value}×`))
  const speed = element('select', { 'aria-label': 'Speed' }, ...options)
  speed.value = '1'
  const steps = STEPS.map(({ name, text }) => {
    const button = element('button', { type: 'button', class: 'quiet', 'aria-label': name }, text)
    button.addEventListener('click', () => step(name))
    return button
  })
  let isOpen = false
  let stop: (() => void) | undefined
  const place = (): FigureState => {
    const state = store.getState()
    return { trace: shownRun(state, runs).trace, cursor: state.cursor, window: state.view.window }
  }
  const moveTo = (time: number | undefined) => store.getState().moveCursor(time)
  const veil = createVeil((pixel) => moveTo(toVeilNow().timeAt(pixel)))
  const toVeilNow = () => {
    const { trace, cursor } = place()
    return toVeil(axis.getState(), trace, cursor ?? 0, store.getState().view.clock === 'wall')
  }
  const pause = () => {
    stop?.()
    stop = undefined
    update()
  }
  const toggle = () => {
    if (stop) return pause()
    isOpen = true
    start()
    moveTo(playFrom(place()))
    update()
  }
  const start = () => {
    stop?.()
    stop = startPlaying({ place, speed: Number(speed.value), moveTo, onEnd: pause })
  }
  const step = (name: StepName) => {
    pause()
    const move = stepFrom(name, place())
    if (move?.window) store.getState().zoom(move.window)
    if (move?.cursor !== undefined) moveTo(move.cursor)
  }
  const update = () => {
    const { trace, cursor } = place()
    // Whatever takes the cursor away (Escape, another program) ends playback.
    if (isOpen && cursor === undefined) {
      isOpen = false
      stop?.()
      stop = undefined
    }
    write(play, stop ? '❚❚ Pause' : '▶ Play')
    play.setAttribute('aria-label', stop ? 'Pause' : 'Play')
    for (const part of [...steps, speed, close, now]) part.hidden = !isOpen
    now.setAttribute('aria-live', stop ? 'off' : 'polite')
    write(now, isOpen ? describeNow(trace, cursor ?? 0) : '')
    if (isOpen) veil.show(figure.querySelector('.charts'), toVeilNow())
    else veil.node.remove()
  }
  const onSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !(event.target instanceof Element && event.target.matches('.charts'))) return
    event.preventDefault()
    toggle()
  }
  play.addEventListener('click', toggle)
  speed.addEventListener('change', () => stop && start())
  close.addEventListener('click', () => {
    moveTo(undefined)
    play.focus()
  })
  figure.addEventListener('keydown', onSpace)
  const unsubscribe = axis.subscribe(update)
  return {
    buttons: element('span', { class: 'playback' }, play, ...steps, speed, close),
    now,
    isOpen: () => isOpen,
    update,
    destroy() {
      stop?.()
      unsubscribe()
    },
  }
}

/** What is still to come is faint; the pointer drags the cursor over it. */
function createVeil(scrub: (pixel: number) => void) {
  const node = element('div', { class: 'veil-layer' })
  const onPointer = (event: PointerEvent) => {
    if (event.type === 'pointerdown') node.setPointerCapture(event.pointerId)
    else if (event.buttons === 0) return
    scrub(event.clientX - node.getBoundingClientRect().left)
  }
  node.addEventListener('pointerdown', onPointer)
  node.addEventListener('pointermove', onPointer)
  return {
    node,
    show(charts: Element | null, { from, width }: { readonly from: number; readonly width: number }) {
      if (!charts) return
      const plots = plotsOf(charts)
      while (node.childElementCount < plots.length) node.append(element('div', { class: 'veil' }))
      plots.forEach(({ top, height }, i) => {
        const { style } = node.children[i] as HTMLElement
        Object.assign(style, { left: `${from}px`, width: `${width}px`, top: `${top}px`, height: `${height}px` })
      })
      if (node.parentElement !== charts) charts.append(node)
    },
  }
}
