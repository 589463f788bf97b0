import { expect, type Locator, type Page, test } from '@playwright/test'
import { inventedRun } from '../gctrace/support.ts'
import { field, openEditor } from './support/editor.ts'
import { answersIn, openLogPage } from './support/log.ts'
import { findOverlaps } from './support/overlaps.ts'

/** Settings of a large service, as a person types them, in whatever fields there are for them. */
const SETTINGS = [
  ['Container limit', '64GiB'],
  ['GOMEMLIMIT', '60GiB'],
  ['GOMAXPROCS', '256'],
] as const

async function typeAll(toField: (label: string) => Locator): Promise<void> {
  for (const [label, text] of SETTINGS) {
    await toField(label).fill(text)
    await toField(label).press('Enter')
  }
  for (const [label, text] of SETTINGS) await expect(toField(label)).toHaveValue(text)
}

/** A slider that stands at its value, with room to drag it up. */
async function expectWithin(slider: Locator): Promise<void> {
  const [value, max] = await slider.evaluate((input: HTMLInputElement) => [Number(input.value), Number(input.max)])
  expect(value).toBeGreaterThan(0)
  // The values end at 0.93 of the travel, off is behind them.
  expect(value).toBeLessThan(0.88 * (max ?? 0))
}

const rangesOf = (within: Page | Locator, key: string) => within.locator(`input[type=range][name^=${key}]`).first()

test('the simulator takes 40 GiB live in 64 GiB on 256 CPUs, and its sliders reach beyond', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page, '#v=1&preset=headroom&model=runtime')
  const live = field(editor, 'Live at the start')
  await live.fill('40GiB')
  await live.press('Enter')
  await expect(live).toHaveValue('40GiB')
  await typeAll((label) => sawtooth.field(label))
  await expect(page.getByText('The largest size is')).toHaveCount(0)
  for (const key of ['memoryLimit', 'containerLimit']) await expectWithin(rangesOf(page, key))
  await expect(page.locator('.heap-chart')).toContainText('GiB')
  expect(await findOverlaps(page, '.first-screen')).toEqual([])
})

test('“Your program” accepts such sizes', async ({ page }) => {
  await page.goto('./program.html')
  const known = page.getByRole('region', { name: 'What is known' })
  const toField = (label: string) => known.getByRole('textbox', { name: label, exact: true })
  for (const [label, text] of [
    ['Live heap after GC', '40GiB'],
    ['Allocation rate', '20GiB/s'],
  ] as const) {
    await toField(label).fill(text)
    await toField(label).press('Enter')
  }
  await page.getByRole('button', { name: /^Show \d+ more/ }).click()
  await typeAll(toField)
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toContainText('GiB')
  await expect(page.getByText(/^of 64 GiB; 90 % range$/)).toBeVisible()
  expect(await findOverlaps(page, 'main')).toEqual([])
})

test('what-if accepts them for a log, and widens its sliders', async ({ page }) => {
  const log = await openLogPage(page)
  const cycles = Array.from({ length: 20 }, (_, i) => ({
    start: 1 + 3 * i,
    mark: 300,
    background: 2000,
    heap: [79_000, 80_000, 40_960] as const,
    goal: 81_920,
  }))
  await log.type(inventedRun(cycles, 101))
  await log.predicted()
  await typeAll((label) => log.whatIf.getByRole('textbox', { name: label, exact: true }))
  await expectWithin(rangesOf(log.whatIf, 'memoryLimit'))
  await expect(answersIn(log.whatIf)).toContainText('GiB')
  // The prediction for all of them, not for the first that were typed.
  await expect(log.whatIf.locator('.heap-chart')).toContainText('memory limit')
  await expect(log.whatIf.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await findOverlaps(page, 'main')).toEqual([])
})
