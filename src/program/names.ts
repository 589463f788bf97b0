import { INPUT_KINDS, type InputKind } from '../known/input-kind.ts'
import { METRICS_KINDS } from '../metrics/kind.ts'
import type { ShownInput } from './session.ts'

/** The name of each input, in the order on the page: its kind and its time. */
export function namesOf(inputs: readonly ShownInput[]): readonly string[] {
  const orders = new Map<InputKind, readonly ShownInput[]>()
  for (const kind of METRICS_KINDS) orders.set(kind, inOrder(inputs.filter((input) => isScrape(input, kind))))
  return inputs.map((input) => {
    const { state, given } = input
    const kind = state.kind === 'reading' ? undefined : state.as
    const order = (kind && orders.get(kind)) ?? []
    const when = order.length > 1 && order.includes(input) ? `${ordinal(order.indexOf(input))} scrape` : spanOf(input)
    const what = kind === undefined ? 'pasted text' : INPUT_KINDS[kind]
    return [given.name ?? what, ...(given.name === undefined || kind === undefined ? [] : [what]), when]
      .filter((part) => part !== '')
      .join(', ')
  })
}

function isScrape({ state }: ShownInput, kind: InputKind): boolean {
  return state.kind === 'read' && state.as === kind && state.when?.scrapes === 1
}

/** By time, else by allocated bytes. */
function inOrder(scrapes: readonly ShownInput[]): readonly ShownInput[] {
  const rankOf = ({ state }: ShownInput) => (state.kind === 'read' && (state.when?.span?.[0] ?? state.when?.total)) || 0
  return scrapes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

function ordinal(index: number): string {
  return ORDINALS[index] ?? `${index + 1}th`
}

function spanOf({ state }: ShownInput): string {
  const span = state.kind === 'read' ? state.when?.span : undefined
  if (!span) return ''
  const [from, to] = span.map((seconds) => new Date(1000 * seconds).toISOString())
  if (!from || !to) return ''
  const [day, start, end] = [from.slice(0, 10), from.slice(11, 16), to.slice(11, 16)]
  const until = to.slice(0, 10) === day ? end : `${to.slice(0, 10)} ${end}`
  return from.slice(0, 16) === to.slice(0, 16) ? `${day} ${start} UTC` : `${day} ${start} to ${until} UTC`
}
