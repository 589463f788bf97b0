/**
 * Keeps the browser's cache between tests that share a context. Playwright empties it, so each test would fetch and
 * unpack every script again. What the server lets a cache keep is named by a hash of its content: nothing of a test
 * stays in it. Playwright has no option for it. Should its inner names change, tests are slower and
 * tests/browser/shared-context.test.ts says why.
 *
 * @param {import('@playwright/test').BrowserType} type whose browsers keep it, from now on
 */
export function keepCache(type) {
  const launch = type.launch.bind(type)
  type.launch = async (options) => {
    const browser = await launch(options)
    const reuse = Reflect.get(browser, '_newContextForReuse')?.bind(browser)
    if (reuse)
      Reflect.set(browser, '_newContextForReuse', async (/** @type {unknown[]} */ ...given) => {
        const context = await reuse(...given)
        const inside = context._connection?.toImpl?.(context)
        if (inside?.clearCache) inside.clearCache = async () => {}
        return context
      })
    return browser
  }
}
