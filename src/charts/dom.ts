export const SVG = 'http://www.w3.org/2000/svg'

/**
 * An element that remembers what it was told, so that an update touches only what changed. Reading an
 * attribute back from the page would cost more than setting it.
 */
export class Mark<E extends SVGElement = SVGElement> {
  readonly element: E
  private readonly told = new Map<string, string | number>()

  constructor(element: E) {
    this.element = element
  }

  set(name: string, value: string | number): this {
    if (this.told.get(name) === value) return this
    this.told.set(name, value)
    this.element.setAttribute(name, String(value))
    return this
  }

  /** Puts it at a place, in pixels. */
  at(x: number | string, y: number | string): this {
    return this.set('x', x).set('y', y)
  }

  text(content: string): this {
    if (this.told.get('#text') === content) return this
    this.told.set('#text', content)
    this.element.textContent = content
    return this
  }

  show(isShown: boolean): this {
    return this.set('visibility', isShown ? 'visible' : 'hidden')
  }
}

/** Appends a new SVG element to `parent`. */
export function append<K extends keyof SVGElementTagNameMap>(
  parent: SVGElement | Mark,
  name: K,
  className = '',
): Mark<SVGElementTagNameMap[K]> {
  const to = parent instanceof Mark ? parent.element : parent
  const element = to.ownerDocument.createElementNS(SVG, name)
  if (className) element.setAttribute('class', className)
  to.appendChild(element)
  return new Mark(element)
}

/** As many groups of marks as are asked for: dragging moves marks, and seldom makes or removes any. */
export function createMarks<T extends Readonly<Record<string, Mark>>>(make: () => T): (count: number) => readonly T[] {
  const made: T[] = []
  return (count) => {
    while (made.length < count) made.push(make())
    for (const gone of made.splice(count)) for (const { element } of Object.values(gone)) element.remove()
    return made
  }
}

/** The root of a chart, which is nothing to assistive technology before it is named. */
export function createRoot(document: Document, className: string): Mark<SVGSVGElement> {
  const root = document.createElementNS(SVG, 'svg')
  root.setAttribute('class', `chart ${className}`)
  return new Mark(root)
}

/** Makes a chart an image to assistive technology: what it shows is read out elsewhere, as text and table. */
export function nameImage(root: Mark<SVGSVGElement>, label: string): Mark<SVGSVGElement> {
  return root.set('role', 'img').set('aria-label', label)
}
