import { expect, type Page, test } from '@playwright/test'

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/**
 * What has moved since the page began, by anybody's doing, as the browser counts it. The player's own line grows over
 * nothing, what the search for settings has found may come at any time, and a sentence that changes moves its own words.
 */
async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]
      for (const { node } of entries.flatMap(({ sources }) => sources))
        if (!(node instanceof Element ? node.matches('.playback, .found') : node?.parentElement?.closest('.now')))
          moved.push(node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.textContent))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // An entry comes with the frame after the shift.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(() => (window as unknown as { moved: string[] }).moved)
  }
}

const RUNS = {
  'the guide’s model': '',
  'the runtime model': '&model=runtime',
  'the cycle unexplained': '&hide=explained',
}

for (const width of [390, 640])
  for (const [name, more] of Object.entries(RUNS))
    test(`a frame ${width} wide is as high playing as at rest: ${name}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 320 })
      await page.goto(`./embed.html#v=1&preset=spike${more}`)
      const height = () => page.evaluate(() => document.querySelector('.frame')!.getBoundingClientRect().height)
      await expect(named(page, 'Play')).toBeVisible()
      const before = await height()
      await named(page, 'Play').click()
      await expect(page.locator('.veil').first()).toBeAttached()
      expect(await height()).toBe(before)
      await named(page, 'Pause').click()
      for (let i = 0; i < 6; i++) {
        await named(page, 'Next cycle').click()
        expect(await height()).toBe(before)
      }
      await named(page, 'Close playback').click()
      expect(await height()).toBe(before)
    })

for (const width of [390, 1280])
  for (const [name, more] of Object.entries({ 'the guide’s model': '', 'the runtime model': '&model=runtime' }))
    test(`nothing on a page ${width} wide moves by playing: ${name}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      const shifts = await watchShifts(page)
      await page.goto(`./index.html#v=1&preset=spike${more}`)
      await expect(named(page, 'Play')).toBeVisible()
      const top = () =>
        page
          .locator('.verdict-bar, .controls')
          .first()
          .evaluate((node) => node.getBoundingClientRect().top + scrollY)
      const [before, place] = [await shifts(), await top()]
      await named(page, 'Play').click()
      await expect(page.locator('.now strong').first()).not.toBeEmpty()
      await named(page, 'Pause').click()
      for (let i = 0; i < 4; i++) await named(page, 'Next cycle').click()
      expect(await top()).toBe(place)
      await named(page, 'Close playback').click()
      expect(await top()).toBe(place)
      expect(await shifts()).toEqual(before)
    })

for (const width of [390, 1024, 1280])
  test(`the first visit’s line moves nothing, coming or going, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const shifts = await watchShifts(page)
    await page.goto('./index.html')
    await expect(named(page, 'Close this line')).toBeVisible()
    await expect(named(page, 'Play')).toBeVisible()
    const before = await shifts()
    const chart = await page.locator('.charts').boundingBox()
    await named(page, 'Close this line').click()
    await expect(named(page, 'Close this line')).toHaveCount(0)
    expect(await page.locator('.charts').boundingBox()).toEqual(chart)
    expect(await shifts()).toEqual(before)
  })

test('a frame never shows the first visit’s line', async ({ page }) => {
  await page.goto('./embed.html#v=1&preset=spike')
  await expect(named(page, 'Play')).toBeVisible()
  await expect(page.getByText('See what GOGC and GOMEMLIMIT do.')).toHaveCount(0)
})

for (const [what, path] of [
  ['a heap alone', 'the-sawtooth&step=1'],
  ['results and two settings', 'a-memory-limit&step=3'],
  ['the runtime model', 'tuning-a-service&step=4'],
] as const)
  test(`nothing moves by playing while a lesson is presented: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const shifts = await watchShifts(page)
    await page.goto(`./learn.html#lesson=${path}&present=1`)
    await expect(named(page, 'Play')).toBeVisible()
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.charts, .playback > :first-child, .lesson-controls, .turns')].map((node) => {
          const { top, height } = node.getBoundingClientRect()
          return [node.className, top, height]
        }),
      )
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    const [before, at] = [await shifts(), await places()]
    await named(page, 'Play').click()
    await expect(page.locator('.now strong').first()).not.toBeEmpty()
    await named(page, 'Pause').click()
    for (let i = 0; i < 4; i++) {
      await named(page, 'Next cycle').click()
      expect(await places()).toEqual(at)
    }
    expect(await below()).toBe(0)
    // The words have a place of their own, over the figure.
    const [words, stage] = [(await page.locator('.now').boundingBox())!, (await page.locator('.stage').boundingBox())!]
    expect(words.y + words.height).toBeLessThanOrEqual(stage.y)
    expect(await shifts()).toEqual(before)
    // They are asked for, and take their room from the chart.
    await named(page, 'Heap blocks').click()
    await expect(page.locator('.heap-blocks')).toBeVisible()
    expect(await below()).toBe(0)
    await named(page, 'Close playback').click()
    expect(await places()).toEqual(at)
  })
