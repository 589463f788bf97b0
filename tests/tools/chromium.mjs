import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The one without windows first: it takes half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
]

const KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

const MISSING = `No browser for the tests. Any one of these gives them one:
  1. CHROMIUM=/path/to/chromium names it;
  2. Chromium or Chrome on the PATH, or where it is usually installed;
  3. Playwright's own download: npx playwright install chromium
  4. on Debian as root, the package chromium-headless-shell or chromium (installed by itself if apt can reach it).`

/**
 * No sandbox for root only, because Chromium refuses to start with one; one process per site: otherwise each test
 * starts a new one with empty caches; the rest keeps it offline.
 */
export const LAUNCH_ARGS = [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--process-per-site',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * For tests, never for measurements: a page lives for a second or two, in which V8's top compiler (TurboFan) costs more
 * than it saves. The one below it, Maglev, makes simulations fast enough.
 */
export const TEST_ARGS = [...LAUNCH_ARGS, '--js-flags=--no-turbofan']

/**
 * The path of a Chromium to test with: the one CHROMIUM names, one that is installed, Playwright's download, or
 * (on Debian, as root) the package, installed now. Throws, naming all four, when there is none.
 *
 * @returns {string}
 */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM names ${named}, which does not exist.\n${MISSING}`)
  }
  const found = findInstalled() ?? findDownloaded() ?? installPackage()
  if (found) return found
  throw new Error(MISSING)
}

function findInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...KNOWN_PATHS].find((path) => existsSync(path))
}

function findDownloaded() {
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

function installPackage() {
  if (!isRoot() || !isDebian()) return undefined
  console.error('No browser found: installing the package chromium-headless-shell, or chromium.')
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const install = (/** @type {string} */ name) => apt('install', '-y', name)
  return apt('update') && (install('chromium-headless-shell') || install('chromium')) ? findInstalled() : undefined
}

function isRoot() {
  return process.getuid?.() === 0
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
}
