import { expect, type Page, test } from '@playwright/test'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { openPage } from './support/page.ts'

/** A setting goes from its least to its largest value in so many: every kind of verdict and explanation comes by. */
const STEPS = 12

const KNOBS = ['gogc', 'memoryLimit', 'containerLimit'] as const

/** How many pixels the slider and the chart move at most while the slider goes from where it is to both ends. */
function findMoves(page: Page, name: (typeof KNOBS)[number]): Promise<number> {
  return page.locator(`input[type=range][name=${name}]`).evaluate(async (slider: HTMLInputElement, steps) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const watched = [slider, document.querySelector('.heap-host')!]
    const seen = watched.map((node) => [node.getBoundingClientRect().top + scrollY])
    const [from, to, before] = [Number(slider.min), Number(slider.max), slider.value]
    for (let i = 0; i <= steps; i++) {
      set.call(slider, String(from + ((to - from) * i) / steps))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      // React renders, then the charts draw.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      for (const [k, node] of watched.entries()) seen[k]!.push(node.getBoundingClientRect().top + scrollY)
    }
    set.call(slider, before)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    return Math.max(...seen.map((tops) => Math.max(...tops) - Math.min(...tops)))
  }, STEPS)
}

const SCREENS = [
  ['a phone', 390, 844],
  ['a laptop', 1280, 800],
  ['a large screen', 1920, 1080],
] as const

for (const preset of ['headroom', 'program-grow', 'rpc', 'spike'])
  test(`on no screen anything moves while a setting of ${preset} is dragged`, async ({ page }) => {
    // The runs of 39 values on each screen, three frames for each.
    test.slow()
    for (const [i, [screen, width, height]] of SCREENS.entries())
      await test.step(screen, async () => {
        await page.setViewportSize({ width, height })
        if (i === 0) await openPage(page, `#v=1&preset=${preset}`)
        await expect(page.locator('.explained').locator('p, dl')).toBeVisible()
        for (const name of KNOBS) expect.soft(await findMoves(page, name), `${name} on ${screen}`).toBeLessThan(1)
      })
  })

test('a long verdict takes no more lines than a short one; a note and paper have all of it', async ({ page }) => {
  await openPage(page, '#v=1&preset=people-table-7g')
  const verdict = page.locator('.result.verdict')
  const height = () => verdict.locator('.aside').evaluate((node) => node.getBoundingClientRect().height)
  const long = await height()
  const last = 'CPUs that the program did not need.'
  await page.getByRole('button', { name: '… more' }).press('Enter')
  await expect(page.locator(':popover-open')).toContainText(last)
  await page.keyboard.press('Escape')
  await expect(page.locator(':popover-open')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: '… more' })).toBeHidden()
  expect(await verdict.locator('.aside').evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThan(2)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => location.assign('#v=1&preset=steady'))
  await expect(page.getByRole('button', { name: '… more' })).toHaveCount(0)
  expect(await height()).toBe(long)
  // Of many characters, but not of more lines than there are.
  await page.evaluate(() => location.assign('#v=1&preset=weaviate-oom'))
  await expect(verdict.locator('.aside')).toContainText('before it finished.')
  await expect(page.getByRole('button', { name: '… more' })).toHaveCount(0)
})

test('opening “What to set?” leaves the figure beside it as high as it is', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike')
  const height = () => page.locator('.figure-column').evaluate((figure) => figure.getBoundingClientRect().height)
  const before = await height()
  await page.getByText('What to set?').click()
  await expect(page.locator('.advice[open], .advice details[open]').first()).toBeVisible()
  await expect.poll(() => page.locator('.controls').evaluate((controls) => controls.scrollHeight)).toBeGreaterThan(700)
  expect(Math.abs((await height()) - before)).toBeLessThan(2)
})

test('pinning moves no button, and says nothing of figures that do not differ', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike')
  const lefts = () =>
    page.locator('.actions button').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  const before = await lefts()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpin', exact: true })).toBeVisible()
  expect(await lefts()).toEqual(before)
  await expect(page.locator('.compared')).toHaveCount(6)
  await expect(page.locator('.compared:not(:empty)')).toHaveCount(0)
})

test('at every width the verdict and the controls share their left edge', async ({ page }) => {
  await openPage(page)
  for (const width of [920, 1024, 1200, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const [verdict, controls] = await Promise.all(
      ['.result.verdict', '.controls'].map((part) =>
        page.locator(part).evaluate((node) => node.getBoundingClientRect().left),
      ),
    )
    expect.soft(verdict, `${width}`).toBeCloseTo(controls!, 0)
  }
})

test('on a projector of 1024 × 768 the charts name all that they name on a desk', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const preset of ['people-table-7g', 'headroom', 'lines-naive'])
    await test.step(preset, async () => {
      const sawtooth = await openPage(page, `#v=1&preset=${preset}`)
      await expect(sawtooth.preset).toHaveText(findPreset(preset)!.title)
      const kinds = () =>
        page
          .locator('.heap-chart .end-label, .cpu-chart .end-label')
          .evaluateAll((labels) =>
            labels.filter(({ textContent }) => textContent).map((label) => label.classList.value),
          )
      await expect.poll(async () => (await kinds()).length).toBeGreaterThan(3)
      const named = await kinds()
      await page.keyboard.press('p')
      await expect(page.locator('.presenting')).toBeVisible()
      // An empty bucket is at the foot of the chart: where room is short, the others need it more.
      await expect.poll(kinds).toEqual(expect.arrayContaining(named.filter((kind) => kind !== 'end-label bucket')))
      expect(await page.locator('.heap-chart .ticks.end text').count()).toBeGreaterThanOrEqual(3)
      await page.keyboard.press('Escape')
      await expect(page.locator('.presenting')).toHaveCount(0)
    })
})
