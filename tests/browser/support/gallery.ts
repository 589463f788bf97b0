import { expect, type Locator, type Page } from '@playwright/test'

/** Brings every card into sight once, so that all are computed, and waits until each has its verdict. */
export async function computeAllCards(page: Page): Promise<void> {
  for (const card of await page.locator('.card').all()) {
    // As the page starts, its own cards replace those that the build drew: one may go while it is scrolled to.
    await expect(() => card.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass()
    await expect(card.locator('.ending')).not.toBeEmpty()
  }
}

/** A comparison, by its title. */
export function comparison(page: Page, title: string): Locator {
  return page.locator('details.comparison', { has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Opens a comparison with a click and waits for its runs. */
export async function openComparison(page: Page, title: string): Promise<Locator> {
  const opened = comparison(page, title)
  if ((await opened.getAttribute('open')) === null) await opened.locator('summary').click()
  await expect(opened).toHaveAttribute('open')
  await opened.scrollIntoViewIfNeeded()
  await expect(opened.getByRole('table')).not.toContainText('…')
  return opened
}

/** Adds up every shift of what is on screen that the reader did not cause. Call before `goto`. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) shifts.push(value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export function readShifts(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((sum, shift) => sum + shift, 0))
}
