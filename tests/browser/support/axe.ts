import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { waitForQuiet } from './quiet.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const COLOR_SCHEMES = ['light', 'dark'] as const

/**
 * Every violation in light and in dark, without a second load: only style sheets ask for the scheme, so that in the
 * second one nothing can be wrong but colours.
 * @param prepare brings the page, which is loaded, into the state to look at
 */
export async function findAxeViolationsInBothSchemes(page: Page, prepare = async () => {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await prepare()
    const rules = colorScheme === COLOR_SCHEMES[0] ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] }
    found.push(...(await findAxeViolations(page, rules)).map((violation) => `${colorScheme}: ${violation}`))
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

/**
 * Every violation axe-core finds in the page as it is now: the rule, and the elements that break it.
 * @param rules which are asked, as axe-core names them; all by default
 */
export async function findAxeViolations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  // What is loaded after the first screen is part of the page.
  await waitForQuiet(page)
  // Evaluated by the debugger, which the page's policy does not bind; a script element would be refused.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE)
  const options: RunOptions = { ...rules, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}
