import { readText } from './read.ts'

export const AT = 1_785_000_000
export const TIMES = [AT, AT + 15, AT + 30]
export const NAMES = ['go_memstats_alloc_bytes_total', 'go_gc_duration_seconds_count'] as const
const labelsOf = (pod: string) => ({ job: 'api', namespace: 'shop', pod })
const valueAt = (metric: number, pod: number, i: number) => 1000 * (metric + 1) + 100 * pod + i

/** What was read of the two pods; the kind of an input without metrics; or why it was not read. */
export async function readPods(text: string) {
  const found = await readText(text)
  if (!found.ok) return found.problems[0]?.message
  if (!('metrics' in found.value)) return found.value.kind
  const { processes, problems } = found.value.metrics
  return {
    pods: processes.map(({ process: { pod }, columns }) => [pod, columns.get('allocTotal'), columns.get('cycles')]),
    problems,
  }
}

/** What `readPods` finds in both pods: two metrics of each, in three scrapes. */
export const BOTH = {
  pods: ['api-0', 'api-1'].map((pod, p) => [
    pod,
    ...[0, 1].map((metric) => ({ times: TIMES, values: TIMES.map((_, i) => valueAt(metric, p, i)) })),
  ]),
  problems: [],
}

/** The series of both pods. */
export const series = ['api-0', 'api-1'].flatMap((pod, p) =>
  NAMES.map((name, metric) => ({
    labels: { __name__: name, ...labelsOf(pod) },
    values: TIMES.map((_, i) => valueAt(metric, p, i)),
  })),
)
