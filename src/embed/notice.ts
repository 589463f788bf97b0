import type { Notice } from '../store/state.ts'
import { element } from '../view/dom.ts'

/** A small frame has room for this many problems. */
const SHOWN = 4

export function createNotice(notice: Notice, open: Node): HTMLElement {
  const { problems: wrong, doubts = [], kept, isReplaced, newer, modelVersion } = notice
  const problems = [...wrong, ...doubts]
  const other = modelVersion && `Made with another runtime model (${modelVersion}): figures may differ.`
  if (problems.length === 0) return element('p', { class: 'notice', role: 'status' }, other)
  const more = problems.length - SHOWN
  const title = newer
    ? 'A newer Sawtooth made this link. Part of it could not be read.'
    : wrong.length > 0
      ? `${isReplaced ? 'The program in' : 'Part of'} this link could not be read.`
      : 'Is this size meant?'
  return element(
    'div',
    { class: 'notice', role: 'alert' },
    element('b', {}, title),
    element(
      'ul',
      {},
      ...problems
        .slice(0, SHOWN)
        .map(({ path, message }) =>
          element('li', {}, path ? element('code', {}, `${path}:`) : undefined, ` ${message}`),
        ),
      more > 0 ? element('li', {}, `and ${more} more`) : undefined,
      other ? element('li', {}, other) : undefined,
    ),
    element('p', {}, `Shown ${isReplaced ? 'instead' : 'here'}: ${kept.join(', ')}. `, open),
  )
}

/** Shown instead of a part that was not loaded. `what` begins a sentence: `The player`. */
export function createMissing(what: string, tryAgain: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'quiet' }, 'Try again')
  button.addEventListener('click', tryAgain)
  const words = `${what} could not be loaded: the connection is down, or the site has been updated. `
  return element('p', { class: 'notice', role: 'alert' }, words, button)
}
