import { LINK_ATTRIBUTES } from '../attributes.ts'
import { parsePairs } from '../pairs.ts'

/** Where a Sawtooth is served, and links to what it shows. `base` is its folder, with a slash at the end. */
export interface Served {
  readonly base: string
  /** The app's own page: the folder, or a file in it. */
  readonly page: string
  /** The link to the whole app, from `#` on. */
  readonly link: string
  /** The link for a frame, with the parts that its author hides. */
  readonly embedLink: string
  readonly title: string
}

export interface FrameSize {
  /** In pixels; undefined: as wide as the page around it. */
  readonly width: number | undefined
  readonly height: number
}

/** From this length on, some mail programs and chat tools cut a link or do not link it. */
export const LONG_LINK = 2000

/** The frame may run scripts and open the app in a tab of its own, and nothing else. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'

export function toIframeHtml({ base, embedLink, title }: Served, { width, height }: FrameSize): string {
  const attributes = [
    ['src', `${base}embed.html${embedLink}`],
    ['title', `Go GC: ${title}`],
    ['loading', 'lazy'],
    ['sandbox', SANDBOX],
    ['style', `width:${width === undefined ? '100%' : `${width}px`};height:${height}px;border:0`],
  ] as const
  return `<iframe${attributes.map(([key, value]) => `\n  ${key}="${escapeHtml(value)}"`).join('')}></iframe>\n`
}

/** The custom element as HTML, with the link for readers without script inside it. */
export function toElementHtml(served: Served, { width }: FrameSize): string {
  const { base, page, link, title } = served
  const attributes = [...toAttributes(served), ...(width === undefined ? [] : [['style', `width:${width}px`] as const])]
  const list = attributes.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join('')
  const text = `<a href="${escapeHtml(page + link)}">${escapeHtml(title)}</a>`
  return `<script src="${escapeHtml(`${base}embed.js`)}" async></script>\n<sawtooth-figure${list}>\n  ${text}\n</sawtooth-figure>\n`
}

/** A readable link's pairs as attributes; a packed link as `src`. */
function toAttributes({ base, embedLink }: Served): readonly (readonly [string, string])[] {
  const { pairs } = parsePairs(embedLink.slice(1))
  const names = new Map([...LINK_ATTRIBUTES].map(([attribute, key]) => [key, attribute]))
  const own = [...pairs].filter(([key]) => key !== 'v')
  const attributes = own.flatMap(([key, value]) => {
    const name = names.get(key)
    return name === undefined ? [] : [[name, value] as const]
  })
  return attributes.length === own.length ? attributes : [['src', base + embedLink]]
}

/** A picture with a link on it, as Markdown. `picture` is the file that goes beside the text. */
export function toMarkdown({ page, link, title }: Served, picture: string): string {
  return `[![${escapeMarkdown(title)}](${picture})](${page}${link})\n`
}

/** The characters of a text that every system allows in a file name: letters, digits and hyphens; may be empty. */
export function toFileStem(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return plain.slice(0, 60).replace(/-$/, '')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text escaped for HTML, also for attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
}

/** Text escaped for Markdown, also for the brackets of a link. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]()*_`<>]/g, '\\$&').replace(/\s+/g, ' ')
}
