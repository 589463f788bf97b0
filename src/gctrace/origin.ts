import type { Stream } from './runs.ts'

/** Who wrote a line, and when, as its prefix says. */
export interface Origin {
  /** Empty where the prefix says nothing. */
  readonly name: string
  readonly hasTime: boolean
  /** When the line that begins at this place of what is being read was written, as it stands there: a copy. */
  timestamp(at: number): string
  /** The stream it was found to be, by whoever tells streams apart: most lines have one of a few origins. */
  stream: Stream | undefined
}

/** Of a line whose text is known: wherever it stands. */
export function originOf(name: string, timestamp: string): Origin {
  return { name, hasTime: timestamp !== '', timestamp: () => copyText(timestamp), stream: undefined }
}

/** A copy: a slice of a line would keep the whole piece of the file in memory. */
export function copyText(text: string): string {
  return Array.from(text).join('')
}
