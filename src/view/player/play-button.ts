import { element } from '../dom.ts'
import { isChord } from '../keys.ts'

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

/** Space plays and pauses, unless the focused element uses it. @returns how to stop listening */
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
