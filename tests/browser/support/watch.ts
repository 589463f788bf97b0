import type { Page } from '@playwright/test'

/** What a page did that a test may object to, from the moment it was watched. */
interface Watch {
  /** Every address that the page or its workers asked for, data: and blob: included. */
  readonly requests: string[]
  /** Console errors and warnings, uncaught exceptions, failed requests. */
  readonly complaints: string[]
}

/** Begins to watch; call before the first `goto`. */
export function watch(page: Page): Watch {
  const requests: string[] = []
  const complaints: string[] = []
  // The context hears workers too, the page only itself.
  page.context().on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    // The tests' own words: see playwright.config.ts.
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  return { requests, complaints }
}
