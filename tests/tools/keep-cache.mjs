/**
 * Keeps the browser's cache between tests that share a context, and clears the storage of a test without opening each
 * origin. Playwright clears the cache, so each test would fetch and unpack every script again. All cached files have a
 * hash of their content in their name, so nothing of a test stays. To clear storage, Playwright opens a page of each
 * origin, which takes as long as a third of a page load, and empties the browser's memory cache. The browser's protocol
 * can clear storage without that, except session storage: if a test used it, we let Playwright do it. Playwright has
 * no option for either. If its internal names change, tests are slower and tests/browser/shared-context.test.ts fails.
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
        if (inside?.setStorageState && inside._origins) await emptyInPlace(inside)
        return context
      })
    return browser
  }
}

/**
 * Whether a page has used its session storage, by the protocol session that reports it.
 *
 * @type {WeakMap<object, {usesSession: boolean}>}
 */
const heard = new WeakMap()
/** Contexts that already clear their storage like this. */
const changed = new WeakSet()

/** @param {any} context Playwright's internal one, which the next test gets again after a reset */
async function emptyInPlace(context) {
  for (const page of context.pages()) await listen(sessionOf(page))
  if (changed.has(context)) return
  changed.add(context)
  const restore = context.setStorageState.bind(context)
  context.setStorageState = async (/** @type {unknown[]} */ ...given) => {
    const session = sessionOf(context.pages()[0])
    const state = heard.get(session)
    if (given.includes('resetForReuse') && state?.usesSession === false) {
      for (const origin of context._origins)
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      // Playwright opens these origins.
      context._origins = new Set()
    }
    await restore(...given)
    if (state) state.usesSession = false
  }
}

/** @param {any} page */
function sessionOf(page) {
  return page?.delegate?._mainFrameSession?._client
}

/** @param {any} session */
async function listen(session) {
  if (!session?.on || heard.has(session)) return
  const state = { usesSession: false }
  heard.set(session, state)
  session.on('DOMStorage.domStorageItemAdded', (/** @type {any} */ { storageId }) => {
    if (!storageId.isLocalStorage) state.usesSession = true
  })
  await session.send('DOMStorage.enable')
}
