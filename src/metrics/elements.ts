/** Splits JSON that arrives in pieces into the objects of its outermost array of objects, without holding the rest. */
interface ElementSplitter {
  push(text: string): void
  /** Whether what was begun is not closed: the text was cut. */
  isOpen(): boolean
}

/** One series of Prometheus has at most 11,000 points, some 400 kB: anything longer is not a series. */
const MOST_ELEMENT = 16 << 20
/** JSON nested deeper than this is no answer of Prometheus. */
const MOST_DEPTH = 64

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93

/**
 * @param onElement gets the text of each object that is an element of an array and stands in no other such object
 * @param onTooLong is told of an element that is too long to be held
 */
export function createElementSplitter(onElement: (json: string) => void, onTooLong: () => void): ElementSplitter {
  /** What is open: braces and brackets, outermost first. */
  let open: number[] = []
  let isString = false
  let isEscaped = false
  /** Depth at which the element that is being read began; 0 outside. */
  let began = 0
  let parts: string[] = []
  let length = 0
  const keep = (text: string) => {
    length += text.length
    if (length <= MOST_ELEMENT) parts.push(text)
    else parts = []
  }
  const end = () => {
    if (length > MOST_ELEMENT) onTooLong()
    else onElement(parts.join(''))
    parts = []
    length = 0
    began = 0
  }
  /** Takes the next character, and says whether it belongs to a string, whose quotes are part of it. */
  const isOfString = (code: number) => {
    const wasString = isString
    if (isEscaped) isEscaped = false
    else if (code === QUOTE) isString = !isString
    else isEscaped = isString && code === BACKSLASH
    return wasString || isString
  }
  /** Takes an opening brace or bracket, and says whether an element begins with it. */
  const opensElement = (code: number) => {
    const isFirst = began === 0 && code === OPEN_BRACE && open.at(-1) === OPEN_BRACKET
    open.push(code)
    if (isFirst) began = open.length
    if (open.length > MOST_DEPTH) open = open.slice(-MOST_DEPTH / 2)
    return isFirst
  }
  /** Takes a closing brace or bracket, and says whether an element ends with it. */
  const closesElement = () => {
    const isLast = began > 0 && open.length === began
    open.pop()
    return isLast
  }
  return {
    isOpen: () => open.length > 0,
    push(text) {
      let from = 0
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i)
        if (isOfString(code)) continue
        if (isOpening(code) && opensElement(code)) from = i
        else if (isClosing(code) && closesElement()) {
          keep(text.slice(from, i + 1))
          end()
        }
      }
      if (began > 0) keep(text.slice(from))
    },
  }
}

function isOpening(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET
}

function isClosing(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET
}
