import { type App, isStale } from '../store/store.ts'
import { element } from '../view/dom.ts'

/** While a long run is being computed in slices: says so in the middle of the figure, and has a way to stop it. */
export function createComputing({ store, runs }: App) {
  const stop = element('button', { type: 'button', class: 'quiet' }, 'Stop')
  stop.addEventListener('click', () => runs.cancel(store.getState().scenario))
  const words = element('span', {}, 'Computing a long run… ', stop)
  const node = element('p', { class: 'computing', role: 'status' })
  return {
    node,
    update() {
      const isComputing = isStale(store.getState(), runs)
      if (isComputing !== node.hasChildNodes()) node.replaceChildren(...(isComputing ? [words] : []))
    },
  }
}
