import type { Parameter } from './parameter.ts'
import { type Typed, toPlain } from './typed-text.ts'

/**
 * Parameters whose 0 means something else than none are shown and typed as what it means: `all`, `no slack`.
 * @param show the text of any other value
 */
export function showZero({ zero }: Pick<Parameter, 'zero'>, value: number, show: (value: number) => string): string {
  return value === 0 && zero !== undefined ? zero : show(value)
}

/** Reads the word for a parameter's 0, and all else by `read`. */
export function readZero({ zero }: Pick<Parameter, 'zero'>, text: string, read: (text: string) => Typed<number>) {
  const isWord = zero !== undefined && toPlain(text).text.toLowerCase() === toPlain(zero).text.toLowerCase()
  return isWord ? ({ kind: 'read', value: 0 } as const) : read(text)
}
