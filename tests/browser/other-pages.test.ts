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

test('from each page every other is one click away', async ({ page }) => {
  await page.goto(PAGES[0].path)
  for (const to of everyWay()) {
    await nav(page).getByRole('link', { name: to.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: to.heading })).toBeAttached()
  }
})

/** From the first page on, each way from a page to another once: where the next goes, in order. */
function everyWay() {
  const last = PAGES.length - 1
  // Of pages i and k, there and back; then on to the next i.
  return PAGES.flatMap((from, i) => [
    ...PAGES.slice(i + 2).flatMap((to) => [to, from]),
    ...(i < last ? [PAGES[i + 1]!] : PAGES.slice(0, last).toReversed()),
  ])
}

for (const { name, path } of PAGES.slice(1)) {
  test(`${name} says where one is`, async ({ page }) => {
    await page.goto(path)
    await expect(nav(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(nav(page).locator('[aria-current]')).toHaveCount(1)
  })
}

for (const { name, path } of PAGES)
  test(`the header of ${name} holds its links, whole, at every width`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    for (const width of [1280, 1000, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const links = await nav(page).getByRole('link').all()
      expect(links.length).toBeGreaterThanOrEqual(3)
      for (const link of links) {
        const box = await link.boundingBox()
        expect(box!.x, `${width} px`).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width, `${width} px`).toBeLessThanOrEqual(width)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

test('every page has the same header, in one line', async ({ page }) => {
  const seen = new Map<number, Set<string>>([640, 901, 1000, 1220, 1280, 1920].map((width) => [width, new Set()]))
  for (const { path } of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    for (const [width, headers] of seen) {
      await page.setViewportSize({ width, height: 800 })
      const places = await readHeader(page)
      expect(places).toHaveLength(7)
      const middles = places.map(({ middle }) => middle)
      expect(Math.max(...middles) - Math.min(...middles), `${path} at ${width} px`).toBeLessThanOrEqual(3)
      headers.add(JSON.stringify(places))
    }
  }
  for (const [width, headers] of seen) expect([...headers], `at ${width} px`).toHaveLength(1)
})

function readHeader(page: Page) {
  return page.locator('.site-header > :is(.wordmark, button), .site-header .other-pages a').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { text: one.textContent, x: Math.round(x), width: Math.round(width), middle: Math.round(y + height / 2) }
    }),
  )
}

for (const { name, path } of PAGES) {
  test(`${name}: the first Tab offers to skip the header, and leaves the address as it is`, async ({ page }) => {
    const fragment = path === './' ? '#v=1&preset=steady' : ''
    await page.goto(path + fragment)
    await expect(page.getByRole('main')).toBeVisible()
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
  })
}

test('a single file, which has no other pages, has no links to them', async ({ page }) => {
  await page.goto(pathToFileURL(resolve('dist/sawtooth.html')).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const addresses = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(addresses.filter((address) => /\.html/.test(address))).toEqual([])
  await expect(nav(page)).toHaveCount(0)
})
