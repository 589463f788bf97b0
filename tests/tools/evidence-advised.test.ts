import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { medianOf } from '../../src/numbers.ts'
import { readRuns } from './evidence-contained.ts'
import type { ServiceRun } from './recorded-groups.ts'

/** The advice for a service of `chosen`, in a container of a multiple of its RSS. */
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
const ADVICE: readonly Advised[] = JSON.parse(readFileSync(`${FOLDER}/advice.json`, 'utf8'))
const RUNS: readonly ServiceRun[] = JSON.parse(readFileSync(`${FOLDER}/runs.json`, 'utf8'))
const SAID = readFileSync('docs/accuracy.md', 'utf8').replace(/\s+/g, ' ')
const INPUTS = { log: 'a log alone', 'log and scrapes': 'a log, with three scrapes', scrapes: 'three scrapes' }

/** “As it is” was not tried: such advice has a larger container than the recording. */
const isTried = ({ option }: Advised) => option !== undefined && option !== 'as-is'

function runOf({ program, gogc, memoryLimit, recommendedMiB }: Advised): ServiceRun {
  return RUNS.find(
    (run) =>
      run.program === program &&
      run.gogc === gogc &&
      run.memoryLimit === memoryLimit &&
      run.containerMiB === recommendedMiB,
  )!
}

/** GC CPU of a run, over that of its service with GOGC=100 and no limit. */
function gcTimes(advised: Advised): number {
  const rate = ({ gcCpuSeconds, wallSeconds }: ServiceRun) => gcCpuSeconds / wallSeconds
  const base = readRuns('chosen').find(({ program, scrapes }) => program === advised.program && scrapes)!
  return rate(runOf(advised)) / rate(base)
}

describe.each(['log', 'log and scrapes', 'scrapes'] as const)(
  'the advice for services in real containers: from %s',
  (from) => {
    const own = ADVICE.filter((advised) => advised.from === from)
    const tried = own.filter(isTried)

    it('kills none of them', () => {
      expect(own).toHaveLength(48)
      expect(tried.length).toBeGreaterThan(25)
      expect(tried.filter((advised) => runOf(advised).isKilled)).toEqual([])
    })

    it('saves GC CPU where it raises GOGC', () => {
      const more = tried.filter(({ gogc }) => gogc !== 100)
      const times = medianOf(more.map(gcTimes))!
      expect(times).toBeLessThan(0.9)
      const cells = [
        INPUTS[from],
        `${tried.length}`,
        `${own.filter(({ option }) => option === 'as-is').length}`,
        `${own.filter(({ option }) => option === undefined).length}`,
        '0',
        `${times.toFixed(2)} (${more.length})`,
      ]
      expect(SAID).toContain(`| ${cells.join(' | ')} |`)
    })
  },
)
