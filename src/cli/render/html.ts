import type { Shade } from '../../charts/still/styles.ts'
import { escapeHtml } from '../../share/export/snippets.ts'
import type { FencePicture } from './picture.ts'

/** The part of an HTML tree that a picture needs: https://github.com/syntax-tree/hast#element. */
export interface HastElement {
  readonly type: 'element'
  readonly tagName: string
  readonly properties: Readonly<Record<string, string>>
  readonly children: readonly (HastElement | HastText)[]
}

interface HastText {
  readonly type: 'text'
  readonly value: string
}

/**
 * For light and dark pages, with a link to the live figure.
 * @param addresses of both pictures
 * @param base address of the Sawtooth that the picture leads to, with a slash at its end
 */
export function toParagraph(
  { alt, link, caption, lang, height, base: own }: FencePicture,
  addresses: Readonly<Record<Shade, string>>,
  base: string | undefined = own,
): HastElement {
  const picture = create(
    'picture',
    {},
    create('source', { media: '(prefers-color-scheme: dark)', srcSet: addresses.dark }),
    create('img', { src: addresses.light, alt, ...(height && { height }) }),
  )
  const shown = base === undefined ? picture : create('a', { href: base + link }, picture)
  if (caption === undefined) return create('p', {}, shown)
  const words = create('em', lang === undefined ? {} : { lang }, { type: 'text', value: caption })
  return create('p', {}, shown, create('br', {}), words)
}

/** As `toParagraph`, with the pictures in the page itself, for builds that would not find files beside the text. */
export function toInlineParagraph(picture: FencePicture, base: string | undefined): HastElement {
  const toAddress = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return toParagraph(picture, { light: toAddress(picture.svg.light), dark: toAddress(picture.svg.dark) }, base)
}

function create(
  tagName: string,
  properties: HastElement['properties'],
  ...children: HastElement['children']
): HastElement {
  return { type: 'element', tagName, properties, children }
}

/** A tree as HTML; for MDX with React’s names of attributes, and every element closed. */
export function toHtml(node: HastElement | HastText, isMdx: boolean): string {
  if (node.type === 'text') return escapeAll(node.value)
  const { tagName, properties, children } = node
  const attributes = Object.entries(properties).map(
    ([name, value]) => ` ${isMdx ? name : name.toLowerCase()}="${escapeAll(value)}"`,
  )
  const start = `<${tagName}${attributes.join('')}`
  if (children.length === 0) return `${start} />`
  return `${start}>${children.map((child) => toHtml(child, isMdx)).join('')}</${tagName}>`
}

/** Braces begin a script in MDX. */
const escapeAll = (text: string) => escapeHtml(text).replaceAll('{', '&#123;').replaceAll('}', '&#125;')
