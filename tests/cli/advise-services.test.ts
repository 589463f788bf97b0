import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MIB, parseSize } from '../../src/units.ts'
import { call } from './harness.ts'

const FOLDER = 'tests/fixtures/services'

interface Recorded {
  readonly program: string
  readonly run: string
  readonly gogc: number | 'off'
  readonly memoryLimit: string
  readonly procs: number
  readonly maxRssMiB: number
  readonly gcCpuSeconds: number
  readonly wallSeconds: number
}

interface Setting {
  readonly name: string
  readonly gogc: number | 'off'
  readonly memoryLimit: number | 'off'
  readonly containerLimit: number | 'off'
}

const RECORDED: readonly Recorded[] = JSON.parse(readFileSync(`${FOLDER}/runs.json`, 'utf8'))

const percentOf = (gogc: number | 'off') => (gogc === 'off' ? Infinity : gogc)
const bytesOf = (limit: string | number) => {
  if (typeof limit === 'number') return limit
  const size = parseSize(limit)
  return size.ok ? size.value : Infinity
}

/** GC takes more than this of all CPUs where a recorded program thrashed. */
const THRASHED = 0.4

it.each(['fragment', 'goroutines', 'httpjson'])(
  'from the log of a service, nothing is advised that was killed or thrashed when recorded: %s',
  async (program) => {
    const recorded = RECORDED.filter((one) => one.program === program)
    const free = recorded.find(({ run }) => run === `${program}-gogc100-limitoff`)!
    const log = `${FOLDER}/logs/${free.run}.log`
    const { lines } = await call(['advise', log, '--container', `${Math.round(1.1 * free.maxRssMiB)}MiB`])
    const { options, recommended } = lines[0] as unknown as { options: Setting[]; recommended: string | null }
    const chosen = options.find(({ name }) => name === recommended)!
    // A higher GOGC and a higher limit take no less memory: what exceeded this container under lower ones would be killed.
    const noMore = recorded.filter(
      ({ gogc, memoryLimit }) =>
        percentOf(gogc) <= percentOf(chosen.gogc) && bytesOf(memoryLimit) <= bytesOf(chosen.memoryLimit),
    )
    for (const { maxRssMiB } of noMore) expect(maxRssMiB * MIB).toBeLessThan(bytesOf(chosen.containerLimit))
    const thrashed = recorded.filter((one) => one.gcCpuSeconds / (one.procs * one.wallSeconds) > THRASHED)
    for (const { memoryLimit } of thrashed) expect(bytesOf(chosen.memoryLimit)).toBeGreaterThan(bytesOf(memoryLimit))
  },
)
