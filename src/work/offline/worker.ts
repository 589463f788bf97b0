import { type Build, cacheNameOf, isOutdated, toKeptPath, toPrecache } from './kept.ts'

/** The part of a service worker's scope that is used here: TypeScript's DOM library does not declare it. */
interface Scope {
  readonly registration: { readonly scope: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'message', listener: (event: Lasting & { readonly data: unknown }) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** Written into the built file, after everything else has been (build/offline.ts). */
declare const BUILD: Build

const self = globalThis as unknown as Scope
const build = BUILD
const folder = self.registration.scope
const openCache = () => caches.open(cacheNameOf(build))

// A new build waits until the user asks for it: open pages continue with the build that they were loaded from.
self.addEventListener('install', (event) => event.waitUntil(precache()))

self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))

self.addEventListener('fetch', (event) => {
  const path = toKeptPath(event.request, folder, build)
  if (path !== undefined) event.respondWith(answer(path, event.request))
})

// A page sends this when the user asks for the new build.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
})

/** Keeps the whole build or, if a file of it cannot be loaded, nothing. */
async function precache(): Promise<void> {
  const cache = await openCache()
  await Promise.all(
    toPrecache(build).map(async ([path, integrity]) => {
      // The hash refuses a file of another build, as it is found while a site is being replaced.
      const options = integrity === undefined ? {} : { integrity, cache: 'no-cache' as const }
      await cache.put(folder + path, await load(folder + path, options))
    }),
  )
}

async function load(url: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // A browser does not open a page from an answer that was redirected, so this one is made without the redirect.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (isOutdated(name, build)) await caches.delete(name)
}

/** The kept file; the network where there is none, or where the browser refuses its storage. */
async function answer(path: string, request: Request): Promise<Response> {
  const find = async () => (await openCache()).match(folder + path, { ignoreVary: true })
  return (await find().catch(() => undefined)) ?? fetch(request)
}
