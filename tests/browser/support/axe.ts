import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { waitForQuiet } from './quiet.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const COLOR_SCHEMES = ['light', 'dark'] as const

/**
 * Every violation in light and in dark, without a second load: only style sheets ask for the scheme.
 * @param prepare brings the page, which is loaded, into the state to look at
 */
export async function findAxeViolationsInBothSchemes(page: Page, prepare = async () => {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await prepare()
    found.push(...(await findAxeViolations(page)).map((violation) => `${colorScheme}: ${violation}`))
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

/** Every violation axe-core finds in the page as it is now: the rule, and the elements that break it. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // What is loaded after the first screen is part of the page.
  await waitForQuiet(page)
  // Evaluated by the debugger, which the page's policy does not bind; a script element would be refused.
  await page.evaluate(SOURCE)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}
