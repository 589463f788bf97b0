import { append, type Mark } from './dom.ts'
import { toTenths } from './path.ts'

/** Writes a text at a place in pixels; its class names its role. */
export type Write = (text: string, x: number, y: number, className?: string) => void

/** Writes texts into a part of a chart, which must be emptied before the next drawing. */
export function createWriter(parent: Mark): Write {
  return (text, x, y, className) =>
    append(parent, 'text', className).set('x', toTenths(x)).set('y', toTenths(y)).text(text)
}
