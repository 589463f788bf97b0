import type { Page } from '@playwright/test'

const EVENTS = 'sawtoothTestViolations'

/** Makes the page remember what its Content-Security-Policy refuses; call before the first `goto`. */
export async function recordViolations(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const list: string[] = []
    Reflect.set(window, key, list)
    addEventListener('securitypolicyviolation', (event) => list.push(event.effectiveDirective))
  }, EVENTS)
}

/** The directives that refused something so far, in order. */
export function readViolations(page: Page): Promise<string[]> {
  return page.evaluate((key) => Reflect.get(window, key) as string[], EVENTS)
}
