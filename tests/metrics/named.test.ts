import { describe, expect, it } from 'vitest'
import { readText } from './read.ts'

describe('metrics whose names begin with that of a program', () => {
  const named = (name: string) =>
    `${name}_go_memstats_alloc_bytes_total{pod="a"} 1e3\n${name}_go_gc_duration_seconds_count{pod="a"} 7\n${name}_go_http_total 3\n`
  const read = async (text: string) => {
    const found = await readText(text)
    if (!found.ok || !('metrics' in found.value)) return found.ok ? found.value.kind : found.problems[0]?.message
    const { processes, problems } = found.value.metrics
    return { values: processes.map(({ columns }) => columns.get('allocTotal')?.values), problems }
  }

  it('are read without it, and a note says so', async () => {
    const problems = ['the names of its Go metrics begin with consul_dataplane_: they were read without that prefix']
    const text = named('consul_dataplane')
    expect(await read(text)).toEqual({ values: [[1000]], problems })
    expect(
      await read(text.slice(0, -1).replace(/[^\n]*$/, 'consul_dataplane_process_resident_memory_bytes 9e')),
    ).toEqual({
      values: [[1000]],
      problems: [...problems, expect.stringContaining('its last line is cut off')],
    })
  })

  it('are skipped beside plain names', async () => {
    const text = `${named('old')}go_memstats_alloc_bytes_total{pod="a"} 2e3\n`
    expect(await read(text)).toEqual({ values: [[2000]], problems: [] })
  })

  it('are refused if there are two such names', async () => {
    expect(await read(named('api') + named('db'))).toBe(
      'the names of its Go metrics begin with api_ and db_: paste the metrics of one program alone, without its prefix',
    )
  })
})
