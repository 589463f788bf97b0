const FIGURE = /(\d[\d.]*(?: \d{3})* (?:[KMGT]?i?B|(?:CPU-|[mµ])?s|min|h|%)(?:\/(?:CPU-)?s)?(?!\w))/

/** A sentence in which no line break separates a number from its unit. */
export function NoBreak({ text }: { readonly text: string }) {
  return text.split(FIGURE).map(toNode)
}

/** Every second part is a figure. */
function toNode(part: string, i: number) {
  if (i % 2 === 0) return part
  return (
    <span key={i} className="kept">
      {part}
    </span>
  )
}
