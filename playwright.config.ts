import { chromium, defineConfig } from '@playwright/test'
import { findChromium, TEST_ARGS } from './tests/tools/chromium.mjs'
import { keepCache } from './tests/tools/keep-cache.mjs'
import { findFreePort } from './tests/tools/serve.mjs'

// The workers read this file too: they inherit the port that the first process found free.
process.env.SAWTOOTH_TEST_PORT ??= String(await findFreePort())
const PORT = process.env.SAWTOOTH_TEST_PORT

keepCache(chromium)

/** Not the root of its host: proves that every address in the build is relative. */
const BASE = '/some/sub/path/'

export default defineConfig({
  testDir: 'tests/browser',
  // A folder of its own: Playwright empties it as it starts, and beside it lies the report of the unit tests.
  outputDir: 'test-results/browser',
  // A test that passes at the second try is a defect, in it or in the page, and fails where it can be looked into. CI
  // only decides whether a change may land: there it passes, and the test line says how many did so.
  retries: process.env.CI ? 1 : 0,
  // On two processors: a quarter of the time two of them would wait for timers, servers and the disk.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}${BASE}`,
    viewport: { width: 1280, height: 800 },
    // A page of its own costs a test more than most tests do: tests/browser/shared-context.test.ts says what is reset.
    reuseContext: true,
    // What one test had kept would answer the next. Allowed where it is tested (offline.test.ts).
    serviceWorkers: 'block',
    launchOptions: { executablePath: findChromium(), args: TEST_ARGS },
  },
  webServer: {
    command: 'node tests/tools/start.mjs',
    env: { PORT: PORT, BASE },
    url: `http://127.0.0.1:${PORT}${BASE}`,
    reuseExistingServer: false,
  },
})
