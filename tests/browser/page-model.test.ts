import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations, findAxeViolationsInBothSchemes } from './support/axe.ts'
import { DEFAULT, openPage } from './support/page.ts'

const model = (page: Page, name: string) => page.getByRole('radio', { name })

test('the runtime model beside the guide’s, and what a run in it shows', async ({ page }) => {
  test.slow()
  await test.step('the switch shows the same program in the other model, with the first one as an outline', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await expect(model(page, 'Guide')).toBeChecked()
    await page.getByText('Runtime', { exact: true }).click()
    await expect(model(page, 'Runtime')).toBeChecked()
    await expect(page.getByRole('status').filter({ hasText: 'before the goal' })).toBeVisible()
    await expect(page.locator('.heap-chart .pinned')).toHaveAttribute('d', /M/)
    await expect(page.locator('.heap-chart')).toContainText('guide model')
    await expect(page.locator('.heap-chart .line.trigger')).toHaveAttribute('d', /M/)
    // The goal that the peak is run for is 2 × 30 MiB or a little more, as what is allocated while marking counts as live.
    await expect(sawtooth.result('Peak memory')).toHaveText(/^6\d\.\d MiB$/)
    await expect(sawtooth.preset).toHaveText('Transient spike')
    // The next change takes the outline away.
    await sawtooth.type('GOGC', '50')
    await expect(page.locator('.heap-chart .pinned')).not.toHaveAttribute('d', /M/)
    await expect(page.getByText('Based on “Transient spike”, with other settings.')).toBeVisible()
  })
  await test.step('switching moves nothing on the first screen but the charts’ lower edge', async () => {
    await openPage(page, DEFAULT)
    const places = () =>
      page
        .locator('.result .explain, .knob .explain, .heap-chart, .model-switch, .actions')
        .evaluateAll((all) =>
          all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top].join()),
        )
    const before = await places()
    await page.getByText('Runtime', { exact: true }).click()
    await expect(page.locator('.measure-assists')).toBeVisible()
    expect(await places()).toEqual(before)
  })
  await test.step('the runtime model’s results show kinds of memory, and assists', async () => {
    await openPage(page, '#v=1&preset=program-steady')
    const measures = page.locator('.measures')
    for (const name of ['Live heap', 'Heap', 'Go memory', 'In the container', 'Assists', 'Limited'])
      await expect(measures.getByRole('button', { name, exact: true })).toBeVisible()
    await measures.getByRole('button', { name: 'Go memory' }).click()
    await measures.locator(':popover-open').getByText('More').click()
    await expect(measures.getByText('/memory/classes/heap/released:bytes')).toBeVisible()
  })
  await test.step('a link made with another runtime model says so', async () => {
    await openPage(page, '#v=1&preset=spike&model=runtime&modelVersion=runtime-0')
    await expect(page.getByRole('alert')).toContainText('another runtime model (runtime-0)')
    await expect(page.getByRole('alert')).not.toContainText('damaged')
  })
  await test.step('the machine is folded, and its settings count at once', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=spike&model=runtime')
    const machine = page.locator('.machine')
    await expect(machine).not.toHaveAttribute('open')
    await page.getByText('Machine', { exact: true }).click()
    const cycles = await sawtooth.result('GC cycles').textContent()
    await sawtooth.type('Goroutine stacks', '64MiB') // roots: they push the goal up
    await expect(sawtooth.result('GC cycles')).not.toHaveText(cycles ?? '')
    await expect(page).toHaveURL(/stacks=64MiB/)
    await page.getByText('Guide', { exact: true }).click()
    await expect(machine).toHaveCount(0)
  })
  await test.step('axe finds no violation just after a switch', async () => {
    await openPage(page, DEFAULT)
    await page.getByText('Runtime', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
  })
})

test('the arrow keys switch, Dismiss takes the outline away, Back undoes the switch', async ({ page }) => {
  const sawtooth = await openPage(page)
  await model(page, 'Guide').focus()
  await page.keyboard.press('ArrowRight')
  await expect(model(page, 'Runtime')).toBeChecked()
  await expect(model(page, 'Runtime')).toBeFocused()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.locator('.heap-chart .pinned')).not.toHaveAttribute('d', /M/)
  await page.goBack()
  await expect(model(page, 'Guide')).toBeChecked()
  await sawtooth.expectResults({ 'GC CPU': '6.3 %' })
})

for (const width of [1280, 1024])
  test(`${width} pixels wide, a CPU quota that begins to stop the program moves no control`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openPage(page, '#v=1&preset=spike&model=runtime&cpuQuota=4')
    await page.getByText('Machine: CPU quota 4').click()
    const quota = page.locator('.knob-cpuQuota').getByRole('textbox')
    await quota.focus()
    const before = await quota.boundingBox()
    await quota.fill('0.25')
    await quota.press('Enter')
    await expect(page.locator('.measure-throttled')).toBeVisible()
    expect(await quota.boundingBox()).toEqual(before)
  })

test('a cycle is explained term by term, in places that do not move', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&model=runtime')
  await sawtooth.figure.focus()
  await page.keyboard.press('.')
  const terms = page.locator('.terms')
  // Go’s first goal is 4 MiB × GOGC/100, and its first trigger 7/10 of the way there from an empty heap or later.
  await expect(terms).toContainText('Cycle 1 of')
  await expect(terms.locator('.term-goal')).toContainText('goal 4.0 MiB, the minimum heap: 4 MiB × GOGC/100')
  await expect(terms.locator('.term-trigger')).toContainText(/Trigger[234]\.\d MiB/)
  for (const name of ['Runway wanted', 'Assist ratio', 'Cons/mark', 'Who paid']) await expect(terms).toContainText(name)
  await expect(terms.locator('.paid-bar rect').first()).toBeVisible()
  const places = () =>
    page
      .locator('.terms dt, .heap-chart, .cpu-chart, .controls')
      .evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top].join()),
      )
  const before = await places()
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('.')
    expect(await places()).toEqual(before)
  }
  await expect(sawtooth.figure).toHaveAttribute('aria-valuetext', /trigger .*assist ratio/)
})

test('a link carries the model', async ({ page, context }) => {
  await openPage(page)
  await page.getByText('Runtime', { exact: true }).click()
  await expect(page).toHaveURL(/model=runtime.*modelVersion=runtime-/)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(model(other, 'Runtime')).toBeChecked()
  await expect(other.locator('.measure-assists')).toBeVisible()
  await expect(other.locator('.charts')).not.toHaveClass(/stale/)
  await expect(other.getByRole('alert')).toHaveCount(0)
})

test('while the runtime model loads no other run is shown, and if it cannot be loaded the page says so', async ({
  page,
}) => {
  let fail = () => {}
  const failing = new Promise<void>((resolve) => (fail = resolve))
  // The advice on limits needs them too.
  const scripts = '**/simulate-*.js'
  await page.route(scripts, async (route) => {
    await failing
    await route.abort()
  })
  const asked = page.waitForRequest(scripts)
  await page.goto('./#v=1&preset=spike&model=runtime')
  await expect(page.locator('.verdict')).toContainText('being loaded')
  await expect(page.locator('.result-gc-cpu .number')).toHaveText('– %')
  await asked
  fail()
  const notice = page.getByRole('alert').filter({ hasText: 'The runtime model could not be loaded' })
  await expect(notice).toBeVisible()
  await page.unroute(scripts)
  await notice.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.locator('.measure-assists')).toBeVisible()
})

for (const link of [
  '#v=1&preset=spike&model=runtime',
  '#v=1&preset=program-thrash&memoryLimit=330MiB&containerLimit=400MiB',
]) {
  test(`axe finds no violation in the runtime model, unfolded, light and dark: ${link}`, async ({ page }) => {
    await openPage(page, link)
    await page.locator('.advice summary').click()
    await page.getByText('Machine', { exact: true }).click()
    await expect(page.locator('.advice .option').first()).toBeVisible()
    await expect(page.locator('.advice .stale')).toHaveCount(0)
    expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
  })
}
