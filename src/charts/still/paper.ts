import { wrapText } from './caption.ts'
import { StillDocument, StillElement } from './document.ts'

export const EDGE = 20
const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The styles of captions and paper, besides the charts' own style sheet. */
export const PAPER_CSS = `
.still .paper { fill: var(--paper) }
.still .heading { fill: var(--ink); font-weight: 650 }
.still .settings { fill: var(--ink) }
.still .results { fill: var(--ink-soft) }
.still .colophon { fill: var(--ink-soft) }
.chart { color: var(--ink) }
`

/** A sheet that is filled from top to bottom. */
export function createPaper(width: number) {
  const document = new StillDocument()
  const add = (parent: StillElement, name: string, attributes: Readonly<Record<string, string | number>>) => {
    const element = parent.appendChild(document.createElementNS('', name))
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
    return element
  }
  const root = new StillElement(document, 'svg')
  const title = add(root, 'title', {})
  const back = add(root, 'rect', { class: 'paper', width })
  let y = EDGE
  return {
    document,
    root,
    skip(pixels: number) {
      y += pixels
    },
    text(className: string, content: string, em: number, href?: string) {
      const parent = href === undefined ? root : add(root, 'a', { href, target: '_blank' })
      for (const line of wrapText(content, (width - 2 * EDGE) / em)) {
        y += Math.round(em * 1.45)
        const attributes = { class: className, x: EDGE, y: y - Math.round(em * 0.3), 'font-size': em }
        add(parent, 'text', attributes).textContent = line
      }
    },
    chart(node: SVGSVGElement, height: number) {
      const chart = root.appendChild(node as unknown as StillElement)
      for (const [key, value] of Object.entries({ x: EDGE, y, overflow: 'visible' }))
        chart.setAttribute(key, String(value))
      y += height
    },
    finish(name: string): number {
      const height = Math.round(y + EDGE)
      title.textContent = name
      back.setAttribute('height', String(height))
      const attributes = {
        class: 'still',
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'font-family': FONT,
      }
      for (const [key, value] of Object.entries(attributes)) root.setAttribute(key, String(value))
      return height
    },
  }
}
