import type { Page } from '@playwright/test'

/** Two texts that lie over each other. */
interface Overlap {
  readonly texts: readonly [string, string]
  /** Common area, width × height in pixels. */
  readonly by: string
}

/**
 * The visible texts of a page that lie over each other, by the boxes of their letters: a line of a text is as high as its
 * letters are, not as its line. What a closed note, a screen reader's text or a clipped one covers is not visible.
 */
export function findOverlaps(page: Page, within = 'body'): Promise<Overlap[]> {
  return page.evaluate((selector) => {
    interface Box {
      readonly text: string
      readonly element: Element
      readonly left: number
      readonly right: number
      readonly top: number
      readonly bottom: number
    }
    /** The part of a line's box that letters take: without the room above and below them. */
    const LETTERS = 0.7
    /** Boxes that touch by less than this, in pixels, do not lie over each other: letters have some room beside them. */
    const SLACK = 1

    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // Chromium calls an SVG text visible within a part with `display: none`.
      element.getClientRects().length > 0 &&
      // The skip link waits above the window, where a scrolled page has its text too.
      !element.closest('.visually-hidden, .unseen, .skip:not(:focus), [popover]:not(:popover-open), dialog:not([open])')

    const clipOf = (element: Element) => {
      const clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
      for (let node: Element | null = element; node; node = node.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(node)
        const box = node.getBoundingClientRect()
        if (overflowX !== 'visible')
          Object.assign(clip, { left: Math.max(clip.left, box.left), right: Math.min(clip.right, box.right) })
        if (overflowY !== 'visible')
          Object.assign(clip, { top: Math.max(clip.top, box.top), bottom: Math.min(clip.bottom, box.bottom) })
      }
      return clip
    }

    const toBox = (text: string, element: Element, rect: DOMRect, em: number): Box[] => {
      const clip = clipOf(element)
      const middle = (rect.top + rect.bottom) / 2
      const half = (LETTERS * em) / 2
      const box = {
        text,
        element,
        left: Math.max(clip.left, rect.left),
        right: Math.min(clip.right, rect.right),
        top: Math.max(clip.top, middle - half),
        bottom: Math.min(clip.bottom, middle + half),
      }
      return box.right - box.left > SLACK && box.bottom - box.top > SLACK ? [box] : []
    }

    const boxes: Box[] = []
    const root = document.querySelector(selector) ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || text === '' || element.closest('script, style, noscript, title, option') || !isSeen(element))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const em = Number.parseFloat(getComputedStyle(element).fontSize)
      for (const rect of range.getClientRects()) boxes.push(...toBox(text, element, rect, em))
    }
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[type=text], select')) {
      if (!isSeen(field)) continue
      const style = getComputedStyle(field)
      boxes.push(...toBox(field.value, field, field.getBoundingClientRect(), Number.parseFloat(style.fontSize)))
    }

    const found: { texts: [string, string]; by: string }[] = []
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        // A text that ends in an ellipsis has a box for the whole of it too.
        if (a.element === b.element && a.text === b.text) continue
        const isOne =
          a.element === b.element || a.element.parentElement === b.element || a.element === b.element.parentElement
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        // Letters of one sentence are set by the browser.
        if (width <= SLACK || height <= SLACK || (isOne && getComputedStyle(a.element).display === 'inline')) continue
        found.push({ texts: [a.text, b.text], by: `${width.toFixed(1)} × ${height.toFixed(1)}` })
      }
    })
    return found
  }, within)
}
