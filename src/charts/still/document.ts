/** The part of a document that charts use, for programs without a page: no layout, no events. */
export class StillDocument {
  createElementNS(_namespace: string, name: string): StillElement {
    return new StillElement(this, name)
  }
}

export class StillElement {
  readonly localName: string
  readonly ownerDocument: StillDocument
  readonly attributes = new Map<string, string>()
  readonly children: StillElement[] = []
  parentNode: StillElement | null = null
  private text = ''

  constructor(document: StillDocument, name: string) {
    this.ownerDocument = document
    this.localName = name
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

  appendChild(child: StillElement): StillElement {
    child.remove()
    this.children.push(child)
    child.parentNode = this
    return child
  }

  remove(): void {
    const siblings = this.parentNode?.children
    siblings?.splice(siblings.indexOf(this), 1)
    this.parentNode = null
  }

  addEventListener(): void {}

  removeEventListener(): void {}
}
