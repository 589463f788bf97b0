import { asObject, listOf } from '../json.ts'
import { fieldOf } from './fields.ts'
import { COUNTERS_LOST, RECORDED } from './recorded.ts'
import type { SampleStore } from './samples.ts'

/**
 * Adds the series of a data frame of Grafana: a field of times in milliseconds, and fields of numbers. The labels of a
 * series stand in its field; in a table, each is a field of texts.
 * @returns what to say of series that cannot be read
 */
export function readFrame(frame: Record<string, unknown>, store: SampleStore): string | undefined {
  const columns = listOf(asObject(frame.data)?.values).map(listOf)
  const fields = listOf(asObject(frame.schema)?.fields).map((one, i) => {
    const { name, type, labels } = asObject(one) ?? {}
    return { name: String(name), type, labels: asObject(labels) ?? {}, values: columns[i] ?? [] }
  })
  const times = fields.find(({ type }) => type === 'time')?.values ?? []
  const texts = fields.filter(({ type }) => type === 'string')
  const problems = fields.flatMap(({ name, type, labels, values }) => {
    if (type !== 'number') return []
    const adders = new Map<string, ReturnType<SampleStore['adderOf']> | null>()
    const adderAt = (row: number) => {
      const all = [...Object.entries(labels), ...texts.map((text) => [text.name, text.values[row]] as const)]
      const key = JSON.stringify(all)
      if (!adders.has(key)) adders.set(key, adderOf(store, name, all))
      return adders.get(key)
    }
    const named = values.filter((value, row) => {
      const add = adderAt(row)
      const time = times[row]
      // A gap is null.
      if (typeof value === 'number') add?.(typeof time === 'number' ? time / 1000 : Number.NaN, value)
      return add !== null
    })
    return named.length < values.length ? [COUNTERS_LOST] : []
  })
  return problems[0]
}

/** What takes samples of a column; undefined for a metric that we do not read, null for a series without a name. */
function adderOf(store: SampleStore, column: string, all: readonly (readonly [string, unknown])[]) {
  const labels = new Map(all.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : [])))
  const name = labels.get('__name__') ?? (fieldOf(column) ? column : undefined)
  return name === undefined || RECORDED.test(name) ? null : store.adderOf(name, labels)
}
