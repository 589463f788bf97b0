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

const option = (page: Page, name: string | RegExp) => advice(page).locator('.option').filter({ hasText: name })

test('recommends the simplest that survives, and a click sets what was simulated', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await expect(advice(page).locator('summary')).toContainText('a limit, same GOGC')
  await advice(page).locator('summary').click()
  await expect(option(page, 'Leave it as it is')).toContainText('Not this one: the program is killed at 4.00 s.')
  const alone = option(page, /^A limit, same GOGC/)
  // A tenth of the container stays free.
  await expect(alone).toContainText('GOGC=off GOMEMLIMIT=72MiB')
  await expect(alone).toContainText(
    /Survives [\d.]+ % more live heap and allocation: up to [\d.]+ MiB live in a container of 80\.0 MiB\./,
  )
  await expect(alone).toContainText('Do not use it where other processes run in the same container')
  const gc = /GC CPU ([\d.]+ %)/.exec((await alone.textContent()) ?? '')?.[1] ?? ''
  await alone.getByRole('button', { name: 'Set this' }).click()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('72MiB')
  await expect(sawtooth.result('GC CPU')).toHaveText(gc)
  await expect(advice(page).locator('summary')).toContainText('leave it as it is')
})

test('the one-line answer covers nothing, and moves nothing', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike')
  const below = page.getByText('50 % GC CPU limit', { exact: true })
  const before = await below.boundingBox()
  await sawtooth.field('GOMEMLIMIT').fill('25MiB')
  await sawtooth.field('GOMEMLIMIT').press('Enter')
  const found = advice(page).locator('.found')
  await expect(found).toContainText('a new limit, same GOGC')
  expect((await below.boundingBox())?.y).toBe(before?.y)
  await advice(page).locator('summary').click()
  const [answer, first] = [await found.boundingBox(), await page.locator('.demands').boundingBox()]
  expect(answer!.y + answer!.height).toBeLessThanOrEqual(first!.y)
})

test('if the option that was set by keyboard is no longer in the answer, the focus is on the one in its place', async ({
  page,
}) => {
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB&advise=1')
  await option(page, /^A limit, same GOGC/)
    .getByRole('button', { name: 'Set this' })
    .press('Enter')
  const asIs = option(page, /^Leave it as it is/)
  await expect(asIs).toContainText('recommended')
  await expect(asIs.getByRole('button', { name: 'Leave it as it is' })).toBeFocused()
  // Whoever went on meanwhile stays where they are.
  await page.getByLabel('Growth').focus()
  await page.getByLabel('Growth').selectOption('100')
  await expect(advice(page).locator('.stale')).toHaveCount(0)
  await expect(page.getByLabel('Growth')).toBeFocused()
})

test('whoever sets a lower option still sees what has the focus', async ({ page }) => {
  await openPage(page, '#v=1&preset=headroom')
  await advice(page).locator('summary').click()
  await option(page, /^A larger container/)
    .getByRole('button', { name: 'Set this' })
    .click()
  await expect(option(page, /^Leave it as it is/)).toContainText('recommended')
  const focused = advice(page).locator('.option-name:focus')
  await expect(focused).toHaveCount(1)
  await expect(focused).toBeInViewport({ ratio: 1 })
})

test('another margin and other prices give other advice', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&containerLimit=512MiB')
  const summary = advice(page).locator('summary')
  await expect(summary).toContainText('leave it as it is')
  await summary.click()
  await page.getByLabel('GiB a month, $').fill('100')
  await expect(summary).toContainText('a smaller container')
  const size = option(page, /^A smaller container/).locator('.setting')
  const before = Number(/container of (\d+)MiB/.exec((await size.textContent()) ?? '')?.[1])
  await page.getByLabel('Growth').selectOption('100')
  await expect(advice(page).locator('.stale')).toHaveCount(0)
  await expect
    .poll(async () => Number(/container of (\d+)MiB/.exec((await size.textContent()) ?? '')?.[1]))
    .toBeGreaterThan(before)
})

test('a price that cannot be read is refused with what to write, and the last one stays in force', async ({ page }) => {
  await openPage(page)
  await advice(page).locator('summary').click()
  const core = page.getByLabel('Core a month, $')
  const before = await core.inputValue()
  const message = advice(page).getByRole('alert')
  for (const text of ['-5', '99999999', '', 'abc'])
    await test.step(`“${text}”`, async () => {
      await core.fill(text)
      await core.blur()
      await expect(message).toHaveText(`Core a month: write a number from 0 to 1000000. Still ${before}.`)
      await expect(core).toHaveAttribute('aria-invalid', 'true')
      await expect(core).toHaveValue(text)
    })
  await core.focus()
  await page.keyboard.press('Escape')
  await expect(core).toHaveValue(before)
  await expect(message).toHaveCount(0)
  await core.fill('1,5')
  await core.press('Enter')
  await expect(core).toHaveValue('1.5')
  await expect(core).toHaveAttribute('aria-invalid', 'false')
})

test('with too few GC cycles the present settings stay, and no option has a price', async ({ page }) => {
  // 20 MiB of garbage in all, in a container with room for 900.
  await openPage(
    page,
    linkOf({
      version: 1,
      containerLimit: '1GiB',
      program: { initialLive: '100MiB', phases: [{ duration: 2, allocRate: '10MiB' }] },
    }),
  )
  await expect(advice(page).locator('summary')).toContainText('leave it as it is')
  await advice(page).locator('summary').click()
  await expect(option(page, /^Leave it as it is/)).toContainText('this run has too few GC cycles')
  await expect(option(page, /^Leave it as it is/)).not.toContainText('Costs')
})

test('if no option fits it says so, and names a container that would', async ({ page }) => {
  // The live heap alone is 30 MiB at its peak.
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=25MiB')
  await expect(advice(page).locator('summary')).toContainText('a larger container')
  await advice(page).locator('summary').click()
  await expect(advice(page)).toContainText('The live heap alone reaches 30.0 MiB, more than the container')
  const larger = option(page, /^A larger container/)
  await expect(larger.locator('.setting')).toHaveText(/^GOGC=off GOMEMLIMIT=\d+MiB in a container of \d+MiB$/)
  await larger.getByRole('button', { name: 'Set this' }).click()
  await expect(sawtooth.result('Verdict')).toHaveText(/^(healthy|tight)/)
  await expect(advice(page)).toContainText('If go.mod says go 1.25 or later, Go takes GOMAXPROCS')
})

test('2 GiB live in 4 GiB: every option that survives does so when it is set', async ({ page }) => {
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
  await expect(advice(page)).toContainText('This run changes GOGC or GOMEMLIMIT while it runs.')
  await expect(advice(page).locator('.option.holds').first()).toContainText('GOGC=100 GOMEMLIMIT=3686MiB')
  await option(page, /^The whole container/)
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('button', { name: 'Set this' }).click()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('3686MiB')
  await expect(sawtooth.field('GOGC')).toHaveValue('off')
  await expect(sawtooth.result('Verdict')).toHaveText(/healthy|tight/)
})

test('a search that fails says so, and another try answers', async ({ page }) => {
  let isDown = true
  await page.route(/advice-worker/, (route) => (isDown ? route.abort() : route.continue()))
  // The search without a worker is fetched too.
  await page.route(/advice-search-/, (route) => (isDown ? route.abort() : route.continue()))
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  await expect(advice(page).getByRole('alert')).toContainText('The search for settings failed.')
  isDown = false
  await advice(page).getByRole('button', { name: 'Try again' }).click()
  await expect(advice(page).locator('summary')).toContainText('a limit, same GOGC')
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

test('advice works without workers', async ({ page }) => {
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
  await expect(advice(page).locator('summary')).toContainText('a limit, same GOGC')
})

test('a link with advise=1 opens the advice for its program', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB&advise=1')
  await expect(option(page, /^A limit, same GOGC/)).toContainText('recommended')
  await expect(advice(page).locator('summary')).toBeInViewport()
  // Whoever closes it has it closed.
  await advice(page).locator('summary').click()
  await expect(advice(page)).not.toHaveAttribute('open')
})

test('a machine with too little memory is known to the verdict, its bar on a phone, the advice and the map', async ({
  page,
}) => {
  // 13 GiB on the author’s machine of 8 GiB, without any limit.
  await page.goto('./#v=1&preset=people-table&advise=1&map=1')
  for (const place of ['.results .verdict .number', '.verdict-bar .number'])
    await expect(page.locator(place)).toHaveText('machine too small')
  await expect(page.locator('.advice > summary')).toContainText('nothing fits')
  await expect(page.locator('.map-readout').first()).toContainText('machine too small')
})
