// What a person does with a page, in any engine: looks for things by selector and text, points, presses and types.

const PATIENCE_MS = 30_000
const PAUSE_MS = 25

/** Keys by name: https://www.w3.org/TR/webdriver2/#keyboard-actions. */
export const KEYS = { Enter: '\uE007', Control: '\uE009', Home: '\uE011', End: '\uE010' }

/** @typedef {ReturnType<typeof createPerson>} Person */

/** @param {import('./firefox.mjs').Engine} engine */
export function createPerson(engine) {
  /**
   * Asks the page until the answer is not empty. Given as a function that is run there, so it sees nothing from here.
   *
   * @param {string} what for the message where it never comes
   * @param {(argument: any) => unknown} question
   * @param {unknown} [argument]
   * @returns {Promise<any>}
   */
  const until = async (what, question, argument) => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const answer = await engine.run(String(question), argument)
      if (answer) return answer
      if (Date.now() > end) throw new Error(`not seen: ${what}`)
      await new Promise((passed) => setTimeout(passed, PAUSE_MS))
    }
  }
  /**
   * @param {string} selector
   * @param {string} [text] all the text of what is looked for, or its label
   */
  const see = (selector, text = '') => until(`${selector} ${text}`, findPlace, { selector, text })
  const point = (/** @type {object[]} */ ...actions) =>
    engine.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  const moveTo = (/** @type {{x: number, y: number}} */ { x, y }, duration = 0) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration,
  })
  const [DOWN, UP] = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return {
    open: engine.open,
    run: (/** @type {(argument: any) => unknown} */ code, /** @type {unknown} */ argument = null) =>
      engine.run(String(code), argument),
    until,
    see,
    /** @type {(selector: string, text?: string) => Promise<void>} */
    async click(selector, text) {
      await point(moveTo(await see(selector, text)), DOWN, UP)
    },
    /**
     * Presses somewhere on a thing and lets go somewhere else, both as shares of its width.
     *
     * @param {string} selector
     * @param {number} from
     * @param {number} to
     */
    async drag(selector, from, to) {
      const { left, width, y } = await see(selector)
      const at = (/** @type {number} */ share) => ({ x: left + share * width, y })
      await point(moveTo(at(from)), DOWN, moveTo(at((from + to) / 2), 100), moveTo(at(to), 100), UP)
    },
    /** @type {(...keys: string[]) => Promise<void>} */
    press: (...keys) =>
      engine.act([
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            ...keys.map((value) => ({ type: 'keyDown', value })),
            ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
          ],
        },
      ]),
    /** @type {(text: string) => Promise<void>} */
    type: (text) =>
      engine.act([
        {
          type: 'key',
          id: 'keyboard',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ]),
  }
}

/**
 * Run in the page: the middle and the edges of the first visible thing, once it is in sight and nothing lies over it.
 *
 * @param {{selector: string, text: string}} wanted
 */
function findPlace({ selector, text }) {
  // What stands there before the page runs is inert.
  const isIt = (/** @type {Element} */ one) =>
    !one.closest('[inert]') &&
    one.getClientRects().length > 0 &&
    [one.textContent?.trim(), one.ariaLabel, ''].includes(text)
  const found = [...document.querySelectorAll(selector)].find(isIt)
  if (!found) return undefined
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const above = document.elementFromPoint(x, y)
  return above && (found.contains(above) || above.contains(found)) ? { x, y, left, width } : undefined
}
