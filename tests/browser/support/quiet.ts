import type { Page } from '@playwright/test'

/** More than any part of the page takes to come; two such waits leave a test of 30 s time for the rest. */
const PATIENCE_MS = 8_000

/**
 * Waits until the page asks for nothing more. Not for ever: a worker that is stopped while its script is on its way
 * leaves a request behind of which the browser never tells the end.
 */
export async function waitForQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS }).catch(() => {})
}
