import { expect, test } from '@playwright/test'
import { encodeLink } from '../../src/share/encode.ts'
import { scenarioOf } from '../support/run.ts'

/** A day of cycles back to back on two processors: millions of steps, more than a page computes at once. */
const link = encodeLink({
  scenario: scenarioOf({
    title: 'A day over the limit',
    model: 'runtime',
    procs: 2,
    memoryLimit: '300MiB',
    program: { initialLive: '400MiB', phases: [{ duration: 86_400, allocRate: '100MiB' }] },
  }),
})

for (const [what, path] of [
  ['the page, which has a worker', './'],
  ['a frame, which has none', './embed.html'],
] as const)
  test(`a run of millions of steps never blocks ${what}, and can be stopped`, async ({ page }) => {
    await page.goto(`${path}${link}`)
    const computing = page.getByRole('status').filter({ hasText: 'Computing a long run' })
    await expect(computing).toBeVisible()
    // What is known of it is drawn, and not judged yet.
    await expect(page.locator('.heap-chart')).toBeVisible()
    await expect(page.locator('.result.verdict')).toContainText('…')
    await computing.getByRole('button', { name: 'Stop' }).click()
    await expect(computing).toHaveCount(0)
    await expect(page.locator('.result.verdict')).toContainText('stopped')
  })

test('says that a run is being computed if its model loads late', async ({ page }) => {
  let allow = () => {}
  const allowed = new Promise<void>((resolve) => (allow = resolve))
  await page.route(/\/simulate-[\w-]+\.js$/, async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto(`./${link}`)
  await expect(page.locator('.result.verdict')).toContainText('…')
  allow()
  await expect(page.getByRole('status').filter({ hasText: 'Computing a long run' })).toBeVisible()
})

test('in a frame, a changed setting cancels the run that is being computed', async ({ page }) => {
  await page.goto(`./embed.html${link}`)
  const computing = page.getByRole('status').filter({ hasText: 'Computing a long run' })
  await expect(computing).toBeVisible()
  await page.getByRole('textbox', { name: 'GOMEMLIMIT' }).fill('off')
  await page.keyboard.press('Enter')
  await expect(computing).toHaveCount(0)
  await expect(page.locator('.result.verdict')).not.toContainText('…')
})
