import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'

const PAGES = [
  { name: 'Simulator', path: './', heading: 'Sawtooth' },
  { name: 'Learn', path: './learn.html', heading: 'Learn how Go’s garbage collector works' },
  { name: 'Experiments', path: './experiments.html', heading: 'Published experiments' },
  { name: 'Evidence', path: './evidence.html', heading: 'Evidence' },
  { name: 'Your program', path: './program.html', heading: 'Your program' },
] as const

const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true })

const WIDTHS = [320, 390, 470, 640, 901, 1000, 1220, 1280, 1920]
/** From this width on the header is one line, and the same on every page. */
const ONE_LINE = 640

test('a click leads from the first page to each other, and back', async ({ page }) => {
  await page.goto(PAGES[0].path)
  for (const to of PAGES.slice(1))
    for (const { name, heading } of [to, PAGES[0]]) {
      await nav(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    }
})

test('every page leads to every other, in a header that is whole and the same at every width', async ({
  page,
  baseURL,
}) => {
  const seen = new Map<number, Set<string>>(WIDTHS.map((width) => [width, new Set()]))
  for (const { name, path } of PAGES) {
    await page.goto(path + (path === './' ? '#v=1&preset=steady' : ''))
    await expect(page.getByRole('main')).toBeVisible()
    await test.step(`${name} leads to the others, and says where one is`, () => checkLinks(page, name, baseURL))
    for (const [width, headers] of seen)
      await test.step(`the header of ${name} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await checkWhole(page, width)
        if (width >= ONE_LINE) headers.add(await readLine(page, `${path} at ${width} px`))
      })
    // Last: what has the focus scrolls into sight.
    await test.step(`${name}: the first Tab offers to skip the header`, () => checkSkip(page))
  }
  for (const [width, headers] of seen) expect([...headers], `at ${width} px`).toHaveLength(width < ONE_LINE ? 0 : 1)
})

/** Each other page by its address, a click away; the page itself leads nowhere. */
async function checkLinks(page: Page, name: string, baseURL: string | undefined): Promise<void> {
  for (const other of PAGES) {
    const link = nav(page).getByRole('link', { name: other.name })
    if (other.name === name) await expect(link).toHaveAttribute('aria-current', 'page')
    else expect(await link.evaluate((a: HTMLAnchorElement) => a.href)).toBe(new URL(other.path, baseURL).href)
  }
  await expect(nav(page).locator('[aria-current]')).toHaveCount(1)
}

async function checkWhole(page: Page, width: number): Promise<void> {
  const boxes = await nav(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  expect(boxes.length).toBeGreaterThanOrEqual(3)
  for (const { left, right } of boxes) {
    expect(left, `${width} px`).toBeGreaterThanOrEqual(0)
    expect(right, `${width} px`).toBeLessThanOrEqual(width)
  }
  const hidden = await nav(page)
    .getByRole('link')
    .evaluateAll((all) =>
      all.filter((one) => {
        const { right, top, height } = one.getBoundingClientRect()
        return !one.contains(document.elementFromPoint(right - 2, top + height / 2))
      }),
    )
  expect(hidden, `covered at ${width} px`).toHaveLength(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** What stands in the header, in one line, and where. */
async function readLine(page: Page, where: string): Promise<string> {
  const places = await readHeader(page)
  expect(places).toHaveLength(7)
  const middles = places.map(({ middle }) => middle)
  expect(Math.max(...middles) - Math.min(...middles), where).toBeLessThanOrEqual(3)
  return JSON.stringify(places)
}

function readHeader(page: Page) {
  return page.locator('.site-header > :is(.wordmark, button), .site-header .other-pages a').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { text: one.textContent, x: Math.round(x), width: Math.round(width), middle: Math.round(y + height / 2) }
    }),
  )
}

/** The first Tab offers to skip the header, which leaves the address as it is. */
async function checkSkip(page: Page): Promise<void> {
  const url = page.url()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(page.url()).toBe(url)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
}

test('a single file, which has no other pages, has no links to them', async ({ page }) => {
  await page.goto(pathToFileURL(resolve('dist/sawtooth.html')).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const addresses = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(addresses.filter((address) => /\.html/.test(address))).toEqual([])
  await expect(nav(page)).toHaveCount(0)
})
