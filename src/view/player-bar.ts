import { element, write } from './dom.ts'
import { SPEEDS, STEPS, type StepName } from './player.ts'

interface BarActions {
  readonly toggle: () => void
  readonly step: (name: StepName) => void
  readonly setSpeed: (speed: number) => void
  readonly showBlocks: (isShown: boolean) => void
  readonly close: () => void
}

/** The buttons of playback: Play alone until it is open. */
export function createBar(label: string, { toggle, step, setSpeed, showBlocks, close }: BarActions) {
  const play = toButton('Play', toggle)
  play.setAttribute('aria-keyshortcuts', 'Space')
  const speed = element('select', { 'aria-label': 'Speed' })
  speed.append(...SPEEDS.map((value) => element('option', { value: String(value) }, `${value}×`)))
  speed.value = '1'
  speed.addEventListener('change', () => setSpeed(Number(speed.value)))
  const steps = STEPS.map(({ name, word, sign }) => toButton(name, () => step(name), toWord(word), sign))
  const blocks = toButton('Heap blocks', () => {
    const isShown = blocks.getAttribute('aria-pressed') !== 'true'
    blocks.setAttribute('aria-pressed', String(isShown))
    showBlocks(isShown)
  })
  blocks.append(toWord('Heap '), 'blocks')
  blocks.setAttribute('aria-pressed', 'false')
  const others = [...steps, speed, blocks, toButton('Close playback', close, '×')]
  return {
    node: element('div', { class: 'playback', role: 'group', 'aria-label': label }, play, ...others),
    play,
    speed,
    show(isOpen: boolean, isPlaying: boolean, canHaveBlocks: boolean) {
      write(play, isPlaying ? '❚❚ Pause' : '▶ Play')
      play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
      for (const part of others) part.hidden = !isOpen || (part === blocks && !canHaveBlocks)
      play.parentElement?.classList.toggle('open', isOpen)
    },
  }
}

function toButton(name: string, act: () => void, ...children: (Node | string)[]) {
  const button = element('button', { type: 'button', class: 'quiet', 'aria-label': name }, ...children)
  button.addEventListener('click', act)
  return button
}

/** Left out where there is little room. */
function toWord(text: string) {
  return element('span', { class: 'word' }, text)
}
