import { expect, type Page, test } from '@playwright/test'
import { openLogPage } from './support/log.ts'

const contents = (page: Page, of = 'On this page') => page.getByRole('navigation', { name: of })
const OF_LOG = 'In the report of the log'

for (const { path, link, heading, address } of [
  {
    path: './experiments.html',
    link: 'What does a cache cost?',
    heading: 'What does a cache cost?',
    address: /#cache$/,
  },
  {
    path: './evidence.html',
    link: 'How far to trust it',
    heading: 'How far to trust it',
    address: /#at=recorded-title$/,
  },
  {
    path: './evidence.html#find=weaviate',
    // This part loads later.
    link: 'What lies outside, and why',
    heading: 'What lies outside, and why',
    address: /#find=weaviate&at=what-lies-outside-and-why$/,
  },
] as const) {
  test(`${path}: a table of contents leads to every part, and so does the address`, async ({ page }) => {
    await page.goto(path)
    await contents(page).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeInViewport()
    await expect(page).toHaveURL(address)
    // It stays in sight beside what one reads.
    await expect(contents(page)).toBeInViewport()
    const url = page.url()
    await page.goto('about:blank')
    await page.goto(url)
    await expect(page.getByRole('heading', { name: heading })).toBeInViewport()
    if (url.includes('find=')) await expect(page.getByRole('searchbox')).toHaveValue('weaviate')
  })
}

test('a log’s report has a contents list that keeps the address', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  const log = await openLogPage(page)
  await log.sample('The log of a steady service')
  await expect(contents(page, OF_LOG).getByRole('link')).toHaveCount(4)
  const url = page.url()
  await contents(page, OF_LOG).getByRole('link', { name: 'All cycles' }).click()
  await expect(page.getByRole('heading', { name: /^All \d+ cycles$/ })).toBeInViewport()
  await expect(contents(page, OF_LOG)).toBeInViewport()
  expect(page.url()).toBe(url)
})

test('a place stays in view while content above it loads', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  // The simulated program stands above the table, and is as tall as two screens.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (message: unknown, ...rest: never[]) {
      const isAnswer = JSON.stringify(message)?.includes('"answer"')
      setTimeout(() => postMessage.call(this, message, ...rest), isAnswer ? 1000 : 0)
    }
  })
  const log = await openLogPage(page)
  await log.sample('The log of a steady service')
  await contents(page, OF_LOG).getByRole('link', { name: 'All cycles' }).click()
  const heading = page.getByRole('heading', { name: /^All \d+ cycles$/ })
  await expect(heading).toBeInViewport()
  await log.predicted()
  await expect(heading).toBeInViewport()
  // Whoever goes elsewhere stays there.
  await contents(page, OF_LOG).hover()
  await page.mouse.wheel(0, -10_000)
  await expect(heading).not.toBeInViewport()
})

for (const path of ['./experiments.html', './evidence.html'])
  test(`${path}: on a phone the contents stand above the page, and nothing runs out of it`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await expect(contents(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
