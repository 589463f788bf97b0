import { errors, type Locator, type Page } from '@playwright/test'

/** Keys that take a slider to its ends and back. */
const SLIDER_KEYS = ['ArrowRight', 'End', 'Home', 'ArrowRight']

/** More than a dialog takes to come or go. */
const PATIENCE_MS = 20_000

/** A button that is not there by then is gone. */
const GONE_MS = 1000

/** Moves every slider, chooses every option, switches every switch and presses every button that can be seen. */
export async function useEverything(page: Page): Promise<number> {
  let used = 0
  used += await forEachVisible(page.locator('input[type=range]'), async (slider) => {
    await slider.focus()
    for (const key of SLIDER_KEYS) await page.keyboard.press(key)
  })
  used += await forEachVisible(page.locator('select'), async (select) => {
    const values = await select.locator('option').evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value))
    for (const value of values) await select.selectOption(value)
  })
  used += await forEachVisible(page.locator('input[type=checkbox], input[type=radio]'), (input) => input.press('Space'))
  used += await forEachVisible(page.locator('button:enabled, summary'), async (button) => {
    // At once: advice that arrives in between adds a button, and this place in the list is another one’s then.
    const press = (one: SVGElement | HTMLElement) => {
      one.focus()
      return one.getAttribute('aria-haspopup') === 'dialog'
    }
    // The last of the list goes where what was pressed before takes a button away late.
    const opensDialog = await button.evaluate(press, undefined, { timeout: GONE_MS }).catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error
    })
    if (opensDialog === undefined) return
    await page.keyboard.press('Enter')
    // A dialog is fetched when it is first opened; Escape is for what is there.
    if (opensDialog) await page.locator('dialog[open]').waitFor({ timeout: PATIENCE_MS })
    await page.keyboard.press('Escape')
    if (opensDialog) await page.locator('dialog[open]').waitFor({ state: 'detached', timeout: PATIENCE_MS })
  })
  return used
}

/** What a press removes or hides on the way is left out: the list is taken anew before each. */
async function forEachVisible(locator: Locator, act: (one: Locator) => Promise<void>): Promise<number> {
  let acted = 0
  for (let i = 0; i < (await locator.count()); i++) {
    const one = locator.nth(i)
    if (!(await one.isVisible())) continue
    await act(one)
    acted++
  }
  return acted
}
