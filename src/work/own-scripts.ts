/** What is used of the browser's Trusted Types: https://developer.mozilla.org/docs/Web/API/TrustedTypePolicyFactory. */
interface TrustedTypes {
  readonly defaultPolicy: unknown
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string | null }): unknown
}

/** The script that keeps a build in the browser, in the build's own folder (build/offline.ts). */
export const SERVICE_WORKER = './service-worker.js'

/**
 * The pages' policy refuses text that would become script. Only the address of a worker has to be text: allows those of
 * the build's own folder, the service worker, and no other. Call once, before the first worker.
 */
export function allowOwnWorkers(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  const own = new URL('./assets/', document.baseURI).href
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (url === SERVICE_WORKER || isBelow(url, own) ? url : null),
  })
}

function isBelow(url: string, folder: string): boolean {
  return new URL(url, document.baseURI).href.startsWith(folder)
}
