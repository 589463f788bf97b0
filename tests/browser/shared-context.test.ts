import { resolve, sep } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { freshTest } from './support/fresh.ts'

// In this order, in one worker: each is given what the one before it leaves.
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
const visited: string[] = []

test('a page is used for the first time', async ({ page }) => {
  await page.goto('./')
  used = await findProcess(page)
})

test('a test leaves what it can, but for session storage', async ({ page, context }) => {
  expect(await findProcess(page)).toEqual(used)
  await leave(page, context)
  const left = await findLeft(page)
  for (const key of Object.keys(NOTHING) as (keyof typeof NOTHING)[])
    if (key !== 'workers' && key !== 'session') expect(left[key], key).not.toEqual(NOTHING[key])
  expect(heard).toBeGreaterThan(0)
  recordVisits(context)
})

test('the next test starts with empty storage on about:blank', async ({ page, context }) => {
  expect(new Set(visited)).toEqual(new Set(['about:blank']))
  await expectNothing(page, context)
})

test('a test leaves something in session storage too', async ({ page, context }) => {
  await leave(page, context)
  await page.evaluate(() => sessionStorage.setItem('left', 'here'))
  expect(await findLeft(page)).toMatchObject({ local: 'here', session: 'here' })
})

test('the next test starts with empty session storage too', async ({ page, context }) => {
  await expectNothing(page, context)
})

/** What Playwright itself opens in the page between two tests can be seen only within it. */
function recordVisits(context: BrowserContext): void {
  const frame = Reflect.get(context, '_connection').toImpl(context).pages()[0].mainFrame()
  frame.gotoImpl = (...given: unknown[]) => {
    visited.push(String(given[1]))
    return Object.getPrototypeOf(frame).gotoImpl.apply(frame, given)
  }
}

async function leave(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('./')
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here')
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
}

async function expectNothing(page: Page, context: BrowserContext): Promise<void> {
  // The page before may still have asked for something after its test had looked.
  heard = 0
  expect(await findLeft(page)).toEqual(NOTHING)
  expect(context.pages()).toHaveLength(1)
  expect(heard).toBe(0)
  expect(await findProcess(page)).toEqual(used)
}

test('the browser still has the scripts in its cache: their names have a hash', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  // Those that the page names itself: what comes later may not have come in the tests before.
  const fetched = await page.evaluate(() => {
    const first = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href)
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => first.includes(name))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize)
  })
  expect(fetched.length).toBeGreaterThan(1)
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
test('the browser tests write into a folder without the reports of other steps', ({}, testInfo) => {
  const folder = `${testInfo.project.outputDir}${sep}`
  for (const report of ['unit.json', 'browser.json', 'engines.json'])
    expect(resolve('test-results', report).startsWith(folder), report).toBe(false)
})
