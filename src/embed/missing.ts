import { element } from '../view/dom.ts'

/** What stands in place of something that has not come. `what` begins a sentence: `The player`. */
export function createMissing(what: string, tryAgain: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'quiet' }, 'Try again')
  button.addEventListener('click', tryAgain)
  const words = `${what} could not be loaded: the connection is down, or the site has been updated. `
  return element('p', { class: 'notice', role: 'alert' }, words, button)
}
