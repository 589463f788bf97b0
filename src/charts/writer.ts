import { append, type Mark } from './dom.ts'
import { toTenths } from './path.ts'

/** Writes a text at a place in pixels; its class says which part of it stands there. */
export type Write = (text: string, x: number, y: number, className?: string) => void

/** Writes new texts into a part of a chart; to be emptied before they are written anew. */
export function createWriter(parent: Mark): Write {
  return (text, x, y, className) =>
    append(parent, 'text', className).set('x', toTenths(x)).set('y', toTenths(y)).text(text)
}
