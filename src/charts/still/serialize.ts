import { escapeHtml } from '../../share/export/snippets.ts'
import { SVG } from '../dom.ts'
import type { StillElement } from './document.ts'
import { declaredFor, resolveValue, type Shade, type Sheet } from './styles.ts'

/** The style properties that a still has as SVG attributes. */
const PRESENTATION = new Set([
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'text-decoration',
  'paint-order',
])

/** The styles that an element passes on to its children. */
interface Inherited {
  readonly color: string
  /** Font size in pixels. */
  readonly em: number
}

/** Every style is an attribute, without classes, variables or a style sheet, so that it looks the same everywhere. */
export function toSvgText(root: StillElement, sheet: Sheet, shade: Shade): string {
  const text = toText(root, sheet, shade, { color: resolveValue(sheet, 'var(--ink)', shade), em: 13 })
  return `${text.replace('<svg', `<svg xmlns="${SVG}"`)}\n`
}

function toText(element: StillElement, sheet: Sheet, shade: Shade, above: Inherited): string {
  if (element.getAttribute('visibility') === 'hidden' || element.getAttribute('display') === 'none') return ''
  const styles = new Map(
    [...declaredFor(sheet, element)].map(([name, value]) => [name, resolveValue(sheet, value, shade)] as const),
  )
  const color = styles.get('color') ?? above.color
  const em = toPixels(styles.get('font-size') ?? element.getAttribute('font-size') ?? '', above.em)
  const attributes = new Map([...element.attributes].filter(([name]) => !PAGE_ONLY.has(name)))
  for (const [name, value] of styles) {
    if (!PRESENTATION.has(name)) continue
    attributes.set(
      name,
      name === 'font-size'
        ? String(Math.round(em * 100) / 100)
        : value.replace('currentColor', color).replace(/px$/, ''),
    )
  }
  const within = element.children.map((child) => toText(child, sheet, shade, { color, em })).join('')
  const content = element.children.length > 0 ? within : escapeText(element.textContent)
  if (content === '' && isEmpty(element)) return ''
  const name = element.localName
  const list = [...attributes].map(([key, value]) => ` ${key}="${escapeText(value)}"`).join('')
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`
}

/** Attributes that only a page uses. */
const PAGE_ONLY = new Set(['class', 'visibility', 'display'])

/** Whether it draws nothing: a path without a line, a group or a text without content. */
function isEmpty(element: StillElement): boolean {
  const { localName: name } = element
  if (name === 'path') return !element.getAttribute('d')
  return name === 'g' || name === 'text' || name === 'tspan'
}

function toPixels(size: string, em: number): number {
  const number = Number.parseFloat(size)
  if (!Number.isFinite(number)) return em
  return size.endsWith('em') ? number * em : number
}

/** XML allows no control characters and no half of a character, not even escaped; a title may hold them. */
function escapeText(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''))
}
