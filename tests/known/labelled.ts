import { runsOf, toEvidence } from '../../src/known/evidence.ts'
import { numberOf, toKnown } from '../../src/known/known.ts'
import { labelOf } from '../../src/known/measure/timeline.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

export type Labels = Readonly<Record<string, string>>
export interface Series {
  readonly metric: Labels
  readonly values: readonly (readonly [number, string])[]
}

export const AT = 1_795_305_600

/** The counters and the goal of a process that allocates at one rate, as `query_range` gives them. */
export function goSeries(labels: Labels, mibPerSecond: number): Series[] {
  const times = [0, 15, 30, 45, 60]
  const series = (name: string, valueAt: (seconds: number) => number): Series => ({
    metric: { __name__: name, ...labels },
    values: times.map((seconds) => [AT + seconds, String(valueAt(seconds))]),
  })
  return [
    series('go_memstats_alloc_bytes_total', (seconds) => 1e9 + seconds * mibPerSecond * MIB),
    series('go_gc_duration_seconds_count', (seconds) => 100 + Math.floor((seconds * mibPerSecond) / 95)),
    series('go_memstats_next_gc_bytes', () => 200 * MIB),
  ]
}

export const one = (name: string, labels: Labels, value: number): Series => ({
  metric: { __name__: name, ...labels },
  values: [[AT + 60, String(value)]],
})

export const json = (result: readonly Series[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })

/** The same as text, as `/federate` answers. */
export const text = (result: readonly Series[]) =>
  result
    .flatMap(({ metric: { __name__: name, ...labels }, values }) => {
      const set = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      return values.map(([seconds, value]) => `${name}{${set.join(',')}} ${value} ${1000 * seconds}\n`)
    })
    .join('')

export async function given(...texts: readonly string[]) {
  return Promise.all(
    texts.map(async (one, i) => {
      const read = await readText(one, 10_000)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
}

/** The processes with Go’s counters: their names, and what they allocate in MiB per second. */
export async function processesIn(...texts: readonly string[]) {
  const inputs = await given(...texts)
  return runsOf(inputs).flatMap((run, i) => {
    if (!run.scrapes.some(({ values }) => values.has('allocTotal'))) return []
    const evidence = toEvidence(inputs, { run: i })
    const rate = evidence.ok ? numberOf(toKnown(evidence.value), 'allocRate') : undefined
    return [{ label: labelOf(run.process), rate: Math.round((rate ?? Number.NaN) / MIB) }]
  })
}

export async function knownOf(texts: readonly string[], run = 0) {
  const evidence = toEvidence(await given(...texts), { run })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

export const POD = { job: 'api', instance: '10.0.0.7:8080', namespace: 'shop', pod: 'api-0', container: 'app' }
