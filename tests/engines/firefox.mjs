// Firefox, by WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/. Firefox speaks it itself.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A browser with one page.
 *
 * @typedef {object} Engine
 * @property {string} name with its version
 * @property {string[]} complaints errors of the console and scripts that failed, since the last page was opened
 * @property {(url: string) => Promise<void>} open returns once the page has loaded
 * @property {(code: string, argument: unknown) => Promise<any>} run calls a function given as text in the page, with an argument and an answer that JSON can carry
 * @property {(actions: object[]) => Promise<void>} act pointer and keys, in the form that both protocols share: https://www.w3.org/TR/webdriver2/#actions
 * @property {() => Promise<void>} close
 */

const START_MS = 60_000
/** Scrollbars that take room, as on Windows: 15 pixels of a window that are not the page's. */
const PREFERENCES = 'user_pref("widget.gtk.overlay-scrollbars.enabled", false);\n'

/**
 * @param {string} binary
 * @param {{width: number, height: number}} viewport
 * @returns {Promise<Engine>}
 */
export async function startFirefox(binary, viewport) {
  const profile = mkdtempSync(join(tmpdir(), 'sawtooth-firefox-'))
  writeFileSync(join(profile, 'user.js'), PREFERENCES)
  const browser = spawn(binary, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await readAddress(browser)
  /** @type {string[]} */
  const complaints = []
  const send = await connect(`${address}/session`, ({ method, params }) => {
    if (method === 'log.entryAdded' && params.level === 'error') complaints.push(params.text)
  })
  const { capabilities } = await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]
  await send('browsingContext.setViewport', { context, viewport })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    complaints,
    async open(url) {
      await send('browsingContext.navigate', { context, url: 'about:blank', wait: 'complete' })
      complaints.length = 0
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async run(code, argument) {
      const { result, exceptionDetails } = await send('script.callFunction', {
        functionDeclaration: `async (text) => JSON.stringify(await (${code})(JSON.parse(text))) ?? 'null'`,
        arguments: [{ type: 'string', value: JSON.stringify(argument ?? null) }],
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    act: (actions) => send('input.performActions', { context, actions }),
    async close() {
      browser.kill()
      await new Promise((closed) => browser.once('close', closed))
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} browser
 * @returns {Promise<string>}
 */
function readAddress(browser) {
  return new Promise((found, fail) => {
    let said = ''
    const timer = setTimeout(() => fail(new Error(`Firefox did not start: ${said}`)), START_MS)
    browser.once('exit', () => fail(new Error(`Firefox ended: ${said}`)))
    browser.stderr.on('data', (text) => {
      said += text
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (!address) return
      clearTimeout(timer)
      found(address)
    })
  })
}

/**
 * @param {string} address
 * @param {(event: any) => void} onEvent
 * @returns {Promise<(method: string, params: object) => Promise<any>>}
 */
async function connect(address, onEvent) {
  const socket = new WebSocket(address)
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  const asked = new Map()
  let last = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    const own = asked.get(message.id)
    if (!own) return onEvent(message)
    asked.delete(message.id)
    if (message.type === 'error') own.reject(new Error(`${message.error}: ${message.message}`))
    else own.resolve(message.result)
  }
  await new Promise((open, fail) => {
    socket.onopen = open
    socket.onerror = () => fail(new Error(`no connection to ${address}`))
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      asked.set(++last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}
