// What “What to set” advised for the services of `chosen`, and what the kernel then did: tests/fixtures/services/advised.
import { readFileSync } from 'node:fs'
import { medianOf } from '../../src/numbers.ts'
import { readRuns } from './evidence-contained.ts'
import type { ServiceRun } from './recorded-groups.ts'

/** The advice for a service, in a container of a multiple of its RSS. */
interface Advised {
  readonly from: string
  readonly program: string
  readonly times: number
  /** Absent if nothing was recommended. */
  readonly option?: string
  readonly gogc?: number | 'off'
  readonly memoryLimit?: string
  readonly recommendedMiB?: number
  readonly said?: string
}

const FOLDER = 'tests/fixtures/services/advised'

const ADVISED_FROM = ['log', 'log and scrapes', 'scrapes'] as const

/** How the advice turned out, by the input that it was asked from. */
export function readAdvised() {
  const advice: readonly Advised[] = JSON.parse(readFileSync(`${FOLDER}/advice.json`, 'utf8'))
  const runs: readonly ServiceRun[] = JSON.parse(readFileSync(`${FOLDER}/runs.json`, 'utf8'))
  const bases = readRuns('chosen').filter(({ scrapes }) => scrapes)
  return ADVISED_FROM.map((from) => {
    const own = advice.filter((advised) => advised.from === from)
    const asIs = own.filter(({ option }) => option === 'as-is').length
    const nothing = own.filter(({ option }) => option === undefined).length
    // “As it is” was not tried: such advice has a larger container than the recording.
    const tried = own.filter(({ option }) => option !== undefined && option !== 'as-is')
    const times = tried
      .filter(({ gogc }) => gogc !== 100)
      .map((advised) => {
        const base = bases.find(({ program }) => program === advised.program)!
        return gcRate(runOf(advised, runs)) / gcRate(base)
      })
    return {
      from,
      other: tried.length,
      asIs,
      nothing,
      killed: tried.filter((advised) => runOf(advised, runs).isKilled).length,
      // GC CPU of those that raise GOGC, over that with GOGC=100 and no limit.
      gcCpu: { times: medianOf(times)!, of: times.length },
    }
  })
}

function runOf({ program, gogc, memoryLimit, recommendedMiB }: Advised, runs: readonly ServiceRun[]): ServiceRun {
  return runs.find(
    (run) =>
      run.program === program &&
      run.gogc === gogc &&
      run.memoryLimit === memoryLimit &&
      run.containerMiB === recommendedMiB,
  )!
}

function gcRate({ gcCpuSeconds, wallSeconds }: ServiceRun): number {
  return gcCpuSeconds / wallSeconds
}
