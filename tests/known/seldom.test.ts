import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../src/explore/advice/advice.ts'
import { toEvidence } from '../../src/known/evidence.ts'
import { toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { simulate } from '../../src/model/simulate.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

/** A service with 20 MiB live under GOGC=100: a cycle each time that it has allocated 20 MiB. Two scrapes, an hour apart. */
async function serviceWith(cyclesPerHour: number, seconds?: number) {
  const scrapes = await Promise.all(
    [0, 1].map((hour) =>
      readText(
        [
          'go_info{version="go1.24.1"} 1',
          'go_gc_gogc_percent 100',
          `go_memstats_alloc_bytes_total ${1e9 + 20 * MIB * cyclesPerHour * hour}`,
          `go_memstats_next_gc_bytes ${40 * MIB}`,
          `go_gc_duration_seconds_count ${50 + cyclesPerHour * hour}`,
        ].join('\n'),
      ),
    ),
  )
  const inputs = scrapes.map((read, i) => {
    if (!read.ok) throw new Error(read.problems[0]?.message)
    return { name: String(i), read: read.value }
  })
  const evidence = toEvidence(inputs, { interval: 3600, typed: {} })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const program = programOf(toKnown(evidence.value), seconds)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const { phases } = program.value.scenario.program
  return { program: program.value, seconds: phases.reduce((sum, { duration }) => sum + duration, 0) }
}

describe('a program known from metrics runs', () => {
  it('for a minute if its cycles are frequent', async () => {
    expect((await serviceWith(3600)).seconds).toBeCloseTo(60, 6)
  })

  it('for the time of ten cycles if they are rare', async () => {
    // A cycle every 25 seconds.
    const { seconds, program } = await serviceWith(144)
    expect(seconds).toBeCloseTo(250, 0)
    expect(simulate(program.scenario).result.cycles).toBeGreaterThanOrEqual(8)
  })

  it('for at most ten minutes, or for the requested time', async () => {
    expect((await serviceWith(30)).seconds).toBeCloseTo(600, 6)
    expect((await serviceWith(30, 30)).seconds).toBeCloseTo(30, 6)
  })

  it('long enough for advice on a service with rare cycles', async () => {
    const { program } = await serviceWith(60)
    const { options, recommended } = findAdvice(program.scenario, undefined, undefined, {
      ensemble: ensembleOf(program),
    })
    expect(options[0]!.plain.result.cycles).toBeGreaterThanOrEqual(3)
    expect(recommended).toBe('as-is')
  })

  it('so that the advice leaves a program as it is if only Go’s two-minute timer starts its cycles', async () => {
    const { program } = await serviceWith(30)
    const advice = findAdvice(program.scenario, undefined, undefined, { ensemble: ensembleOf(program) })
    expect(advice.recommended).toBe('as-is')
  })
})
