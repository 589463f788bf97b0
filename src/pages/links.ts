import { KEY, LINK_VERSION } from '../share/link.ts'

/** The app with a preset, relative to a page beside it; `settings` are added as in a link. */
export function toAppHref(presetId: string, settings: Readonly<Record<string, string>> = {}): string {
  const pairs = [[KEY.version, String(LINK_VERSION)], [KEY.preset, presetId], ...Object.entries(settings)]
  return `./#${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`
}

/** The evidence page, showing only rows with this text. */
export function toEvidenceHref(text: string): string {
  return `./evidence.html#find=${encodeURIComponent(text.toWellFormed())}`
}

/** The text that the address of the evidence page searches for; empty if there is none. */
export function readFind(hash: string): string {
  const [, text = ''] = /^#find=([^&]*)/.exec(hash) ?? []
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An address of the evidence page that leads to a place on it, with the text that it asks for already. */
export function withPlace(hash: string, id: string): string {
  const text = readFind(hash)
  return text === '' ? `#at=${id}` : `#find=${encodeURIComponent(text)}&at=${id}`
}

/** The place in such an address; empty if there is none. */
export function readPlace(hash: string): string {
  const [, id = ''] = /[#&]at=([\w-]+)$/.exec(hash) ?? []
  return id
}
