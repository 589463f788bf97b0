import { test } from '@playwright/test'

/**
 * A test in a context of its own. The others share one, which Playwright resets between them; what that leaves behind is
 * for tests that say so: permissions granted on the way, being offline, headers,
 * `caches`, `window.name`, and the length of the history.
 */
export const freshTest = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => use(await context.newPage()),
})
