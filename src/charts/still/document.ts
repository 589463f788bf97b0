import { SVG } from '../dom.ts'

/**
 * As much of a document as the charts draw into, for where there is no page: elements with attributes, text and
 * children. Nothing is laid out and nothing happens; what is drawn is read again by `serialize.ts`.
 */
export interface StillDocument {
  createElementNS(namespace: string, name: string): StillElement
}

export class StillElement {
  readonly localName: string
  readonly namespaceURI = SVG
  readonly ownerDocument: StillDocument
  readonly attributes = new Map<string, string>()
  readonly children: StillElement[] = []
  parentNode: StillElement | null = null
  private text = ''

  constructor(document: StillDocument, name: string) {
    this.ownerDocument = document
    this.localName = name
  }

  get nodeName(): string {
    return this.localName
  }

  get textContent(): string {
    return this.text + this.children.map((child) => child.textContent).join('')
  }

  set textContent(text: string) {
    this.children.length = 0
    this.text = text
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, String(value))
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }

  appendChild(child: StillElement): StillElement {
    return this.insertBefore(child, null)
  }

  insertBefore(child: StillElement, before: StillElement | null): StillElement {
    child.remove()
    const at = before ? this.children.indexOf(before) : -1
    this.children.splice(at < 0 ? this.children.length : at, 0, child)
    child.parentNode = this
    return child
  }

  remove(): void {
    const siblings = this.parentNode?.children
    siblings?.splice(siblings.indexOf(this), 1)
    this.parentNode = null
  }

  /** By the element's name alone: what the charts select by. */
  querySelectorAll(name: string): StillElement[] {
    return this.children.flatMap((child) => [
      ...(child.localName === name ? [child] : []),
      ...child.querySelectorAll(name),
    ])
  }

  /** Asked of siblings only, by D3 as it puts them in order: 4 where the other follows, as in the DOM. */
  compareDocumentPosition(other: StillElement): number {
    const siblings = this.parentNode?.children ?? []
    return siblings.indexOf(other) > siblings.indexOf(this) ? 4 : 2
  }

  addEventListener(): void {}

  removeEventListener(): void {}
}

/** A document for charts to draw into once. */
export function createStillDocument(): StillDocument {
  const document: StillDocument = { createElementNS: (_, name) => new StillElement(document, name) }
  return document
}
