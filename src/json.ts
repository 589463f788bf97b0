/** Finds the objects of the outermost array of objects in JSON that arrives in pieces; does not keep the rest. */
interface ElementSplitter {
  push(text: string): void
  /** Whether a bracket is still open: then the text was cut. */
  isOpen(): boolean
  /** The text of an object that has not ended. */
  rest(): string
}

/**
 * The longest object that is kept as a whole, in characters. A series of Prometheus has at most 11,000 points, about
 * 400 kB; a stream of Loki may be longer.
 */
const MOST_ELEMENT = 16 << 20
/** No answer of Prometheus is nested deeper. */
const MOST_DEPTH = 64

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93

/**
 * @param onElement receives the text of each object that is an element of an array, but not inside another such object
 * @param onTooLong receives the text of an element that is too long to keep, piece by piece
 */
export function createElementSplitter(
  onElement: (json: string) => void,
  onTooLong: (piece: string, isLast: boolean) => void,
): ElementSplitter {
  /** The open braces and brackets, outermost first. */
  let open: number[] = []
  let isString = false
  let isEscaped = false
  /** Depth at which the present element began; 0 outside of elements. */
  let began = 0
  let parts: string[] = []
  let length = 0
  const keep = (text: string, isLast: boolean) => {
    length += text.length
    parts.push(text)
    const isTooLong = length > MOST_ELEMENT
    if (isTooLong) onTooLong(parts.join(''), isLast)
    else if (isLast) onElement(parts.join(''))
    if (isTooLong || isLast) parts = []
    if (isLast) length = began = 0
  }
  /** Reads the next character. @returns whether it belongs to a string, quotes included */
  const isOfString = (code: number) => {
    const wasString = isString
    if (isEscaped) isEscaped = false
    else if (code === QUOTE) isString = !isString
    else isEscaped = isString && code === BACKSLASH
    return wasString || isString
  }
  /** Reads an opening brace or bracket. @returns whether an element begins with it */
  const opensElement = (code: number) => {
    const isFirst = began === 0 && code === OPEN_BRACE && open.at(-1) === OPEN_BRACKET
    open.push(code)
    if (isFirst) began = open.length
    if (open.length > MOST_DEPTH) open = open.slice(-MOST_DEPTH / 2)
    return isFirst
  }
  /** Reads a closing brace or bracket. @returns whether an element ends with it */
  const closesElement = () => {
    const isLast = began > 0 && open.length === began
    open.pop()
    return isLast
  }
  return {
    isOpen: () => open.length > 0,
    rest: () => parts.join(''),
    push(text) {
      let from = 0
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i)
        if (isOfString(code)) continue
        const isOpening = code === OPEN_BRACE || code === OPEN_BRACKET
        const isClosing = code === CLOSE_BRACE || code === CLOSE_BRACKET
        if (isOpening && opensElement(code)) from = i
        else if (isClosing && closesElement()) keep(text.slice(from, i + 1), true)
      }
      if (began > 0) keep(text.slice(from), false)
    },
  }
}

/** The JSON object in a text; undefined for any other text. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** All JSON objects of a text: in an array, or one after another, as in a file with appended dumps. */
export function objectsIn(text: string): readonly Record<string, unknown>[] {
  const parts: string[] = []
  const splitter = createElementSplitter(
    (json) => parts.push(json),
    () => undefined,
  )
  splitter.push(`[${text}`)
  const isArray = text.trimStart().startsWith('[')
  const isWhole = isArray ? whyNoJson(text) === undefined : parts.length > 1
  const texts = isWhole ? parts : [text]
  return texts.map((json) => parseObject(json) ?? {})
}

/** Why a text that should be a JSON object is not one; undefined if it is. */
export function whyNoJson(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return 'its JSON is invalid, perhaps cut off: copy all of it'
  }
}

export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The elements of an array; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
