// Opens the build in Firefox and in WebKit and uses it: npm run test:engines [-- firefox|webkit]. On Debian, as root, what
// is missing is installed. Ends with "N passed, N failed".
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findFreePort, serve } from '../tools/serve.mjs'
import { CASES } from './cases.mjs'
import { startFirefox } from './firefox.mjs'
import { createPerson } from './person.mjs'
import { startWebKit } from './webkit.mjs'

const VIEWPORT = { width: 1280, height: 800 }
/** As browser tests have it: CI only decides whether a change may land. */
const TRIES = process.env.CI ? 2 : 1
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']
const MINI_BROWSER = ['4.1', '6.0', '4.0'].flatMap((version) =>
  ['x86_64', 'aarch64'].map((kind) => `/usr/lib/${kind}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
)
const MISSING = `Firefox, WebKitGTK's driver or Xvfb is missing. On Debian: apt-get install ${PACKAGES.join(' ')}`
const REPORT = 'test-results/engines.json'

const root = fileURLToPath(new URL('../../dist', import.meta.url))
if (!existsSync(root)) throw new Error('nothing built yet: npm run build')
const wanted = process.argv[2]
if (!areThere()) install()
const firefox = which('firefox-esr') ?? which('firefox')
const driver = which('WebKitWebDriver')
const browser = MINI_BROWSER.find((path) => existsSync(path))
if (!firefox || !driver || !browser) throw new Error(MISSING)

const display = await startDisplay()
const { url, close } = await serve({ root, port: await findFreePort(), base: '/some/sub/path/' })
const count = { passed: 0, failed: 0 }
// Beside each other, as each waits for its pages. Firefox has no window, so that the display and its clipboard are WebKit's.
await Promise.all([
  wanted !== 'webkit' && takeAll(() => startFirefox(firefox, VIEWPORT)),
  wanted !== 'firefox' && takeAll(() => startWebKit({ driver, browser }, VIEWPORT)),
])
close()
display.kill()
mkdirSync('test-results', { recursive: true })
writeFileSync(
  REPORT,
  JSON.stringify({
    numPassedTests: count.passed,
    numFailedTests: count.failed,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  }),
)
console.log(`\n${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1)

/** A display that nobody else has: Xvfb chooses its number, and says it once it listens. */
async function startDisplay() {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const said = await new Promise((spoken, failed) => {
    xvfb.stdio[3]?.once('data', spoken)
    xvfb.once('exit', () => failed(new Error('Xvfb did not start')))
  })
  process.env.DISPLAY = `:${String(said).trim()}`
  return xvfb
}

/** @param {() => Promise<import('./firefox.mjs').Engine>} startOnce */
async function takeAll(startOnce) {
  // A driver may hang as it starts its browser, before it has seen anything of ours.
  const start = () =>
    startOnce().catch((problem) => {
      console.log(`  a browser did not start, again after: ${problem}`)
      return startOnce()
    })
  let engine = await start()
  for (const one of CASES) {
    let problem = await takeCase(engine, one)
    for (let tries = 1; problem && tries < TRIES; tries++) {
      console.log(`  ${engine.name}: ${one.name}, again after: ${problem}`)
      // Started anew: a key that stays down, or a page that hangs, would spoil this try as well.
      await engine.close()
      engine = await start()
      problem = await takeCase(engine, one)
    }
    count[problem ? 'failed' : 'passed']++
    console.log(`${problem ? '✘' : '✓'} ${engine.name}: ${one.name}${problem ? `\n    ${problem}` : ''}`)
  }
  await engine.close()
}

/**
 * @param {import('./firefox.mjs').Engine} engine
 * @param {import('./cases.mjs').Case} one
 * @returns {Promise<string | undefined>} what went wrong
 */
async function takeCase(engine, one) {
  const complaintsAnd = (/** @type {string[]} */ ...problems) => [...problems, ...engine.complaints].join('\n    ')
  return one.take(createPerson(engine), url).then(
    () => complaintsAnd() || undefined,
    (error) => complaintsAnd(String(error.message)),
  )
}

/** @param {string} name */
function which(name) {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function areThere() {
  const isFirefox = Boolean(which('firefox-esr') ?? which('firefox'))
  return isFirefox && Boolean(which('WebKitWebDriver')) && Boolean(which('Xvfb'))
}

function install() {
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const isRoot = process.getuid?.() === 0
  if (isRoot && apt('update') && apt('install', '-y', ...PACKAGES) && areThere()) return
  throw new Error(MISSING)
}
