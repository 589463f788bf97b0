import '../view/player/player-part.css'
import type { App } from '../store/store.ts'
import { element } from '../view/dom.ts'
import { createBarNode, createPlayButton, listenToSpace } from '../view/player/play-button.ts'
import type { PlayerPart } from '../view/player/player-part.ts'
import { createMissing } from './notice.ts'
import { loadParts } from './parts.ts'

interface PlaybackOptions {
  readonly charts: () => HTMLElement | null
  /** The player was loaded, and has subscribed to the store. */
  readonly whenHere: () => void
}

/** Playback in a frame. First it is only a button; pressing it loads the player, which replaces these parts. */
export function createPlayback(app: App, { charts, whenHere }: PlaybackOptions) {
  let player: PlayerPart | undefined
  let isOver = false
  const play = createPlayButton(() => void begin())
  const here = {
    buttons: createBarNode('Playback', play),
    words: element('div', { class: 'now-place' }),
    blocks: element('div', { class: 'blocks-place' }),
  }
  const begin = () =>
    loadParts(['player']).then(
      (parts) => put(parts.player?.(app, { charts })),
      () => here.blocks.replaceChildren(createMissing('The player', () => void begin())),
    )
  const put = (made: PlayerPart | undefined) => {
    if (!made || player || isOver) return made?.destroy()
    player = made
    stopListening()
    const hadFocus = document.activeElement === play
    for (const name of ['buttons', 'words', 'blocks'] as const) here[name].replaceWith(made[name])
    whenHere()
    if (hadFocus) made.buttons.querySelector('button')?.focus()
    made.toggle()
  }
  const stopListening = listenToSpace(() => void begin())
  return {
    ...here,
    destroy() {
      isOver = true
      stopListening()
      player?.destroy()
    },
  }
}
