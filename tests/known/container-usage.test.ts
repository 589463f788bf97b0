import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { toWarnings } from '../../src/prediction/warnings.ts'
import { MIB, OFF, toGcPercent, toLimit } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

// It had 89 MiB resident at most, of which the kernel charged 80.
const LOG = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')

const top = (size: string) =>
  `$ kubectl top pod api-7d9f\nNAME       CPU(cores)   MEMORY(bytes)\napi-7d9f   250m         ${size}\n`
const STATS = 'CONTAINER ID   NAME   CPU %    MEM USAGE / LIMIT    MEM %    NET I/O    BLOCK I/O   PIDS\n'
const stats = (size: string) => `${STATS}abc1   api    12.00%   ${size} / 512MiB   15.86%   1kB/2kB    0B/0B       12\n`

async function usageOf(text: string) {
  const read = await readText(text)
  if (!read.ok || !('metrics' in read.value)) throw new Error('it was not read')
  const [process] = read.value.metrics.processes
  return { kind: read.value.kind, bytes: process?.columns.get('workingSet')?.values, process: process?.process }
}

describe('the memory of one container', () => {
  it.each([
    [top('181Mi'), 181 * MIB],
    [top('1Gi'), 1024 * MIB],
    [stats('81.5MiB'), 81.5 * MIB],
    [stats('81.5MB'), 81.5e6],
    [`${stats('1.5GiB').split('\n')[1]}\n`, 1536 * MIB],
  ])('is read from kubectl top and docker stats: %j', async (text, bytes) => {
    expect(await usageOf(text)).toMatchObject({ kind: 'container-usage', bytes: [bytes] })
  })

  it('has the names of its pod and container', async () => {
    const text =
      'NAMESPACE   POD        NAME   CPU(cores)   MEMORY(bytes)\nweb         api-7d9f   api    250m         181Mi\n'
    expect((await usageOf(text)).process).toMatchObject({ pod: 'api-7d9f', container: 'api' })
    expect((await usageOf(top('181Mi'))).process).toMatchObject({ pod: 'api-7d9f' })
  })

  const saidIn = async (mib: number, ...texts: readonly string[]) => {
    const program = programOf(toKnown(await readEvidence([LOG, ...texts])))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const prediction = finish(searchKnown(program.value, (one) => ({ ...one, containerLimit: toLimit(mib * MIB) })))
    return { outlook: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join() }
  }

  it('shows beside a log that there is no memory outside Go that the log hides', async () => {
    expect(await saidIn(170)).toMatchObject({
      outlook: 'could-be-killed',
      warnings: expect.stringContaining('nothing shows memory outside Go'),
    })
    expect((await saidIn(170, top('86Mi'))).outlook).toBe('survives')
    // Nor are there stacks of thousands of goroutines.
    expect((await saidIn(135, top('86Mi'))).outlook).toBe('survives')
    expect((await saidIn(170, top('160Mi'))).outlook).toBe('could-be-killed')
  })

  it('is ignored if the heap of the log is larger: it is of another container', async () => {
    const said = await saidIn(170, top('18Mi'))
    expect(said).toEqual({
      outlook: 'could-be-killed',
      warnings: expect.stringContaining('we ignored resident memory'),
    })
  })
})

describe('resident memory far above what the heap of a log needs', () => {
  const MAPPED = readFileSync('tests/fixtures/settings/mapped-outside-go.log', 'utf8')

  /** What the same program had resident at most, in MiB, under other settings (tests/fixtures/settings/README.md). */
  const MEASURED = [
    { gogc: 40, limit: undefined, mib: 166 },
    { gogc: 300, limit: undefined, mib: 235 },
    { gogc: undefined, limit: 225, mib: 323 },
    { gogc: undefined, limit: 80, mib: 193 },
  ] as const

  async function programBeside(...texts: readonly string[]) {
    const known = toKnown(await readEvidence([MAPPED, ...texts]))
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const under = ({ gogc, limit }: (typeof MEASURED)[number], container?: number) =>
      finish(
        searchKnown(program.value, (one) => ({
          ...one,
          gogc: gogc === undefined ? OFF : toGcPercent(gogc),
          memoryLimit: limit === undefined ? OFF : toLimit(limit * MIB),
          containerLimit: container === undefined ? OFF : toLimit(container * MIB),
        })),
      )
    return { known, under }
  }

  it('is outside Go or unused in Go: no memory limit keeps it out of the container', async () => {
    const { known, under } = await programBeside(top('181Mi'))
    expect(find(known, 'outsideMemory')).toMatchObject({ sureness: 'derived', low: 0 })
    for (const one of MEASURED) {
      const { low, likely, high } = under(one).spread.peakContainerBytes
      expect(low).toBeLessThanOrEqual(one.mib * MIB)
      expect(high).toBeGreaterThanOrEqual(one.mib * MIB)
      expect(Math.abs(likely / MIB / one.mib - 1)).toBeLessThan(0.15)
    }
    expect(toOutlook(under(MEASURED[2], 256))?.kind).not.toBe('survives')
    expect(toOutlook(under(MEASURED[2], 800))?.kind).toBe('survives')
  })

  it('is outside Go if a memory limit set the goals, since it counts what Go holds', async () => {
    const log = readFileSync('tests/fixtures/settings/mapped-under-limit.log', 'utf8')
    const known = toKnown(await readEvidence([log, top('213Mi'), 'GOGC=off\nGOMEMLIMIT=100MiB\n']))
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const under = (mib: number, container = 2000) =>
      finish(
        searchKnown(program.value, (one) => ({
          ...one,
          memoryLimit: toLimit(mib * MIB),
          containerLimit: toLimit(container * MIB),
        })),
      )
    for (const [limit, mib] of [
      [70, 186],
      [100, 213],
      [200, 308],
    ] as const) {
      const { spread } = under(limit)
      expect(spread.peakContainerBytes.low).toBeLessThanOrEqual(mib * MIB)
      expect(spread.peakContainerBytes.high).toBeGreaterThanOrEqual(mib * MIB)
      expect(spread.compulsoryGcFraction.high).toBeLessThan(0.05)
    }
    expect(toOutlook(under(100, 400))?.kind).toBe('survives')
  })

  it('is not, if it is about what the heap needs', async () => {
    const { known } = await programBeside(top('68Mi'))
    expect(find(known, 'outsideMemory')).toMatchObject({ sureness: 'assumed' })
  })
})
