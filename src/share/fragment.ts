import { unwrapUrlDefense } from './urldefense.ts'

/** What linkers, mail programs and Markdown leave after a link. A link itself ends in a letter or a digit. */
const TRAILING = new Set(')]}>.,;:!?\'"*_`’”»… \u00a0')

/** The parameters in which redirectors (safelinks and its like) carry the address that they wrap. */
const WRAPPED = /[?&](?:url|u|q|to|target)=([^&#\s]+)/gi

const ROUNDS = 3

/**
 * The fragment of a share link, without its `#`, whatever happened to the link on its way: percent-encoded once or
 * twice, with `&amp;`, wrapped by a redirector, broken over lines, with punctuation after it. Empty if there is no
 * fragment. Never throws.
 */
export function toFragment(text: string): string {
  let link = text.replace(/[\r\n\t\u00ad\u200b-\u200d\ufeff]/g, '').trim()
  for (let round = 0; round < ROUNDS; round++) {
    link = unwrap(link.replace(/&(?:amp|#38|#x26);/gi, '&'))
  }
  for (let round = 0; round < ROUNDS; round++) link = decodeAscii(link).replace(/&amp;/gi, '&')
  const fragment = cutToFragment(link).replace(/^[#!?/]+/, '')
  return withoutTrailing(fragment)
}

/** A loop, because a regular expression that ends in `+$` takes quadratic time on a hostile text. */
function withoutTrailing(text: string): string {
  let end = text.length
  while (TRAILING.has(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The address that a redirector's address contains; the text itself if it contains none. */
function unwrap(link: string): string {
  const defended = decodeAscii(unwrapUrlDefense(link) ?? '')
  if (holdsLink(defended)) return defended
  const hash = link.indexOf('#')
  const address = hash < 0 ? link : link.slice(0, hash)
  for (const [, wrapped = ''] of address.matchAll(WRAPPED)) {
    const inner = decodeAscii(wrapped)
    if (holdsLink(inner)) return inner
  }
  return link
}

function holdsLink(text: string): boolean {
  return /^(https?|file):.*(#|%(25)*23)/is.test(text) || unwrapUrlDefense(text) !== undefined
}

function cutToFragment(link: string): string {
  const start = link.search(/#v=/)
  if (start >= 0) return link.slice(start)
  const hash = link.indexOf('#')
  if (hash >= 0) return link.slice(hash)
  if (!/^[a-z][a-z\d+.-]*:|^\//i.test(link)) return link
  const lost = link.search(/[?/]v=\d/)
  return lost < 0 ? '' : link.slice(lost)
}

/** Percent-decodes ASCII. Links hold nothing else; other bytes stay as they are and are refused later. */
function decodeAscii(text: string): string {
  return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
