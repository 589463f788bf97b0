import { clip } from '../units.ts'
import { isLong, type Typed, tooLong, toPlain, toRead, unread } from './typed-text.ts'

const SECONDS: Readonly<Record<string, number>> = {
  '': 1,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  ms: 1e-3,
  µs: 1e-6,
  us: 1e-6,
  min: 60,
  h: 3600,
}

/** Reads a time as people type it: 5, 0.5 s, 500ms, 2 min. @returns seconds. */
export function readSeconds(text: string): Typed<number> {
  if (isLong(text)) return tooLong('Write for example 5 or 500ms.')
  const { text: plain, note } = toPlain(text)
  const match = /^\+?(\d+\.?\d*(?:e-?\d{1,2})?|\.\d+)([a-zµ]*)$/.exec(plain.toLowerCase())
  const unit = match ? SECONDS[match[2] ?? ''] : undefined
  if (!match || unit === undefined) return unread(`“${clip(text.trim())}” is not a time. Write for example 5 or 500ms.`)
  return toRead(Number(match[1]) * unit, note)
}
