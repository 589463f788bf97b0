import { expect, type Locator, type Page } from '@playwright/test'

/** The page as a person finds things on it: by what they are called. */
interface SawtoothPage {
  readonly figure: Locator
  readonly gogc: Locator
  readonly memoryLimit: Locator
  /** Field of a setting to type in: `GOGC`, `GOMEMLIMIT`, `Container limit`. */
  field(label: string): Locator
  /** Types and presses Enter. */
  type(label: string, text: string): Promise<void>
  /** The button that names the preset on screen, and leads to the others. */
  readonly preset: Locator
  /** Opens a preset by its title, from the list of all. */
  choosePreset(title: string): Promise<void>
  /** The large number of a result: `GC CPU`, `Peak memory`, `Total CPU time`, `GC cycles`, `Verdict`. */
  result(label: string): Locator
  expectResults(expected: Partial<Record<ResultName, string | RegExp>>): Promise<void>
}

type ResultName = 'GC CPU' | 'Peak memory' | 'Total CPU time' | 'GC cycles' | 'Effective GOGC' | 'Verdict'

/** The program that the page shows without a link: opening this link on a page that stands loads nothing. */
export const DEFAULT = '#v=1&preset=spike'

/**
 * Opens the page, with a link's fragment where one is given, and waits until it stands. Where the page stands already, it
 * takes another link without loading: steps of one test do that, as a load takes longer than most of them.
 */
export async function openPage(page: Page, fragment = ''): Promise<SawtoothPage> {
  const response = await page.goto(`./${fragment}`)
  await expect(page.locator('.heap-chart')).toBeVisible()
  // Nothing was loaded: the page hears of the link in a task of its own, and draws in the frame after it.
  if (!response) await waitForFrames(page)
  const field = (label: string) => page.getByRole('textbox', { name: `${label} value` })
  const result = (label: string) =>
    page
      .getByRole('region', { name: 'Results' })
      .locator('.result', { has: page.getByRole('button', { name: label, exact: true }) })
      .locator('.number')
  return {
    figure: page.getByRole('slider', { name: 'Time along the run' }),
    gogc: page.locator('input[type=range][name=gogc]'),
    memoryLimit: page.locator('input[type=range][name=memoryLimit]'),
    field,
    preset: page.getByRole('button', { name: /^Program: / }),
    async choosePreset(title) {
      await page.getByRole('button', { name: /^Program: / }).click()
      await page.getByRole('combobox', { name: 'Search presets' }).fill(title)
      await page.getByRole('option', { name: title }).first().click()
    },
    async type(label, text) {
      await field(label).fill(text)
      await field(label).press('Enter')
    },
    result,
    async expectResults(expected) {
      for (const [label, text] of Object.entries(expected)) await expect(result(label)).toHaveText(text)
    },
  }
}

/** Waits until what was asked of the page is drawn. */
function waitForFrames(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
}

/** Drags a slider's thumb to a share of its travel, 0 to 1. */
export async function dragTo(page: Page, slider: Locator, share: number): Promise<void> {
  const { from, to, y } = await findThumb(slider, share)
  await page.mouse.move(from, y)
  await page.mouse.down()
  await page.mouse.move((from + to) / 2, y, { steps: 4 })
  await page.mouse.move(to, y, { steps: 4 })
  await page.mouse.up()
}

async function findThumb(slider: Locator, share: number) {
  const box = await slider.boundingBox()
  if (!box) throw new Error('the slider is not on the screen')
  const at = await slider.evaluate(({ value, min, max }: HTMLInputElement) => (+value - +min) / (+max - +min))
  const thumb = 16
  const place = (part: number) => box.x + thumb / 2 + part * (box.width - thumb)
  return { from: place(at), to: place(share), y: box.y + box.height / 2 }
}
