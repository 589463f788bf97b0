// WebKit as Debian has it, by WebDriver: https://www.w3.org/TR/webdriver2/. Needs a display: run it under Xvfb.
import { spawn } from 'node:child_process'
import { findFreePort } from '../tools/serve.mjs'

const TRIES = 100
const PAUSE_MS = 100
/** A browser that does not start, or hangs, fails its test; the driver would wait for ever. */
const ANSWER_MS = 60_000
const CLOSE_MS = 5_000
/** It starts within two seconds, or hangs. */
const START_MS = 20_000

/**
 * @param {{driver: string, browser: string}} binaries
 * @param {{width: number, height: number}} viewport
 * @returns {Promise<import('./firefox.mjs').Engine>}
 */
export async function startWebKit({ driver, browser }, viewport) {
  const port = await findFreePort()
  const server = spawn(driver, [`--port=${port}`], { stdio: 'ignore' })
  const root = `http://127.0.0.1:${port}`
  const options = { binary: browser, args: ['--automation'] }
  const asked = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }
  const { sessionId, capabilities } = await waitFor(`${root}/status`)
    .then(() => post(`${root}/session`, asked, START_MS))
    .catch((problem) => {
      server.kill()
      throw problem
    })
  const session = `${root}/session/${sessionId}`
  await post(`${session}/window/rect`, { x: 0, y: 0, ...viewport })
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    // What the console says is not to be had through this driver.
    complaints: [],
    async open(url) {
      await post(`${session}/url`, { url: 'about:blank' })
      await post(`${session}/url`, { url })
    },
    run: (code, argument) =>
      post(`${session}/execute/sync`, { script: `return (${code})(arguments[0])`, args: [argument ?? null] }),
    act: (actions) => post(`${session}/actions`, { actions }),
    async close() {
      // A browser that hangs goes with its driver.
      await fetch(session, { method: 'DELETE', signal: AbortSignal.timeout(CLOSE_MS) }).catch(() => undefined)
      server.kill()
    },
  }
}

/**
 * @param {string} url
 * @param {object} body
 * @param {number} [ms]
 * @returns {Promise<any>}
 */
async function post(url, body, ms = ANSWER_MS) {
  const signal = AbortSignal.timeout(ms)
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal })
  const { value } = /** @type {{value: any}} */ (await response.json())
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** @param {string} url */
async function waitFor(url) {
  for (let i = 0; i < TRIES; i++) {
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((passed) => setTimeout(passed, PAUSE_MS))
  }
  throw new Error(`nothing answers at ${url}`)
}
