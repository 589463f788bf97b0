import { expect, type Page, test } from '@playwright/test'
import { validateScenario } from '../../src/scenario/validate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { findChromium, TEST_ARGS } from '../tools/chromium.mjs'
import { findOverlaps } from './support/overlaps.ts'

// Scrollbars take room on many desktops: with them there is the least room for everything else.
test.use({
  launchOptions: { executablePath: findChromium(), args: TEST_ARGS, ignoreDefaultArgs: ['--hide-scrollbars'] },
})

const MIB_PER_SECOND = 2 ** 20

/** Limits that come and go while it runs, calls of runtime.GC() close together, memory outside Go, and a container. */
function eventful(): string {
  const scenario = validateScenario({
    version: 1,
    title: 'A service whose container is resized while it runs',
    model: 'runtime',
    containerLimit: '400MiB',
    memoryLimit: '300MiB',
    procs: 4,
    program: {
      otherMemory: '12MiB',
      outsideMemory: '30MiB',
      initialLive: '60MiB',
      phases: [
        { duration: 8, allocRate: 80 * MIB_PER_SECOND, newSurvivalRate: 0.1, oldDeathRate: 0.12 },
        { duration: 8, allocRate: 80 * MIB_PER_SECOND, newSurvivalRate: 0.02, oldDeathRate: 0.02 },
      ],
    },
    changes: [
      { at: 2, forceGC: true },
      { at: 2.4, forceGC: true },
      { at: 4, memoryLimit: '180MiB' },
      { at: 6, containerLimit: '600MiB', gogc: 50 },
      { at: 9, memoryLimit: 'off', forceGC: true },
      { at: 12, outsideMemory: '80MiB' },
    ],
  })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return encodeLink({ scenario: scenario.value })
}

const LINKS = {
  'the spike': '#v=1&preset=spike',
  'thrashing under both limits': '#v=1&preset=thrash&containerLimit=25MiB&memoryLimit=20MiB',
  'a killed run': '#v=1&preset=program-spike&containerLimit=100MiB&memoryLimit=90MiB',
  'many events': eventful(),
  'sizes in GiB': '#v=1&preset=weaviate-limit',
  'the GC CPU limiter at work': '#v=1&preset=program-thrash&memoryLimit=30MiB',
}

const SCREENS = [
  { name: 'a projector of 1024 × 768', width: 1024, height: 768, isPresent: true },
  { name: 'a projector of 1280 × 720', width: 1280, height: 720, isPresent: true },
  { name: 'a laptop', width: 1280, height: 800, isPresent: false },
  { name: 'a small window', width: 920, height: 800, isPresent: false },
  { name: 'half a screen', width: 1060, height: 800, isPresent: false },
  { name: 'a large screen', width: 1920, height: 1080, isPresent: false },
  { name: 'a phone', width: 390, height: 844, isPresent: false },
  { name: 'a phone, presenting', width: 390, height: 844, isPresent: true },
]

for (const [i, [run, link]] of Object.entries(LINKS).entries())
  test(`no text lies over another on any screen: ${run}`, async ({ page }) => {
    for (const isPresent of [false, true]) {
      const screens = SCREENS.filter((screen) => screen.isPresent === isPresent)
      // Each run is loaded on another screen first: each screen has a page that began on it, and some that came to it.
      const first = i % screens.length
      for (const [k, { name, width, height }] of [...screens.slice(first), ...screens.slice(0, first)].entries())
        await test.step(name, async () => {
          await page.setViewportSize({ width, height })
          if (k === 0) await load(page, `./${link}${isPresent ? '&present=1' : ''}`)
          await waitForSize(page)
          expect.soft(await findOverlaps(page), name).toEqual([])
        })
    }
  })

async function load(page: Page, link: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.locator('.heap-chart .end-label').first()).toBeVisible()
  await expect(page.locator('.explained')).not.toBeEmpty()
}

/** Waits until every chart is drawn for the place that it has now, which is not before two frames after it was given. */
async function waitForSize(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const misfits = () =>
    page
      .locator('svg.chart:visible')
      .evaluateAll((all) =>
        all.map((chart) => Number(chart.getAttribute('width')) - (chart.parentElement?.clientWidth ?? 0)),
      )
  await expect.poll(async () => (await misfits()).every((by) => Math.abs(by) < 1)).toBe(true)
}

test('no verdict makes a phone scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const over: unknown[] = []
  for (const preset of ['people-table', 'people-table-7g', 'people-oom', 'thrash-capped']) {
    await load(page, `./#v=1&preset=${preset}`)
    await expect(page.locator('.results .verdict')).toBeAttached()
    const by = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (by > 0) over.push([preset, by])
  }
  expect(over).toEqual([])
})

test('presenting, no verdict makes a phone scroll sideways, and a projector does not scroll at all', async ({
  page,
}) => {
  const over: unknown[] = []
  const screens = [
    [390, 844],
    [1024, 768],
    [1280, 720],
  ] as const
  // Loaded on another screen each time, and then shown on the others.
  const presets = ['spike', 'hash-nogc', 'weaviate-limit', 'thrash-capped', 'guide-cap']
  for (const [i, preset] of presets.entries())
    for (const k of screens.keys()) {
      const [width, height] = screens[(i + k) % screens.length]!
      await page.setViewportSize({ width, height })
      if (k === 0) await load(page, `./#v=1&preset=${preset}&present=1`)
      await waitForSize(page)
      const by = await page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
        return [scrollWidth - clientWidth, scrollHeight - clientHeight] as const
      })
      if (by[0] > 0 || (width > 900 && by[1] > 0)) over.push([preset, width, ...by])
      const beyond = await page
        .locator('.term-paid .gloss')
        .evaluateAll((lists) => lists.filter((list) => list.scrollHeight > list.clientHeight).length)
      if (beyond) over.push([preset, width, 'who paid is cut'])
    }
  await page.locator('.preset-name').evaluate((name) => {
    name.textContent = 'A name of eighty characters. '.repeat(3)
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('button', { name: 'Leave' })).toBeInViewport({ ratio: 1 })
  expect(over).toEqual([])
})

test('on a phone Present takes nothing of the chart’s width, and gives it height', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const sizeOf = () => page.locator('.heap-chart .baseline').evaluate((line) => line.getBoundingClientRect().width)
  const heightOf = () => page.locator('.charts').evaluate((charts) => charts.getBoundingClientRect().height)
  await page.goto('./#v=1&preset=spike')
  const [width, height] = [await sizeOf(), await heightOf()]
  await page.getByRole('button', { name: 'Present' }).click()
  await expect(page.locator('.presenting')).toBeVisible()
  await expect.poll(heightOf).toBeGreaterThan(height)
  expect(await sizeOf()).toBeGreaterThanOrEqual(width)
})

test('on a phone the verdict stays in sight while a limit is moved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./#v=1&preset=spike')
  const limit = page.locator('input[type=range][name=containerLimit]')
  await expect(limit).toBeVisible()
  await limit.evaluate((slider) => slider.scrollIntoView({ block: 'center' }))
  await limit.focus()
  const verdict = page.locator('.verdict-bar')
  await expect(verdict).toBeInViewport({ ratio: 1 })
  const before = await verdict.textContent()
  await page.locator('input[name=containerLimit-text]').fill('45MiB')
  await page.keyboard.press('Enter')
  await expect(verdict).not.toHaveText(before ?? '')
  await expect(verdict).toContainText('killed')
  await expect(verdict).toBeInViewport({ ratio: 1 })
  await expect(limit).toBeInViewport()
})

test('on a phone the bar has room for the reason of a verdict, and is as high with a short one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.locator('.verdict-bar')
  const heightOf = async () => (await bar.boundingBox())!.height
  await page.goto('./#v=1&preset=spike')
  await expect(bar).toContainText('healthy')
  const height = await heightOf()
  await page.goto('./#v=1&preset=headroom&gogc=200&memoryLimit=1GiB')
  await expect(bar).toContainText('the program was killed before it finished.')
  expect(await bar.locator('.aside').evaluate((aside) => aside.scrollHeight - aside.clientHeight)).toBeLessThanOrEqual(
    1,
  )
  expect(await heightOf()).toBe(height)
})

test('at a width of 640 the program’s name is whole, and a change of a setting moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 800 })
  await page.goto('./#v=1&preset=headroom')
  const name = page.getByRole('button', { name: 'Program: A limit 10 % below the container' })
  expect(await name.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
  const topOf = async () => (await page.locator('.results').boundingBox())!.y + (await page.evaluate(() => scrollY))
  const top = await topOf()
  await page.locator('input[name=gogc-text]').fill('120')
  await page.keyboard.press('Enter')
  await expect(page.getByText('changed', { exact: true })).toBeVisible()
  expect(await topOf()).toBe(top)
})
