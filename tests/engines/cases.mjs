// What has to work in every engine: each page opens, and what people do with it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { KEYS } from './person.mjs'

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {(person: import('./person.mjs').Person, root: string) => Promise<void>} take throws where something is not as it should be
 */

const LOG = readFileSync(new URL('../../src/program/samples/steady.log', import.meta.url), 'utf8')

/** Something that stands on a page once it is whole. */
const PAGES = /** @type {const} */ ([
  ['', '.result-peak-memory .number'],
  ['#v=1&preset=thrash&model=runtime', '.heap-chart .line.trigger'],
  ['#v=1&preset=headroom&map=1', '.map-host svg, .map-host canvas'],
  ['learn.html', 'main h1'],
  ['learn.html#lesson=the-sawtooth&step=2', 'main h1'],
  ['experiments.html', 'main h1'],
  ['evidence.html', 'main .ratio-chart'],
  ['program.html', 'main textarea'],
  ['log.html', 'main textarea'],
  ['embed.html#v=1&preset=spike', '.heap-chart'],
])

const peak = (/** @type {import('./person.mjs').Person} */ person, /** @type {string} */ text) =>
  person.until(
    `a peak of ${text}`,
    (wanted) => document.querySelector('.result-peak-memory .number')?.textContent?.startsWith(wanted),
    text,
  )

/** @type {Case[]} */
export const CASES = [
  ...PAGES.map(([path, mark]) => ({
    name: `opens ${path || 'the simulator'}, and nothing sticks out`,
    take: async (/** @type {import('./person.mjs').Person} */ person, /** @type {string} */ root) => {
      await person.open(root + path)
      await person.see(mark)
      const [inside, outside] = await person.run(() => [
        document.documentElement.clientWidth,
        document.documentElement.scrollWidth,
      ])
      if (outside > inside) throw new Error(`the page is ${outside} px wide, and the window ${inside}`)
    },
  })),
  ...['steady', 'spike', 'thrash'].map((preset) => ({
    name: `keeps the figure of ${preset} out of the controls beside it`,
    take: async (/** @type {import('./person.mjs').Person} */ person, /** @type {string} */ root) => {
      await person.open(`${root}#v=1&preset=${preset}&model=runtime`)
      await person.until('who paid for the cycle', () => document.querySelector('.payer') !== null)
      const intruders = await person.run(findIntruders)
      if (intruders.length > 0) throw new Error(`in the controls: ${intruders}`)
    },
  })),
  {
    name: 'marks the words that explain themselves with a dotted line',
    async take(person, root) {
      await person.open(root)
      await person.see('.explain')
      const [line, style] = await person.run(() => {
        const { textDecorationLine, textDecorationStyle } = getComputedStyle(
          document.querySelector('.explain') ?? document.body,
        )
        return [textDecorationLine, textDecorationStyle]
      })
      if (line !== 'underline' || style !== 'dotted') throw new Error(`the line is ${line}, ${style}`)
    },
  },
  {
    name: 'keeps no room for a bar beside a table that has nothing to scroll to',
    async take(person, root) {
      await person.open(`${root}program.html`)
      await person.see('.scrolls table')
      const taken = await person.run(() => {
        const table = /** @type {HTMLElement} */ (document.querySelector('.scrolls'))
        return table.offsetWidth - table.clientWidth
      })
      if (taken > 0) throw new Error(`${taken} px beside the table`)
    },
  },
  {
    name: 'keeps the controls where they are while the rest of the page comes',
    async take(person, root) {
      await person.open(root)
      const { left } = await person.see('input[type=range][name=gogc]')
      await person.until('the rest of the page', () => document.documentElement.scrollHeight > innerHeight)
      const { left: later } = await person.see('input[type=range][name=gogc]')
      if (later !== left) throw new Error(`they moved by ${later - left} px`)
    },
  },
  {
    name: 'follows a slider that is dragged, and writes the address',
    async take(person, root) {
      await person.open(root)
      await peak(person, '60.0')
      await person.drag('input[type=range][name=gogc]', 0.46, 0.8)
      await person.until('another GOGC in the address', () => /gogc=\d{3}/.test(location.hash))
      const shown = await person.run(() => document.querySelector('.result-peak-memory .number')?.textContent)
      if (!(Number.parseFloat(shown) > 60)) throw new Error(`a peak of ${shown} after GOGC was raised`)
    },
  },
  {
    name: 'takes what is typed',
    async take(person, root) {
      await person.open(root)
      await person.fill('input[name=gogc-text]', '50')
      await peak(person, '45.0')
    },
  },
  {
    name: 'plays a run, pauses it and goes to its ends',
    async take(person, root) {
      await person.open(root)
      await person.click('button', 'Play')
      await person.until('a second of the run', () => Number(document.querySelector('.charts')?.ariaValueNow) > 1)
      await person.run(() => /** @type {HTMLElement | null} */ (document.querySelector('.charts'))?.focus())
      await person.press(' ')
      await person.press(KEYS.End)
      await person.until('the end', () => /ended/.test(document.querySelector('.now strong')?.textContent ?? ''))
      await person.press(KEYS.Home)
      await person.until('the start', () => Number(document.querySelector('.charts')?.ariaValueNow) === 0)
    },
  },
  {
    name: 'shares what is on the screen',
    async take(person, root) {
      await person.open(`${root}#v=1&preset=spike&gogc=50`)
      await person.click('button', 'Share')
      await person.until('the link', () => {
        /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
        const fields = document.querySelectorAll('dialog textarea, dialog input')
        return [...fields].some(({ value }) => /#v=1.*gogc=50/.test(value))
      })
    },
  },
  {
    name: 'reads a log that is pasted, and predicts another setting',
    async take(person, root) {
      await person.open(`${root}log.html`)
      await person.see('textarea')
      // By way of the clipboard: no script may fill what is pasted.
      await person.run((text) => {
        const source = document.body.appendChild(document.createElement('textarea'))
        source.value = text
        source.select()
      }, LOG)
      await person.press(KEYS.Control, 'c')
      await person.click('main textarea')
      await person.press(KEYS.Control, 'v')
      await person.see('.what-if input[name=gogc]')
      const before = await person.run(() => document.querySelector('.what-if table')?.textContent)
      await person.fill('.what-if input[name=gogc]', '50')
      await person.until(
        'another prediction',
        (old) => (document.querySelector('.what-if table')?.textContent ?? old) !== old,
        before,
      )
    },
  },
  {
    name: 'runs in a sandboxed frame of another origin, and says how high it is',
    async take(person, root) {
      const host = await serveHost(`${root}embed.html#v=1&preset=spike`)
      try {
        await person.open(host.url)
        await person.until('the height of the frame', () => Reflect.get(window, 'heard') > 100)
      } finally {
        host.close()
      }
    },
  },
]

/** Run in the page: texts of the first screen that begin beside the controls and end in them. */
function findIntruders() {
  const panel = document.querySelector('input[type=range][name=gogc]')?.closest('.controls')
  const wall = panel?.getBoundingClientRect()
  if (!panel || !wall) return ['there are none']
  return [...document.querySelectorAll('.first-screen *')]
    .filter((one) => {
      if (one.children.length > 0 || !one.textContent?.trim() || panel.contains(one)) return false
      const { left, right, top, bottom, width } = one.getBoundingClientRect()
      return width > 1 && bottom > wall.top && top < wall.bottom && left < wall.left && right > wall.left + 1
    })
    .map(({ textContent }) => textContent)
}

/**
 * A page of somebody else's with a frame, at an origin of its own.
 *
 * @param {string} frame
 */
async function serveHost(frame) {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>A host</title><script>
      addEventListener('message', ({ data }) => { if (data.type === 'sawtooth:resize') heard = data.height })
    </script><iframe sandbox="allow-scripts" width="640" height="480" src="${frame}"></iframe>`)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}
