import { element, write } from '../dom.ts'
import { createBarNode, createPlayButton } from './play-button.ts'
import { SPEEDS, STEPS, type StepName } from './player.ts'

interface BarActions {
  readonly toggle: () => void
  readonly step: (name: StepName) => void
  readonly setSpeed: (speed: number) => void
  readonly showBlocks: () => void
  readonly close: () => void
}

/** The buttons of playback; before it starts, only Play. */
export function createBar(label: string, actions: BarActions) {
  const play = createPlayButton(actions.toggle)
  const node = createBarNode(label, play)
  let others: ReturnType<typeof createOthers> | undefined
  return {
    node,
    play,
    speed: () => Number(others?.speed.value ?? 1),
    hasBlocks: () => others?.blocks.getAttribute('aria-pressed') === 'true',
    isSpeed: (target: EventTarget | null) => target !== null && target === others?.speed,
    show(isOpen: boolean, isPlaying: boolean, canHaveBlocks: boolean) {
      write(play, isPlaying ? '❚❚ Pause' : '▶ Play')
      play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
      node.classList.toggle('open', isOpen)
      if (isOpen && !others) {
        others = createOthers(actions)
        node.append(...others.all)
      }
      for (const part of others?.all ?? []) part.hidden = !isOpen || (part === others?.blocks && !canHaveBlocks)
    },
  }
}

function createOthers({ step, setSpeed, showBlocks, close }: BarActions) {
  const speed = element('select', { 'aria-label': 'Speed' })
  speed.append(...SPEEDS.map((value) => element('option', { value: String(value) }, `${value}×`)))
  speed.value = '1'
  speed.addEventListener('change', () => setSpeed(Number(speed.value)))
  const steps = STEPS.map(({ name, word, sign }) => toButton(name, () => step(name), toWord(word), sign))
  const blocks = toButton('Heap blocks', () => {
    blocks.setAttribute('aria-pressed', String(blocks.getAttribute('aria-pressed') !== 'true'))
    showBlocks()
  })
  blocks.append(toWord('Heap '), 'blocks')
  blocks.setAttribute('aria-pressed', 'false')
  return { speed, blocks, all: [...steps, speed, blocks, toButton('Close playback', close, '×')] }
}

function toButton(name: string, act: () => void, ...children: (Node | string)[]) {
  const button = element('button', { type: 'button', class: 'quiet', 'aria-label': name }, ...children)
  button.addEventListener('click', act)
  return button
}

/** Hidden if there is little room. */
function toWord(text: string) {
  return element('span', { class: 'word' }, text)
}
