import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations, findAxeViolationsInBothSchemes } from './support/axe.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

/** What the page looks like when something is wrong, or opened: verdicts, notices and marks have colours of their own. */
const STATES = [
  ['thrashing', '#v=1&preset=thrash'],
  ['over the limit', '#v=1&preset=thrash-capped'],
  ['killed', '#v=1&preset=spike&containerLimit=40MiB'],
  ['a damaged link', '#v=1&preset=spike&gogc=many'],
  ['the map', '#v=1&preset=spike&map=1'],
] as const

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

    for (const [state, link] of STATES) {
      test(`nor in this state: ${state}`, async ({ page }) => {
        await page.goto(`./${link}`)
        await expect(page.getByRole('main')).toBeVisible()
        expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      })
    }

    test('nor while a run plays', async ({ page }) => {
      await page.goto('./#v=1&preset=spike')
      await play(page)
      await page.getByRole('button', { name: 'Heap blocks' }).click()
      await expect(page.getByRole('img', { name: /^The heap as blocks/ })).toBeVisible()
      expect(await findAxeViolationsInBothSchemes(page, () => play(page))).toEqual([])
    })

    const LINKS = ['./embed.html#v=1&preset=spike&model=runtime', './experiments.html', './log.html']
    test('nor while a frame, a log or a published experiment plays', async ({ page }) => {
      for (const link of LINKS) {
        await page.goto(link)
        if (link === './log.html') await page.getByRole('button', { name: /steady service/i }).click()
        expect(await findAxeViolationsInBothSchemes(page, () => play(page)), link).toEqual([])
      }
    })

    test('nor with the tour open', async ({ page }) => {
      await page.goto('./')
      await page.getByRole('button', { name: 'Two-minute tour' }).click()
      await expect(page.getByRole('region', { name: /^Tour, step/ })).toBeVisible()
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
    })
  })
}

test('axe is loaded and does find a violation', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect((await findAxeViolations(page)).join()).toContain('button-name')
})

test('and one of the dark scheme alone', async ({ page }) => {
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

/** Plays, again where a run has come to its end. */
async function play(page: Page): Promise<void> {
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  if (!(await pause.isVisible())) await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect(pause).toBeVisible()
  await expect(page.locator('.now').first()).not.toBeEmpty()
}
