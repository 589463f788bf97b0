import { expect, type Locator, test } from '@playwright/test'

test('the lines of a gctrace are seen to their end on a small projector', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('./learn.html#lesson=reading-gctrace&step=1')
  const lines = page.locator('.gctrace-lines pre')
  await expect(lines).toContainText('gc 6 @')
  expect(await lines.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
})

test('a presented step is read from the back of a room on any projector, before the run is shown and after', async ({
  page,
}) => {
  const chart = page.locator('.cpu-chart')
  const typeSize = (of: Locator) => of.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))
  // Type grows with the screen: what the class sees is one size, whatever the projector’s pixels.
  for (const { width, height, text, label } of [
    { width: 1024, height: 768, text: 22, label: 16 },
    { width: 1280, height: 720, text: 21.5, label: 16 },
    { width: 1920, height: 1080, text: 32, label: 22 },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto('./learn.html#lesson=trigger-runway-assists&step=3&present=1')
    await expect(chart).toContainText('CPU limit')
    const check = async (words: string) => {
      for (const one of await page.locator(words).all()) expect(await typeSize(one), words).toBeGreaterThanOrEqual(text)
      for (const small of await page.locator('.results-row dt, .playback button, .bet .kind').all())
        expect(await typeSize(small)).toBeGreaterThanOrEqual(0.68 * text)
      expect(await typeSize(chart)).toBeGreaterThanOrEqual(label)
    }
    await check('.step-text, .bet .prompt')
    await page.getByRole('button', { name: 'Show without a bet' }).click()
    await expect(page.locator('.reveal')).toBeVisible()
    await check('.reveal, .bet .prompt, .outcome')
    await page.goto('about:blank')
  }
})

test('a presented chart has the whole names of its lines where they fit, else short ones in whole', async ({
  page,
}) => {
  const chart = page.locator('.cpu-chart')
  for (const [width, height, name] of [
    [1024, 768, 'CPU limit'],
    [1280, 720, 'GC CPU limit'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('about:blank')
    await page.goto('./learn.html#lesson=trigger-runway-assists&step=3&present=1')
    await expect(chart.getByText(name, { exact: true })).toBeVisible()
    const beyond = await page
      .locator('.charts svg text')
      .evaluateAll((texts) =>
        texts.flatMap((text) => (text.getBoundingClientRect().right > innerWidth ? [text.textContent] : [])),
      )
    expect(beyond).toEqual([])
  }
})

test('a presenter’s remote turns the page, whatever was clicked last', async ({ page }) => {
  const current = page.locator('[aria-current="step"]')
  await page.goto('./learn.html#lesson=the-sawtooth&step=1&present=1')
  await page.locator('.charts').focus()
  await page.keyboard.press('PageDown')
  await expect(current).toHaveText('2')
  await page.getByRole('slider', { name: 'Your bet' }).focus()
  await page.keyboard.press('PageDown')
  await expect(current).toHaveText('3')
  await page.getByRole('slider', { name: 'GOGC' }).focus()
  await page.keyboard.press('PageUp')
  await expect(current).toHaveText('2')
  // The last step of the course: nothing comes after it, and the slider stays as it is.
  await page.goto('./learn.html#lesson=tuning-a-service&step=5&present=1')
  const limit = page.getByRole('slider', { name: 'GOMEMLIMIT' })
  const value = await limit.inputValue()
  await limit.focus()
  await page.keyboard.press('PageDown')
  await expect(current).toHaveText('5')
  await expect(limit).toHaveValue(value)
})

test('after the last step of a lesson the keys lead to the next lesson, as the button does', async ({ page }) => {
  const next = page.getByRole('link', { name: /^Next lesson: What GOGC trades/ })
  for (const key of ['PageDown', 'n']) {
    await page.goto('./learn.html#lesson=the-sawtooth&step=5&present=1')
    await expect(next).toBeVisible()
    const href = await next.getAttribute('href')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: 'What GOGC trades' })).toBeVisible()
    expect(new URL(page.url()).hash).toBe(href)
  }
})

test('a list of gctrace lines begins where the question looks, unless that is the answer, which marks its lines', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const list = page.locator('.gctrace-lines pre')
  const inSight = () =>
    list.evaluate((node) => {
      const box = node.getBoundingClientRect()
      const isWhole = ({ top, bottom }: DOMRect) => top >= box.top && bottom <= box.bottom
      return [...node.children].flatMap((line) =>
        isWhole(line.getBoundingClientRect()) ? [(line.textContent ?? '').slice(0, 5)] : [],
      )
    })
  for (const [step, lines, before] of [
    [2, ['gc 4 ', 'gc 5 '], ['gc 4 ', 'gc 5 ']],
    // It asks for the cycle itself.
    [3, ['gc 22'], ['gc 1 ']],
    [4, ['gc 42', 'gc 44'], ['gc 42', 'gc 44']],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(`./learn.html#lesson=reading-gctrace&step=${step}&present=1`)
    await expect.poll(inSight).toEqual(expect.arrayContaining([...before]))
    await expect(list.locator('.marked')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show without a bet' }).click()
    await expect.poll(inSight).toEqual(expect.arrayContaining([...lines]))
    await expect(list.locator('.marked')).toHaveText(lines.map((line) => new RegExp(`^${line}`)))
  }
})

test('a presenter’s remote shows the rest of a step that is higher than the window before it turns the page', async ({
  page,
}) => {
  const current = page.locator('[aria-current="step"]')
  await page.setViewportSize({ width: 1024, height: 400 })
  await page.goto('./learn.html#lesson=the-sawtooth&step=2&present=1')
  await expect(current).toHaveText('2')
  const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
  expect(await below()).toBeGreaterThan(0)
  await page.keyboard.press('PageDown')
  await expect.poll(below).toBeLessThanOrEqual(1)
  await expect(current).toHaveText('2')
  await page.keyboard.press('PageDown')
  await expect(current).toHaveText('3')
  await page.keyboard.press('PageUp')
  await expect(current).toHaveText('2')
})
