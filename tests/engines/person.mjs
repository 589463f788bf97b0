// What a person does with a page, in any engine: looks for things by selector and text, points, presses and types.

const PATIENCE_MS = 30_000
const PAUSE_MS = 25
/** What stands where it stood so long ago is at rest. */
const REST_MS = 100

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
  /** @param {object[]} actions */
  const useKeys = (actions) => engine.act([{ type: 'key', id: 'keyboard', actions }])
  const down = (/** @type {string} */ value) => ({ type: 'keyDown', value })
  const up = (/** @type {string} */ value) => ({ type: 'keyUp', value })
  const press = (/** @type {string[]} */ ...keys) => useKeys([...keys.map(down), ...keys.toReversed().map(up)])
  const type = (/** @type {string} */ text) => useKeys([...text].flatMap((value) => [down(value), up(value)]))
  /** @type {typeof see} */
  const seeAtRest = async (selector, text) => {
    // Nobody clicks what still moves, because something above it has just come.
    for (let last = await see(selector, text); ; ) {
      await new Promise((passed) => setTimeout(passed, REST_MS))
      const place = await see(selector, text)
      if (place.x === last.x && place.y === last.y) return place
      last = place
    }
  }
  /** @type {(selector: string, text?: string) => Promise<void>} */
  const click = async (selector, text) => {
    await point(moveTo(await seeAtRest(selector, text)), DOWN, UP)
  }
  return {
    open: engine.open,
    run: (/** @type {(argument: any) => unknown} */ code, /** @type {unknown} */ argument = null) =>
      engine.run(String(code), argument),
    until,
    see,
    click,
    /**
     * Presses somewhere on a thing and lets go somewhere else, both as shares of its width.
     *
     * @param {string} selector
     * @param {number} from
     * @param {number} to
     */
    async drag(selector, from, to) {
      const { left, width, y } = await seeAtRest(selector)
      const at = (/** @type {number} */ share) => ({ x: left + share * width, y })
      await point(moveTo(at(from)), DOWN, moveTo(at((from + to) / 2), 100), moveTo(at(to), 100), UP)
    },
    press,
    /**
     * Types over what a field holds, and looks at each step whether the field took it.
     *
     * @param {string} selector
     * @param {string} text
     */
    async fill(selector, text) {
      await click(selector)
      await until(`the cursor in ${selector}`, (wanted) => document.activeElement?.matches(wanted), selector)
      await press(KEYS.Control, 'a')
      await type(text)
      const isTyped = (/** @type {string[]} */ [field = '', wanted]) =>
        /** @type {HTMLInputElement | null} */ (document.querySelector(field))?.value === wanted
      await until(`${text} in ${selector}`, isTyped, [selector, text])
      await press(KEYS.Enter)
    },
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
