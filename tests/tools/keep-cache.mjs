/**
 * Keeps the browser's caches between tests that share a context, and empties the storage of a test without a visit to
 * each origin. Playwright empties the cache, so each test would fetch and unpack every script again. What the server lets a
 * cache keep is named by a hash of its content: nothing of a test stays in it. To empty storage, Playwright opens each
 * origin and answers for it; that costs as much as a third of a page's load, and throws away what the browser has in memory.
 * The browser does it by itself where it is told, but for session storage: where that was used, Playwright's way is
 * taken. Playwright has no option for either. Should its inner names change, tests are slower and
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
        if (inside?.setStorageState && inside._origins) await emptyInPlace(inside)
        return context
      })
    return browser
  }
}

/**
 * Whether a page has used its session storage, by the session of the browser's protocol that tells it.
 *
 * @type {WeakMap<object, {usesSession: boolean}>}
 */
const heard = new WeakMap()
/** Contexts that empty their storage in this way already. */
const changed = new WeakSet()

/** @param {any} context the inner one, which a test is given now and which is reset for the next */
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
      // Playwright opens those that are left.
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
