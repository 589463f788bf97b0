import { expect, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'
import { openPage } from './support/page.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('the button to play scrolls behind the figure, which stays in sight', async ({ page }) => {
  await openPage(page)
  const play = page.getByRole('button', { name: 'Play' })
  const { y } = (await play.boundingBox())!
  await page.evaluate((distance) => scrollTo(0, distance), y - 100)
  const seen = () =>
    play.evaluate((node) => {
      const { x, y: top, width, height } = node.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, top + height / 2)?.closest('.charts, .playback')?.className
    })
  await expect.poll(seen).toMatch(/charts/)
})

test('the map and the editor come into sight under the figure when they are opened', async ({ page }) => {
  await openPage(page)
  for (const [button, opened] of [
    ['Map', page.getByRole('region', { name: 'Map of GOGC and GOMEMLIMIT' })],
    ['Edit program', page.getByRole('region', { name: 'Program editor' })],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).tap()
    const top = () => opened.evaluate((node) => node.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(600)
    const { bottom } = await page.locator('.charts').evaluate((node) => node.getBoundingClientRect())
    await expect.poll(top).toBeGreaterThanOrEqual(bottom)
  }
})

test('a finger reads out, scrolls the page, and zooms with buttons around where it touched', async ({ page }) => {
  await openPage(page)
  const chart = page.locator('.heap-chart')
  const box = await chart.boundingBox()
  if (!box) throw new Error('no chart on the screen')
  await page.touchscreen.tap(box.x + box.width * 0.5, box.y + box.height / 2)
  await expect(page.locator('.heap-chart .readout')).toBeVisible()
  const places = () =>
    page.locator('.charts, .explained, .results').evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetTop))
  const before = await places()
  await page.getByRole('button', { name: 'Zoom in' }).tap()
  await page.getByRole('button', { name: 'Zoom in' }).tap()
  await expect(page).toHaveURL(/zoom=/)
  const zoomed = page.url()
  await page.getByRole('button', { name: 'Later', exact: true }).tap()
  await expect(page).not.toHaveURL(zoomed)
  await page.getByRole('button', { name: 'Earlier' }).tap()
  await expect(page).toHaveURL(zoomed)
  // Neither zooming nor its way out moves what stands below.
  expect(await places()).toEqual(before)
  await page.getByRole('button', { name: 'Zoom out' }).tap()
  await page.getByRole('button', { name: 'Show the whole run' }).tap()
  await expect(page).not.toHaveURL(/zoom=/)
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  expect(await findAxeViolations(page)).toEqual([])
})

for (const address of ['./#v=1&preset=steady&advise=1', './embed.html#v=1&preset=steady&controls=all'])
  test(`a finger that scrolls the page from a slider on changes nothing: ${address}`, async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 400 })
    await page.goto(address)
    const slider = page.getByRole('slider', { name: 'GOGC' })
    await slider.scrollIntoViewIfNeeded()
    const now = await slider.getAttribute('aria-valuetext')
    const { x, y, width, height } = (await slider.boundingBox())!
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) => {
      const touchPoints = [{ x: x + width * 0.9, y: y + height / 2 - up }]
      return finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : touchPoints })
    }
    const scrolled = await page.evaluate(() => scrollY)
    await touch('touchStart', 0)
    await expect(slider).not.toHaveAttribute('aria-valuetext', now!)
    for (const up of [20, 40, 80, 120]) await touch('touchMove', up)
    await touch('touchEnd', 120)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled)
    await expect(slider).toHaveAttribute('aria-valuetext', now!)
    // What waits for the end of a drag goes on.
    await expect(page.getByText('Settings are being simulated')).toHaveCount(0)
  })

test('without a clipboard the link is within the window, and is gone before it can be out of date', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
  })
  await openPage(page)
  const link = page.getByRole('textbox', { name: 'Copy this link' })
  const panel = page.locator('.link-field')
  const ways: Record<string, () => Promise<void>> = {
    'a press outside': () => page.mouse.click(180, 600),
    Escape: () => page.keyboard.press('Escape'),
    'the focus on another control': () => page.locator('input[type=range][name=gogc]').focus(),
    'another program': () => page.evaluate(() => location.assign('#v=1&preset=rpc')),
  }
  for (const [way, close] of Object.entries(ways)) {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(link).toBeFocused()
    const { left, right } = await panel.evaluate((node) => node.getBoundingClientRect())
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(390)
    await close()
    await expect(panel, way).toHaveCount(0)
  }
})

test('the name of a program is whole, with "Edit program" beside the model', async ({ page }) => {
  const { preset } = await openPage(page, '#v=1&preset=people-table-7g')
  expect(await preset.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
  const [model, edit] = await Promise.all(
    [page.getByRole('radio', { name: 'Guide' }).locator('..'), page.getByRole('button', { name: 'Edit program' })].map(
      (one) => one.boundingBox(),
    ),
  )
  expect(Math.abs(model!.y - edit!.y)).toBeLessThan(10)
})

test('in the editor every phase has its number', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&edit=1')
  await expect(page.locator('.phase')).toHaveText(['1', '2', '3', '4', '5', '6'])
})

test('whatever a finger presses is at least 24 pixels high', async ({ page }) => {
  await openPage(page, '#v=1&preset=thrash')
  await expect(page.getByRole('heading', { name: 'How to read and use this page' })).toBeVisible()
  const low = await page
    .locator('.explain, .inline, .switch, summary, .check')
    .filter({ visible: true })
    .evaluateAll((targets) =>
      targets
        .filter((target) => {
          target.scrollIntoView({ block: 'center' })
          const { left, width, top, height } = target.getBoundingClientRect()
          const isHit = (y: number) => target.contains(document.elementFromPoint(left + width / 2, y))
          return !isHit(top + height / 2 - 11.5) || !isHit(top + height / 2 + 11.5)
        })
        .map(({ textContent, className }) => `${className}: ${textContent}`),
    )
  expect(low).toEqual([])
})
