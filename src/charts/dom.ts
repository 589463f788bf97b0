export const SVG = 'http://www.w3.org/2000/svg'

/** An element that remembers its attributes, so that an update touches only what changed. */
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

  /** Moves it to a place, in pixels. */
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

/** A number of groups of marks. Dragging moves marks, and seldom adds or removes any. */
export function createMarks<T extends Readonly<Record<string, Mark>>>(make: () => T): (count: number) => readonly T[] {
  const made: T[] = []
  return (count) => {
    while (made.length < count) made.push(make())
    for (const gone of made.splice(count)) for (const { element } of Object.values(gone)) element.remove()
    return made
  }
}

/** The root of a chart. Assistive technology ignores it until it has a name. */
export function createRoot(document: Document, className: string): Mark<SVGSVGElement> {
  const root = document.createElementNS(SVG, 'svg')
  root.setAttribute('class', `chart ${className}`)
  return new Mark(root)
}

/** Makes a chart an image for assistive technology, because its content is also on the page as text and tables. */
export function nameImage(root: Mark<SVGSVGElement>, label: string): Mark<SVGSVGElement> {
  return root.set('role', 'img').set('aria-label', label)
}
