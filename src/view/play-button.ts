import { element } from './dom.ts'
import { isChord } from './keys.ts'

/** The button that begins playback, and pauses it. */
export function createPlayButton(toggle: () => void): HTMLButtonElement {
  const play = element(
    'button',
    { type: 'button', class: 'quiet', 'aria-label': 'Play', 'aria-keyshortcuts': 'Space' },
    '▶ Play',
  )
  play.addEventListener('click', toggle)
  return play
}

export function createBarNode(label: string, play: HTMLButtonElement): HTMLElement {
  return element('div', { class: 'playback', role: 'group', 'aria-label': label }, play)
}

/** Space plays and pauses, unless it is meant for something else. @returns how to stop that. */
export function listenToSpace(toggle: () => void): () => void {
  const onSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isChord(event) || event.defaultPrevented) return
    const { target } = event
    if (target !== document.body && !(target instanceof Element && target.matches('.charts'))) return
    event.preventDefault()
    toggle()
  }
  document.addEventListener('keydown', onSpace)
  return () => document.removeEventListener('keydown', onSpace)
}
