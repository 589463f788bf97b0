import { resolve, sep } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { freshTest } from './support/fresh.ts'

// In this order, in one worker: the second is given what the first leaves.
test.describe.configure({ mode: 'serial' })

/** What a test may leave in a page, as the next one would find it. */
async function findLeft(page: Page) {
  await page.goto('./')
  return page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    script: Reflect.get(window, 'left') ?? null,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    size: `${innerWidth}×${innerHeight}`,
    answer: await fetch('favicon.svg').then((response) => response.headers.get('Content-Type')),
  }))
}

const NOTHING = {
  local: null,
  session: null,
  cookie: '',
  databases: [],
  workers: 0,
  script: null,
  dark: false,
  still: false,
  size: '1280×800',
  answer: 'image/svg+xml',
}

let heard = 0
let used: unknown

test('a test leaves what it can', async ({ page, context }) => {
  used = await findProcess(page)
  await page.goto('./')
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
    // biome-ignore lint/suspicious/noDocumentCookie: the test is about what it leaves
    document.cookie = 'left=here'
    await new Promise((opened) => Object.assign(indexedDB.open('left'), { onsuccess: opened }))
  })
  await page.addInitScript(() => Reflect.set(window, 'left', 'here'))
  await context.addInitScript(() => Reflect.set(window, 'left', 'here'))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 400, height: 300 })
  await page.route('**/favicon.svg', (route) => route.fulfill({ contentType: 'text/plain', body: '' }))
  page.on('request', () => heard++)
  context.on('request', () => heard++)
  await (await context.newPage()).goto('./')
  const left = await findLeft(page)
  for (const key of Object.keys(NOTHING) as (keyof typeof NOTHING)[])
    if (key !== 'workers') expect(left[key], key).not.toEqual(NOTHING[key])
  expect(heard).toBeGreaterThan(0)
})

test('and the next finds nothing of it, in the same page', async ({ page, context }) => {
  // The page before may still have asked for something after its test had looked.
  heard = 0
  expect(await findLeft(page)).toEqual(NOTHING)
  expect(context.pages()).toHaveLength(1)
  expect(heard).toBe(0)
  expect(await findProcess(page)).toEqual(used)
})

test('but the scripts, whose names have a hash of what they hold, which the browser has kept', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  )
  expect(fetched.length).toBeGreaterThan(2)
  expect(fetched.filter((bytes) => bytes > 0)).toEqual([])
})

freshTest('a test that asks for a context of its own has one', async ({ page }) => {
  expect(await findLeft(page)).toEqual(NOTHING)
  expect(await findProcess(page)).not.toEqual(used)
})

/** Which of the browser's tabs it is. */
async function findProcess(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page)
  return (await session.send('Target.getTargetInfo')).targetInfo.targetId
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants its fixtures in braces, even where none is used.
test('what the browser tests leave is in a folder without the reports of other steps', ({}, testInfo) => {
  const folder = `${testInfo.project.outputDir}${sep}`
  for (const report of ['unit.json', 'browser.json', 'engines.json'])
    expect(resolve('test-results', report).startsWith(folder), report).toBe(false)
})
