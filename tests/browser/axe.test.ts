import { expect, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'

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
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${viewport.width} px wide, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('axe finds no violation', async ({ page }) => {
        await page.goto('./')
        await expect(page.getByRole('main')).toBeVisible()
        expect(await findAxeViolations(page)).toEqual([])
      })

      for (const [state, link] of STATES) {
        test(`nor in this state: ${state}`, async ({ page }) => {
          await page.goto(`./${link}`)
          await expect(page.getByRole('main')).toBeVisible()
          expect(await findAxeViolations(page)).toEqual([])
        })
      }

      test('nor while a run plays', async ({ page }) => {
        await page.goto('./#v=1&preset=spike')
        await page.getByRole('button', { name: 'Play', exact: true }).click()
        await page.getByRole('button', { name: 'Heap blocks' }).click()
        await expect(page.getByRole('img', { name: /^The heap as blocks/ })).toBeVisible()
        expect(await findAxeViolations(page)).toEqual([])
      })

      test('nor while a frame, a log or a published experiment plays', async ({ page }) => {
        const play = page.getByRole('button', { name: 'Play', exact: true }).first()
        const open = {
          './embed.html#v=1&preset=spike&model=runtime': () => play.click(),
          './experiments.html': () => play.click(),
          './log.html': async () => {
            await page.getByRole('button', { name: /steady service/i }).click()
            await play.click()
          },
        }
        for (const [link, begin] of Object.entries(open)) {
          await page.goto(link)
          await begin()
          await expect(page.locator('.now').first()).not.toBeEmpty()
          expect(await findAxeViolations(page), link).toEqual([])
        }
      })

      test('nor with the tour open', async ({ page }) => {
        await page.goto('./')
        await page.getByRole('button', { name: 'Two-minute tour' }).click()
        await expect(page.getByRole('region', { name: /^Tour, step/ })).toBeVisible()
        expect(await findAxeViolations(page)).toEqual([])
      })

      test('nor with everything unfolded', async ({ page }) => {
        await page.goto('./')
        await expect(page.getByRole('main')).toBeVisible()
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) (details as HTMLDetailsElement).open = true
        })
        expect(await findAxeViolations(page)).toEqual([])
      })
    })
  }
}

test('axe is loaded and does find a violation', async ({ page }) => {
  await page.goto('./')
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect((await findAxeViolations(page)).join()).toContain('button-name')
})
