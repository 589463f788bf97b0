import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSeries } from '../../../src/calibration/shape/series.ts'
import { columnsOfRun } from '../../../src/gctrace/columns.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { parameter } from '../../../src/scenario/params.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'
import { TYPICAL } from '../../../src/view/knobs/typical.ts'
import { readLog } from '../../gctrace/support.ts'

const RATE = 200 * MIB
const KEPT = 100 * MIB
const SECONDS = 10

/** Requests by the clock on one CPU, which is busy for this share of the time while nothing marks. */
function service(lateLive: number, { busy = 1, memoryLimit = '150MiB' } = {}) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc: 'off',
    memoryLimit,
    program: {
      initialLive: KEPT,
      pace: 'clock',
      busyProcs: busy,
      lateLive,
      phases: [{ duration: SECONDS, allocRate: RATE, scanRate: '2GiB' }],
    },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const trace = simulate(made.value)
  const { runtime, count } = trace.cycles
  return { result: trace.result, runtime: runtime!, count }
}

describe('the live heap of late requests', () => {
  it('is zero unless a scenario sets it', () => {
    expect(parameter('lateLive').default).toBe(0)
  })

  it('changes nothing of a service that never falls behind', () => {
    const idle = { busy: 0.05, memoryLimit: 'off' }
    expect(service(1, idle).result).toEqual(service(0, idle).result)
  })

  it('makes cycles of a late service find more live heap, run more often and take more CPU', () => {
    const [without, held] = [service(0), service(0.05)]
    expect(without.result.wallSeconds).toBeGreaterThan(SECONDS)
    expect(held.result.peakLiveBytes).toBeGreaterThan(without.result.peakLiveBytes + MIB)
    expect(held.result.cycles).toBeGreaterThan(without.result.cycles)
    expect(held.result.gcSeconds).toBeGreaterThan(without.result.gcSeconds)
    expect(held.result.wallSeconds).toBeGreaterThan(without.result.wallSeconds)
  })

  it('is at most its share of the backlog’s allocation, and at most the heap', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (lateLive) => {
        const { result, runtime, count } = service(lateLive)
        const late = Math.max(0, result.wallSeconds - SECONDS)
        for (let i = 0; i < count; i++) {
          const whileMarking = RATE * (runtime.endWall[i]! - runtime.startWall[i]!)
          expect(runtime.liveFound[i]).toBeLessThanOrEqual(KEPT + lateLive * RATE * late + whileMarking + MIB)
          expect(runtime.liveFound[i]).toBeLessThanOrEqual(runtime.heapEnd[i]!)
        }
      }),
      { numRuns: 20 },
    )
  })
})

interface Run {
  readonly run: string
  readonly wallSeconds: number
}

/**
 * For a service that ended late under a limit: the largest live heap found in excess of the run without a limit,
 * divided by the allocation in the time by which it was late.
 */
function heldShare(folder: string, base: string, limited: string): number {
  const runs: Run[] = JSON.parse(readFileSync(`${folder}/runs.json`, 'utf8'))
  const seconds = (name: string) => runs.find(({ run }) => run === name)!.wallSeconds
  const of = (name: string) => {
    const series = toSeries(columnsOfRun(readLog(readFileSync(`${folder}/logs/${name}.log`, 'utf8')).columns, 0))!
    return { most: Math.max(...series.reachable), rate: series.endAllocated / series.endSeconds }
  }
  const late = seconds(limited) - seconds(base)
  return (of(limited).most - of(base).most) / (of(base).rate * late)
}

describe('the share of live heap while late, as recorded', () => {
  const typical = TYPICAL.lateLive
  const services = 'tests/fixtures/services'

  it.each([
    [services, 'httpjson', 'off', '44MiB'],
    [`${services}/kinds`, 'rpc', '100', '28MiB'],
  ])('is next to nothing where clients wait for their answers: %s %s', (folder, program, gogc, limit) => {
    const share = heldShare(folder, `${program}-gogc100-limitoff`, `${program}-gogc${gogc}-limit${limit}`)
    expect(share).toBeGreaterThanOrEqual(0)
    expect(share).toBeLessThan(0.02)
    expect(typical).toContain('1 % where clients wait')
  })

  it('is a quarter in a queue that accepts every request', () => {
    const share = heldShare(`${services}/kinds`, 'queue-gogc100-limitoff', 'queue-gogcoff-limit36MiB')
    expect(typical).toContain(`${(100 * share).toFixed(0)} % in a queue`)
  })
})
