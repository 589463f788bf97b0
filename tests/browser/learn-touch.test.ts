import { expect, type Page, test } from '@playwright/test'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const slider = (page: Page) => page.getByRole('slider', { name: 'Your bet' })

for (const [kind, path, [dx, dy]] of [
  ['a level', './learn.html#lesson=the-sawtooth&step=2', [0, -60]],
  ['a moment', './learn.html#lesson=a-spike&step=2', [40, 0]],
] as const)
  test(`${kind} can be bet by touch without scrolling the page`, async ({ page, context }) => {
    await page.goto(path)
    const place = page.locator('.catch')
    await place.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await place.boundingBox())!
    const scrolled = await page.evaluate(() => scrollY)
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) => {
      const touchPoints = [{ x: x + width / 2 + dx * part, y: y + height / 2 + dy * part }]
      return finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : touchPoints })
    }
    await touch('touchStart', 0)
    const before = await slider(page).getAttribute('aria-valuenow')
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part)
    await touch('touchEnd', 1)
    await expect(slider(page)).not.toHaveAttribute('aria-valuetext', /not placed/)
    expect(Number(await slider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(Number(before))
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    // A tap at once after a finger that moved fast is taken for one that stops the page from gliding on.
    await page.getByRole('button', { name: 'Run it' }).click()
    await expect(page.locator('.gap-drawn .gap')).toHaveAttribute('d', /^M/)
  })

test('a verdict and a number can be bet by touch', async ({ page }) => {
  await page.goto('./learn.html#lesson=thrashing&step=1')
  await page.getByRole('radio', { name: 'Healthy' }).tap()
  await page.getByRole('button', { name: 'Run it' }).tap()
  await expect(page.locator('.gap-choices .guess')).toContainText('your bet')
  await expect(page.locator('.gap-choices .truth')).toHaveText(
    'Thrashing: GC takes about half the CPU for 10 % of the time or morerun',
  )
  await page.getByRole('link', { name: 'Next step' }).tap()
  await page.getByRole('textbox', { name: 'Your number' }).tap()
  await page.keyboard.type('40')
  await page.getByRole('button', { name: 'Run it' }).tap()
  await expect(page.locator('.gap-line .gap')).toHaveAttribute('d', /^M/)
})
