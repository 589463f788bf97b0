import { describe, expect, it } from 'vitest'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { toFragment } from '../../src/share/fragment.ts'
import { unwrapUrlDefense } from '../../src/share/urldefense.ts'

const FRAGMENT = 'v=1&preset=spike&gogc=200&memoryLimit=60MiB&zoom=2.5~4.75'
const URL_ = `https://example.org/sawtooth/#${FRAGMENT}`
const PACKED = encodeLink({ scenario: { ...toScenario(findPreset('dynamic')!), title: 'Mine' } }).slice(1)
const PACKED_URL = `https://example.org/sawtooth/#${PACKED}`

const everyChar = (text: string) =>
  text.replace(/[^a-z0-9]/gi, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Rewrites an address as Proofpoint's URL Defense does: percent-encoding with `-` for `%` and `_` for `/`. */
const defended2 = (url: string) =>
  `https://urldefense.proofpoint.com/v2/url?u=${encodeURIComponent(url).replace(/[-_]/g, hexOf).replaceAll('%2F', '_').replaceAll('%', '-')}&d=DwMFaQ&c=aB_c&r=d-E&m=fg&s=hi&e=`
const hexOf = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

/** The same in version 3: `*` for a special character, `**` and a count for a run of them; they follow as base64url. */
function defended3(url: string, signs = /[#%*~]+/g): string {
  const LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const body = url.replace(signs, ({ length }) => (length > 1 ? `**${LENGTHS[length - 2]}` : '*'))
  const code = Buffer.from((url.match(signs) ?? []).join('')).toString('base64url')
  return `https://urldefense.com/v3/__${body}__;${code}!!aB_c-d!E_f-g$`
}

/** What mail programs, chats and documents do to an address. */
const ARRIVALS: readonly (readonly [string, (url: string) => string])[] = [
  ['the whole address', (url) => url],
  ['the address of a file', (url) => url.replace('https://example.org', 'file:///home/me')],
  ['the fragment alone', (url) => url.slice(url.indexOf('#'))],
  ['the fragment without its #', (url) => url.slice(url.indexOf('#') + 1)],
  ['%23 for #', (url) => url.replace('#', '%23')],
  ['%2523 for #', (url) => url.replace('#', '%2523')],
  ['percent-encoded once', (url) => url.replace(/#.*/, (hash) => `#${encodeURIComponent(hash.slice(1))}`)],
  [
    'percent-encoded twice',
    (url) => url.replace(/#.*/, (hash) => `#${encodeURIComponent(encodeURIComponent(hash.slice(1)))}`),
  ],
  ['every sign percent-encoded', (url) => url.replace(/#.*/, (hash) => `#${everyChar(hash.slice(1))}`)],
  ['wholly percent-encoded', (url) => encodeURIComponent(url)],
  ['&amp; for &', (url) => url.replaceAll('&', '&amp;')],
  ['&amp;amp; for &', (url) => url.replaceAll('&', '&amp;amp;')],
  ['&#38; for &', (url) => url.replaceAll('&', '&#38;')],
  ['a closing parenthesis of Markdown', (url) => `${url})`],
  ['a full stop behind it', (url) => `${url}.`],
  ['in angle brackets', (url) => `<${url}>`],
  ['in quotation marks', (url) => `"${url}",`],
  ['in the middle of a sentence', (url) => `(see ${url}).`],
  ['broken over lines by a mail program', (url) => url.replace(/.{40}/g, '$&\r\n')],
  [
    'in a safelink',
    (url) =>
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02%7Cme%40example.org&sdata=abc%3D&reserved=0`,
  ],
  [
    'in a safelink that was encoded before',
    (url) =>
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url.replace('#', '%23'))}&data=05&reserved=0`,
  ],
  [
    'in a safelink in a safelink',
    (url) =>
      `https://a.example/?url=${encodeURIComponent(`https://b.example/?url=${encodeURIComponent(url)}&data=1`)}&data=2`,
  ],
  [
    'in a safelink in a safelink in a safelink',
    (url) => [1, 2, 3].reduce((way, i) => `https://r${i}.example/?url=${encodeURIComponent(way)}&data=${i}`, url),
  ],
  [
    'through three redirectors',
    (url) =>
      ['u', 'to', 'target'].reduce((way, key, i) => `https://r${i}.example/?${key}=${encodeURIComponent(way)}`, url),
  ],
  ['%252523 for #', (url) => url.replace('#', '%252523')],
  ['behind a redirector of a search engine', (url) => `https://www.example.com/url?q=${encodeURIComponent(url)}&sa=D`],
  ['by URL Defense, version 2', defended2],
  ['by URL Defense, version 3', (url) => defended3(url)],
  ['by URL Defense, version 3, with a slash lost', (url) => defended3(url.replace('//', '/'))],
  ['by URL Defense, version 3, runs of signs', (url) => defended3(url, /[^a-z0-9:/]+/gi)],
  ['by URL Defense, version 3, in a sentence', (url) => `(see ${defended3(url)}).`],
  ['by URL Defense, encoded before', (url) => defended3(url.replace(/#.*/, (hash) => encodeURIComponent(hash)))],
  ['by URL Defense, in a safelink', (url) => `https://a.example/?url=${encodeURIComponent(defended3(url))}&data=1`],
  ['a safelink, by URL Defense', (url) => defended2(`https://a.example/?url=${encodeURIComponent(url)}&data=1`)],
  ['with ? in place of #', (url) => url.replace('#', '?')],
]

describe('a link opens as it was sent, whatever happened to it on its way', () => {
  it.each(ARRIVALS)('readable: %s', (_, through) => {
    expect(toFragment(through(URL_))).toBe(FRAGMENT)
    expect(decodeLink(through(URL_))).toEqual(decodeLink(`#${FRAGMENT}`))
    expect(decodeLink(through(URL_)).problems).toEqual([])
  })

  it.each(ARRIVALS)('packed: %s', (_, through) => {
    expect(toFragment(through(PACKED_URL))).toBe(PACKED)
    expect(decodeLink(through(PACKED_URL)).problems).toEqual([])
  })

  it('a fragment after a slash instead of its # is found', () => {
    expect(toFragment(`/${FRAGMENT}`)).toBe(FRAGMENT)
  })

  it('a text of only trailing punctuation has no fragment', () => {
    for (const text of ['.', '#)', ' …”.\u00a0']) expect(toFragment(text)).toBe('')
    // The fragment may be a single character.
    expect(toFragment('#v.')).toBe('v')
  })

  it('an address without a fragment has none', () => {
    for (const address of ['', '#', ' ', 'https://example.org/sawtooth/', 'file:///home/me/index.html', '/sawtooth/'])
      expect(decodeLink(address)).toMatchObject({ presetId: 'spike', view: {}, problems: [] })
  })

  it('a parameter of the address itself is not taken for a wrapped address', () => {
    expect(toFragment('https://example.org/?url=https://other.example/#v=1&preset=steady')).toBe('v=1&preset=steady')
    // Nor is a parameter in the fragment, which a redirector never sees.
    const inside = 'v=1&preset=steady&url=https://other.example/#v=2&preset=spike'
    expect(toFragment(`#${encodeURIComponent(inside)}`)).toBe(inside)
    expect(toFragment(`#${inside.replace('https://other.example/#', 'https%3A%2F%2Fother.example%2F%23')}`)).toBe(
      inside,
    )
  })

  it('a wrapped address is found in a copied query, despite the redirector’s own fragment', () => {
    expect(toFragment(`?url=${encodeURIComponent(URL_)}#top`)).toBe(FRAGMENT)
  })
})

describe('URL Defense', () => {
  // Known pairs: the examples beside Proofpoint's own decoder.
  it('is undone as Proofpoint undoes it', () => {
    const jupiter =
      'https://urldefense.proofpoint.com/v2/url?u=https-3A__media.mnn.com_assets_images_2016_06_jupiter-2Dnasa.jpg.638x0-5Fq80-5Fcrop-2Dsmart.jpg&d=DwMBaQ'
    expect(decodeURIComponent(unwrapUrlDefense(jupiter)!)).toBe(
      'https://media.mnn.com/assets/images/2016/06/jupiter-nasa.jpg.638x0_q80_crop-smart.jpg',
    )
    const search =
      'https://urldefense.com/v3/__https://google.com:443/search?q=a*test&gs=ps__;Kw!-612Flbf0JvQ3kNJkRi5Jg!Ue6$'
    expect(unwrapUrlDefense(search)).toBe('https://google.com:443/search?q=a+test&gs=ps')
  })

  it('restores runs of characters, A for two of them, B for three and so on', () => {
    const code = Buffer.from('##~~~%+').toString('base64url')
    expect(unwrapUrlDefense(`https://urldefense.com/v3/__https://example.org/a**Ab**Bc*d*__;${code}!!x!y$`)).toBe(
      'https://example.org/a##b~~~c%d+',
    )
  })

  it('is undone even without its own address', () => {
    expect(unwrapUrlDefense('/v3/__https://example.org/a*b__;Iw!!x!y$')).toBe('https://example.org/a#b')
  })

  it('leaves every other text unchanged', () => {
    for (const text of [URL_, PACKED_URL, '', '/v3/__', '__;/v3/__', 'https://example.org/?u=https-3B__x'])
      expect(unwrapUrlDefense(text)).toBeUndefined()
  })
})
