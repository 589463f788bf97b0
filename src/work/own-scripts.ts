/** The used part of Trusted Types: https://developer.mozilla.org/docs/Web/API/TrustedTypePolicyFactory. */
interface TrustedTypes {
  readonly defaultPolicy: unknown
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string | null }): unknown
}

/** The script that keeps a build in the browser, in the build's own folder (build/offline.ts). */
export const SERVICE_WORKER = './service-worker.js'

/**
 * The pages' policy refuses text that would become script. Only the address of a worker has to be text: this allows the
 * scripts in the build's own folder and the service worker, and no others. Call it once, before the first worker.
 */
export function allowOwnWorkers(): void {
  const hrefOf = (url: string) => new URL(url, document.baseURI).href
  allowScripts((url) => url === SERVICE_WORKER || hrefOf(url).startsWith(hrefOf('./assets/')))
}

/** Allows the scripts at some addresses, unless the page has already said which it allows. */
export function allowScripts(isOwn: (url: string) => boolean): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isOwn(url) ? url : null) })
}
