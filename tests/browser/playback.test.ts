import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

const time = async (page: Page) => Number(await page.locator('.charts').getAttribute('aria-valuenow'))
const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('plays the run, says what happens, and pauses by Space', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike')
  await named(page, 'Play').click()
  await expect.poll(() => time(page)).toBeGreaterThan(0.5)
  await expect(page.locator('.now strong')).toHaveText(/^(Allocating|Marking)/)
  await expect(page.locator('.veil').first()).toBeVisible()
  const goal = page.locator('.heap-chart .end-label.goal')
  await expect(goal.locator('tspan').first()).toBeVisible()
  await expect(goal.locator('.figure')).toBeHidden()
  await page.locator('.charts').focus()
  await page.keyboard.press('Space')
  await expect(named(page, 'Play')).toBeVisible()
  const paused = await time(page)
  await page.waitForTimeout(200)
  expect(await time(page)).toBe(paused)
  await page.keyboard.press('End')
  await expect(page.locator('.now strong')).toHaveText('The program has ended.')
  await page.keyboard.press('Home')
  await expect.poll(() => time(page)).toBe(0)
})

test('goes from cycle to cycle and to the next event, shows the heap as blocks, and ends', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike')
  await named(page, 'Play').click()
  await named(page, 'Next cycle').click()
  await expect(named(page, 'Play')).toBeVisible()
  const first = await time(page)
  await named(page, 'Next cycle').click()
  const second = await time(page)
  expect(second).toBeGreaterThan(first)
  await named(page, 'Previous cycle').click()
  expect(await time(page)).toBeCloseTo(first, 2)
  await named(page, 'Next event').click()
  // The largest heap: 60 MiB, at the end of the spike.
  await expect(page.locator('.now')).toContainText('total 60.0 MiB')
  await named(page, 'Heap blocks').click()
  await expect(page.getByRole('img', { name: /^The heap as blocks: .*garbage/ })).toBeVisible()
  await named(page, 'Close playback').click()
  await expect(page.locator('.veil')).toHaveCount(0)
  await expect(page.locator('.now')).toHaveCount(0)
})

test('a drag over the figure moves the cursor while playback is open', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike')
  await named(page, 'Play').click()
  await named(page, 'Pause').click()
  const box = (await page.locator('.heap-host').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await page.mouse.down()
  const early = await time(page)
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2)
  await page.mouse.up()
  expect(await time(page)).toBeGreaterThan(early + 1)
})

test('steps from cycle to cycle with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, '#v=1&preset=steady')
  await named(page, 'Play').click()
  const seen = new Set<number>()
  await expect
    .poll(async () => {
      seen.add(await time(page))
      return seen.size
    })
    .toBeGreaterThan(2)
  // Where a cycle starts, it marks.
  await expect(page.locator('.now strong')).toHaveText(/^Marking/)
})

test('a frame plays its run, and says what happens, without React', async ({ page }) => {
  await page.goto('./embed.html#v=1&preset=spike')
  await named(page, 'Play').click()
  await expect(page.locator('.now')).toHaveText(/^(Allocating|Marking)/)
  await expect(page.locator('.veil').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('0.25')
  await named(page, 'Next cycle').click()
  await expect(page.locator('.now')).toHaveText(/^Marking in cycle \d+/)
  await expect(named(page, 'Play')).toBeVisible()
  await named(page, 'Close playback').click()
  await expect(page.locator('.veil')).toHaveCount(0)
  await expect(page.locator('.now')).toBeHidden()
  await expect(named(page, 'Next cycle')).toBeHidden()
})

test('a frame loads its player when its button is pressed, in the place of the button, and says so if that fails', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(/.*\//, '')))
  await page.goto('./embed.html#v=1&preset=spike')
  const places = async () => [await named(page, 'Play').boundingBox(), await page.locator('.charts').boundingBox()]
  await expect(named(page, 'Play')).toBeVisible()
  await page.locator('.explained').waitFor()
  const before = await places()
  expect(asked).not.toContain('embed-player.js')

  await page.route(/embed-player/, (route) => route.abort())
  await page.locator('.charts').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('alert')).toContainText('The player could not be loaded')
  await page.unroute(/embed-player/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.now')).toHaveText(/^(Allocating|Marking)/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await named(page, 'Close playback').click()
  await expect(named(page, 'Play')).toBeFocused()
  expect(await places()).toEqual(before)
})

test('the run of a log is played as well', async ({ page }) => {
  await page.goto('./log.html')
  await page.getByRole('button', { name: 'The log of a steady service' }).click()
  const report = page.locator('.own-log')
  await report.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.locator('.now').first()).toHaveText(/^(Allocating|Marking)/)
  await named(page, 'Next event').first().click()
  await expect(named(page, 'Play').first()).toBeVisible()
  await named(page, 'Close playback').first().click()
  await expect(page.locator('.now')).toHaveCount(0)
})

test('one clock moves both runs of a comparison', async ({ page }) => {
  await page.goto('./#v=1&preset=spike&gogc=50&pin.preset=spike&compare=1')
  const comparison = page.locator('#comparison')
  await comparison.getByRole('button', { name: 'Play', exact: true }).click()
  await comparison.getByRole('button', { name: 'Pause', exact: true }).click()
  // Over the heap and the GC CPU of each.
  await expect(comparison.locator('.veil')).toHaveCount(4)
  await expect(comparison.locator('.now p')).toHaveText([/^A: (Allocating|Marking)/, /^B: (Allocating|Marking)/])
  // By keyboard from the buttons: GOGC=50 takes more CPU time, so its run is the longer one.
  await comparison.getByRole('button', { name: 'Play', exact: true }).press('End')
  await expect(comparison.locator('.now p')).toHaveText(['A: The program has ended.', 'B: The program has ended.'])
  await comparison.getByRole('button', { name: 'Close playback' }).press('Home')
  await expect(comparison.locator('.now p').first()).toHaveText(/^A: Allocating/)
  // With Ctrl the key is the browser's: it scrolls the page.
  await comparison.getByRole('button', { name: 'Close playback' }).press('Control+End')
  await expect(comparison.locator('.now p').first()).toHaveText(/^A: Allocating/)
  await comparison.getByRole('button', { name: 'Close playback' }).click()
  await expect(comparison.locator('.veil')).toHaveCount(0)
})

test('a published experiment is played on its card, and several side by side', async ({ page }) => {
  await page.goto('./experiments.html')
  const card = page.locator('.card').first()
  await card.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(card.locator('.now')).toHaveText(/^(Allocating|Marking)/)
  await expect(card.locator('.veil')).toHaveCount(1)
  await card.getByRole('button', { name: 'Close playback' }).click()
  await expect(card.locator('.now')).toHaveCount(0)
  const several = page.locator('details.comparison[open]').first()
  // What is far off is not computed.
  await several.scrollIntoViewIfNeeded()
  await several.getByRole('button', { name: 'Play', exact: true }).click()
  const runs = await several.locator('.run-chart').count()
  await expect(several.locator('.veil')).toHaveCount(runs)
  await expect(several.locator('.now p')).toHaveCount(runs)
})
