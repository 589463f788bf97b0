import { clip } from '../../units.ts'
import { readSize, type Typed } from '../typed.ts'

const SECONDS: Readonly<Record<string, number>> = {
  '': 1,
  s: 1,
  sec: 1,
  ms: 1e-3,
  µs: 1e-6,
  us: 1e-6,
  min: 60,
  h: 3600,
}

/** Reads a time as people type it: 5, 0.5 s, 500ms, 2 min. */
export function readSeconds(text: string): Typed<number> {
  const match = /^(\d+\.?\d*|\.\d+)([a-zµ]*)$/.exec(tight(text))
  const unit = match ? SECONDS[match[2] ?? ''] : undefined
  if (!match || unit === undefined) return unread(`“${clip(text.trim())}” is not a time. Write for example 5 or 500ms.`)
  return { kind: 'read', value: Number(match[1]) * unit }
}

/** Reads a size per second: 20, 20 MiB, 20 MiB/s. */
export function readRate(text: string): Typed<number> {
  return readSize(text.replace(/(\/|per)\s*s(ec(ond)?)?\s*$/i, ''))
}

/** Reads a number; `50%` is 0.5. */
export function readNumber(text: string, min: number, max: number): Typed<number> {
  const match = /^(\d+\.?\d*(?:e-?\d+)?|\.\d+)(%?)$/.exec(tight(text))
  const value = match ? Number(match[1]) * (match[2] ? 0.01 : 1) : Number.NaN
  if (value >= min && value <= max) return { kind: 'read', value }
  return unread(`Write a number from ${min} to ${max}.`)
}

function tight(text: string): string {
  return text.toLowerCase().replace(/\s/g, '').replace(',', '.')
}

function unread(message: string): Typed<never> {
  return { kind: 'unread', message }
}
