import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations, findAxeViolationsInBothSchemes } from './support/axe.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

const verdict = (page: Page) => page.locator('.result.verdict')

/** Links, each with what is seen then: every state has colours of its own. */
type States = Readonly<Record<string, readonly [link: string, look: (page: Page) => Promise<void>]>>

const WRONG: States = {
  thrashing: [
    '#v=1&preset=thrash',
    (page) => expect(verdict(page)).toContainText('GC took about half or more of the CPU'),
  ],
  'over the limit': ['#v=1&preset=thrash-capped', (page) => expect(verdict(page)).toContainText('over the limit')],
  'a limit passed, another run pinned': [
    '#v=1&preset=thrash&cpuLimiter=on&pin.preset=thrash',
    (page) => expect(verdict(page)).toContainText('was thrashing'),
  ],
  killed: ['#v=1&preset=spike&containerLimit=40MiB', (page) => expect(verdict(page)).toContainText('killed at')],
  'a damaged link': [
    '#v=1&preset=spike&gogc=many',
    (page) => expect(page.getByRole('alert')).toContainText('Part of this link could not be read'),
  ],
}

const OPENED: States = {
  'zoomed in': [
    '#v=1&preset=spike&zoom=2~4',
    (page) => expect(page.getByRole('button', { name: 'Show the whole run' })).toBeVisible(),
  ],
  'the map': [
    '#v=1&preset=spike&map=1',
    // On a phone its first view is a strip, for the memory limit alone.
    (page) => expect(page.locator('.map-chart, .strip-chart').first()).toHaveAttribute('aria-label', /./),
  ],
  presenting: ['#v=1&preset=spike&present=1', (page) => expect(page.locator('.presenting')).toBeVisible()],
}

for (const viewport of SIZES) {
  test.describe(`${viewport.width} px wide, light and dark`, () => {
    test.use({ viewport })

    test('axe finds no violation, folded and with everything unfolded', async ({ page }) => {
      await page.goto('./')
      await expect(page.getByRole('main')).toBeVisible()
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true
      })
      expect(await findAxeViolationsInBothSchemes(page), 'everything unfolded').toEqual([])
    })

    for (const [name, states] of [
      ['shows something wrong', WRONG],
      ['has something opened', OPENED],
    ] as const)
      test(`nor where a link ${name}`, async ({ page }) => {
        for (const [state, [link, look]] of Object.entries(states))
          await test.step(state, async () => {
            // Only the first is loaded: the others change what is on the page, as links followed on it do.
            await page.goto(`./${link}`)
            await look(page)
            expect.soft(await findAxeViolationsInBothSchemes(page), state).toEqual([])
          })
      })
  })
}

test('nor while a run plays', async ({ page }) => {
  await page.goto('./#v=1&preset=spike')
  await play(page)
  await page.getByRole('button', { name: 'Heap blocks' }).click()
  await expect(page.getByRole('img', { name: /^The heap as blocks/ })).toBeVisible()
  await expectNoViolations(page, { prepare: () => play(page) })
})

test('nor while a frame plays', async ({ page }) => {
  await page.goto('./embed.html#v=1&preset=spike&model=runtime')
  await expectNoViolations(page, { prepare: () => play(page) })
})

// The pages around these figures are asked at rest, in log-reach.test.ts and reading-pages.test.ts.
test('nor while a log plays', async ({ page }) => {
  await page.goto('./log.html')
  await page.getByRole('button', { name: /steady service/i }).click()
  await expectNoViolations(page, { prepare: () => play(page), within: '.played' })
})

test('nor while a published experiment plays', async ({ page }) => {
  await page.goto('./experiments.html')
  await expectNoViolations(page, { prepare: () => play(page), within: '.played' })
})

test('nor with the tour open', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('button', { name: 'Two-minute tour' }).click()
  await expect(page.getByRole('region', { name: /^Tour, step/ })).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds a violation if there is one', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect((await findAxeViolations(page)).join()).toContain('button-name')
})

test('and one in dark colours only', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate(() => {
    const text = document.createElement('p')
    text.textContent = 'Nearly black on black'
    Object.assign(text.style, { color: '#222', background: 'light-dark(white, black)', position: 'fixed', inset: '0' })
    document.querySelector('main')?.append(text)
  })
  const found = await findAxeViolationsInBothSchemes(page)
  expect(found.filter((violation) => violation.includes('color-contrast'))).toEqual([
    expect.stringMatching(/^dark: color-contrast/),
  ])
})

/** At every size, on the page as it stands: it is loaded once. */
async function expectNoViolations(page: Page, how?: Parameters<typeof findAxeViolationsInBothSchemes>[1]) {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    expect(await findAxeViolationsInBothSchemes(page, how), `${viewport.width} px wide`).toEqual([])
  }
}

/** Plays, again where a run has come to its end. */
async function play(page: Page): Promise<void> {
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  if (!(await pause.isVisible())) await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect(pause).toBeVisible()
  await expect(page.locator('.now').first()).not.toBeEmpty()
}
