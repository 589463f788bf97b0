import { parseBase64url } from './base64url.ts'

/** The text before and after the address in a link of version 3. */
const START = '/v3/__'
const END = '__;'

/** Of base64url: a character for each number from 0 to 63. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The shortest run. Its length is written as a character of the alphabet: A for 2, B for 3, and so on. */
const LEAST_RUN = 2

/**
 * The address inside a link that Proofpoint's URL Defense has rewritten, perhaps still percent-encoded. Never throws.
 *
 * Version 2, `…/v2/url?u=https-3A__example.org_-23v-3D1&d=…`: percent-encoded, with `-` for `%` and `_` for `/`.
 * Version 3, `…/v3/__https://example.org/*v=1__;Iw!!…$`: an asterisk for each special character, or two and a length
 * for a run of them; after the address those characters, in order, as base64url.
 */
export function unwrapUrlDefense(link: string): string | undefined {
  return unwrapVersion2(link) ?? unwrapVersion3(link)
}

function unwrapVersion2(link: string): string | undefined {
  const [, wrapped] = /[?&]u=((?:https?|file)-3A_[^&#\s]*)/i.exec(link) ?? []
  return wrapped?.replaceAll('_', '/').replaceAll('-', '%')
}

function unwrapVersion3(link: string): string | undefined {
  const start = link.indexOf(START)
  const end = link.indexOf(END, start)
  if (start < 0 || end < 0) return undefined
  const address = link.slice(start + START.length, end)
  const [code = ''] = /^[\w-]*/.exec(link.slice(end + END.length)) ?? []
  const signs = toText(parseBase64url(code) ?? new Uint8Array())
  let used = 0
  const restored = address.replace(/\*(?:\*([\w-]))?/g, (_, length?: string) => {
    const from = used
    used += length ? ALPHABET.indexOf(length) + LEAST_RUN : 1
    return signs.slice(from, used)
  })
  // On the way, two slashes may have become one.
  return restored.replace(/^([a-z]+:\/)(?!\/)/i, '$1/')
}

function toText(bytes: Uint8Array): string {
  try {
    return decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return ''
  }
}
