import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { waitForQuiet } from './quiet.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const COLOR_SCHEMES = ['light', 'dark'] as const

/**
 * Every violation in light and in dark, without a second load: only style sheets ask for the scheme, so that in the
 * second one nothing can be wrong but colours.
 * @param prepare brings the page, which is loaded, into the state to look at
 * @param within selector of what to ask about, where all else on the page is as another test asks about it
 */
export async function findAxeViolationsInBothSchemes(
  page: Page,
  { prepare = async () => {}, within }: { readonly prepare?: () => Promise<void>; readonly within?: string } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await prepare()
    // Nothing is loaded for the second.
    const violations =
      colorScheme === COLOR_SCHEMES[0]
        ? await findAxeViolations(page, {}, within)
        : await ask(page, { runOnly: ['color-contrast', 'link-in-text-block'] }, within)
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`))
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

/**
 * Every violation axe-core finds in the page as it is now: the rule, and the elements that break it.
 * @param rules which are asked, as axe-core names them; all by default
 * @param within selector of the part that is asked about; all by default
 */
export async function findAxeViolations(page: Page, rules: RunOptions = {}, within?: string): Promise<string[]> {
  // What is loaded after the first screen is part of the page.
  await waitForQuiet(page)
  return ask(page, rules, within)
}

async function ask(page: Page, rules: RunOptions, within: string | undefined): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind; a script element would be refused.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE)
  const options: RunOptions = { ...rules, resultTypes: ['violations'] }
  if (within) await expect(page.locator(within)).not.toHaveCount(0)
  const context = within ? JSON.stringify(within) : 'document'
  // Only these: a list of all that passed takes a tenth as long to send as to make.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}
