import type { TimeWindow } from '../../charts/window.ts'
import { describeNow } from '../../model/now.ts'
import { endOf } from '../../model/steps.ts'
import { element, write } from '../dom.ts'
import { isChord } from '../keys.ts'
import { applyMove, type FigureState, type Move, moveByKey } from '../move.ts'
import { createVeil, type Drawn } from '../veil.ts'
import { createHeapBlocks } from './heap-blocks.ts'
import { stepFrom } from './player.ts'
import { createBar } from './player-bar.ts'
import { playFrom, startPlaying } from './playing.ts'
import './player-part.css'

export interface Stage {
  /** The name of the group of buttons, if a page has several players. */
  readonly label?: string | undefined
  /** The run that sets the length, with its cursor and zoom. */
  readonly place: () => FigureState
  readonly moveTo: (time: number | undefined) => void
  readonly zoom: (window: TimeWindow | undefined) => void
  /** The figures that move together, with names if there are several. */
  readonly figures: () => readonly (Drawn & { readonly name?: string })[]
  /** Gives the values at an instant in words, to show beside the sentence. */
  readonly values?: (time: number) => string
}

export type PlayerPart = ReturnType<typeof createPlayer>

/** `words` say what happens at the cursor, once playback has started. Call `update` after any change on the stage. */
export function createPlayer(stage: Stage) {
  const { place, moveTo } = stage
  let isOpen = false
  const sheets = createSheets(stage)
  const running = createRunning(stage, sheets.show, () => update())
  const go = (move: Move | undefined) => {
    running.halt()
    update()
    if (move) applyMove(move, stage.zoom, moveTo)
  }
  const toggle = () => {
    if (running.isOn()) return go(undefined)
    isOpen = true
    moveTo(playFrom(place()))
    running.start(bar.speed())
    update()
  }
  const close = () => {
    moveTo(undefined)
    update()
    bar.play.focus()
  }
  const bar = createBar(stage.label ?? 'Playback', {
    toggle,
    step: (name) => go(stepFrom(name, place())),
    setSpeed: (speed) => running.isOn() && running.start(speed),
    showBlocks: () => update(),
    close,
  })
  bar.node.addEventListener('keydown', (event) => {
    const move =
      isOpen && !isChord(event) && !bar.isSpeed(event.target) && moveByKey(event.key, event.shiftKey, place())
    if (!move) return
    event.preventDefault()
    go(move)
  })
  const told = createTold(stage, bar.hasBlocks)
  const update = () => {
    const { cursor } = place()
    // If the cursor is removed (by Escape, or by another program), playback ends.
    isOpen &&= cursor !== undefined
    if (!isOpen) running.halt()
    bar.show(isOpen, running.isOn(), stage.figures().length === 1)
    if (!isOpen || cursor === undefined) return [sheets, told].forEach((part) => void part.remove())
    sheets.show(cursor)
    told.show(cursor, running.isOn())
  }
  update()
  const destroy = () => {
    running.halt()
    sheets.remove()
  }
  return { buttons: bar.node, words: told.words, blocks: told.blocks, toggle, update, destroy }
}

function createRunning({ place, moveTo }: Stage, glide: (time: number) => void, onEnd: () => void) {
  let stop: (() => void) | undefined
  const halt = () => {
    const running = stop
    stop = undefined
    running?.()
  }
  const end = () => {
    halt()
    onEnd()
  }
  return {
    halt,
    isOn: () => stop !== undefined,
    start(speed: number) {
      stop?.()
      stop = startPlaying({ place, speed, glide, moveTo, onEnd: end })
    },
  }
}

/** Shows what happens at an instant: in words and, if asked for, as blocks. */
function createTold(stage: Stage, hasBlocks: () => boolean) {
  const now = element('div', { class: 'now' })
  const words = element('div', { class: 'now-place' })
  const places = element('div', { class: 'blocks-place' })
  let blocks: ReturnType<typeof createHeapBlocks> | undefined
  return {
    words,
    blocks: places,
    show(cursor: number, isPlaying: boolean) {
      now.setAttribute('aria-live', isPlaying ? 'off' : 'polite')
      tell(now, stage, cursor)
      if (now.parentElement !== words) words.append(now)
      if (!hasBlocks() || stage.figures().length > 1) return blocks?.node.remove()
      blocks ??= createHeapBlocks()
      blocks.update(stage.place().trace, cursor)
      if (blocks.node.parentElement !== places) places.append(blocks.node)
    },
    remove() {
      now.remove()
      blocks?.node.remove()
    },
  }
}

/** A veil over each figure, which has the class `played` while it is there. */
function createSheets({ figures, moveTo }: Stage) {
  const veils = new Map<HTMLElement, ReturnType<typeof createVeil>>()
  return {
    show(time: number) {
      for (const figure of figures()) {
        const { charts } = figure
        if (!veils.has(charts)) {
          veils.set(charts, createVeil(moveTo))
          charts.parentElement?.classList.add('played')
        }
        veils.get(charts)?.show(figure, time)
      }
    },
    remove() {
      for (const [charts, veil] of veils) {
        veil.remove()
        charts.parentElement?.classList.remove('played')
      }
      veils.clear()
    },
  }
}

function tell(now: HTMLElement, { figures, values }: Stage, time: number): void {
  const told = figures()
  while (now.childElementCount > told.length) now.lastElementChild?.remove()
  told.forEach(({ trace, name }, i) => {
    if (!now.children[i]) {
      const lead = name === undefined ? undefined : `${name}: `
      now.append(element('p', {}, lead, element('strong'), ' ', element('span')))
    }
    const [sentence, rest] = now.children[i]!.querySelectorAll('strong, span')
    write(sentence!, describeNow(trace, Math.min(time, endOf(trace))))
    write(rest!, values?.(time) ?? '')
  })
}
