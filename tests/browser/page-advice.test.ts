import { expect, type Page, test } from '@playwright/test'
import { validateScenario } from '../../src/scenario/validate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { openPage } from './support/page.ts'

function linkOf(json: object): string {
  const result = validateScenario(json)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return encodeLink({ scenario: result.value })
}

const advice = (page: Page) => page.locator('.advice')

test('a click sets the smallest limit that keeps to the share', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  const smallest = page.getByRole('button', { name: /^Set GOMEMLIMIT to .*Smallest/ })
  const limit = (await smallest.textContent()) ?? ''
  await smallest.click()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(limit)
  const share = Number.parseFloat((await sawtooth.result('GC CPU').textContent()) ?? '')
  expect(share).toBeLessThanOrEqual(10)
  expect(share).toBeGreaterThan(5) // or a smaller limit would have done
  // The limit itself is not what was asked about: nothing is searched for again.
  await expect(advice(page).locator('.stale')).toHaveCount(0)
})

test('headroom below the container limit is offered too', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  await page.getByRole('button', { name: /headroom/ }).click()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('72MiB')
})

test('another share gives another limit', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&gogc=off')
  await advice(page).locator('summary').click()
  const smallest = page.getByRole('button', { name: /^Set GOMEMLIMIT to .*Smallest/ })
  const at10 = Number.parseFloat((await smallest.textContent()) ?? '')
  await page.getByLabel('GC CPU at most').selectOption('2')
  await expect.poll(async () => Number.parseFloat((await smallest.textContent()) ?? '')).toBeGreaterThan(at10)
})

test('where nothing fits it says so, offers nothing to set, and names a container that would do', async ({ page }) => {
  // The live heap alone is 30 MiB at its peak.
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=25MiB')
  await expect(advice(page).locator('summary')).toContainText('does not fit')
  await advice(page).locator('summary').click()
  await expect(advice(page)).toContainText('This program does not fit this container')
  await expect(advice(page)).toContainText(/A container of \d+MiB with GOMEMLIMIT=\d+MiB would do/)
  await expect(page.getByRole('button', { name: /^Set GOMEMLIMIT/ })).toHaveCount(0)
  await expect(advice(page)).toContainText('Go 1.25 and later take GOMAXPROCS')
})

test('2 GiB live in 4 GiB: every limit that is offered completes when it is set', async ({ page }) => {
  const json = {
    version: 1,
    model: 'runtime',
    containerLimit: '4GiB',
    procs: 4,
    program: { pace: 'clock', initialLive: '2GiB', phases: [{ duration: 60, allocRate: '500MiB' }] },
    // One that goes when a limit for the whole run is chosen.
    changes: [{ at: 30, memoryLimit: '1GiB' }],
  }
  const sawtooth = await openPage(page, linkOf(json))
  await advice(page).locator('summary').click()
  await page.getByLabel('GC CPU at most').selectOption('20')
  await expect(advice(page).locator('summary')).toContainText('3592MiB to 4095MiB')
  const offers = page.getByRole('button', { name: /^Set GOMEMLIMIT/ })
  await expect(offers).toHaveText(['3686MiB', '3592MiB', '4095MiB'])
  for (const i of [0, 1, 2]) {
    await offers.nth(i).click()
    // The field shows at most four digits.
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(['3.6GiB', '3.508GiB', '3.999GiB'][i] ?? '')
    await expect(sawtooth.result('Verdict')).toHaveText(/healthy|tight/)
    expect(Number.parseFloat((await sawtooth.result('GC CPU').textContent()) ?? '')).toBeLessThanOrEqual(20)
  }
})

test('a search that fails says so, and another try answers', async ({ page }) => {
  let isDown = true
  await page.route(/advice-worker/, (route) => (isDown ? route.abort() : route.continue()))
  await page.route(/assets\/advice-(?!worker)[^/]*\.js/, async (route) => {
    // The search without a worker is fetched too; the advice's own part of the page is not what fails.
    const text = await (await route.fetch()).text()
    return isDown && !text.includes('Which limit?') ? route.abort() : route.continue()
  })
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  await expect(advice(page).getByRole('alert')).toContainText('The search for limits failed.')
  isDown = false
  await advice(page).getByRole('button', { name: 'Try again' }).click()
  await expect(advice(page).locator('summary')).toContainText(/MiB to 79MiB/)
})

test('a search can be cancelled, and begun again', async ({ page }) => {
  await page.addInitScript(() => {
    // Workers that never answer.
    Reflect.set(
      window,
      'Worker',
      class {
        postMessage() {}
        terminate() {}
      },
    )
  })
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  await advice(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(advice(page)).toContainText('The search was cancelled.')
  await advice(page).getByRole('button', { name: 'Search' }).click()
  await expect(advice(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
})

test('where workers are refused, advice comes all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(
      window,
      'Worker',
      class {
        constructor() {
          throw new DOMException('refused', 'SecurityError')
        }
      },
    )
  })
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await expect(advice(page).locator('summary')).toContainText(/MiB to 79MiB/)
})
