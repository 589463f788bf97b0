import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { find } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { call, createFolder } from '../cli/harness.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

/** Of 71.2 MiB that Go counted, the process had 67.2: it keeps buffers of 64 KiB, and has written to 44 of each. */
const known = knownFrom('spare', ['metrics-0.txt', 'metrics-1.txt'])
const RESIDENT = 67.2 * MIB

describe('a program that has not touched all of its memory', () => {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)

  it('likely continues like that, and may touch all of it, or leave more untouched', () => {
    const [likely, ...others] = ensembleOf(program.value).candidates.map(({ scenario }) => scenario.program.untouched)
    expect(program.value.scenario.program.untouched).toBeCloseTo(likely!, -3)
    expect(likely! / MIB).toBeCloseTo(4, 0)
    expect(Math.min(...others)).toBeLessThan(0.5 * MIB)
    // Resident pages of its file hide as much, and under a limit more of its memory is untouched again.
    expect(Math.max(...others)).toBeGreaterThan(1.4 * (4 + 4.5) * MIB)
  })

  it('has its measured memory well within the range, as has a program that touched all of its memory', () => {
    const same = finish(searchKnown(program.value, (scenario) => scenario)).spread
    // It had as much in the last scrape: another run under the same settings has hardly less.
    expect(same.peakContainerBytes.low).toBeLessThan(RESIDENT)
    expect(same.peakContainerBytes.low).toBeGreaterThan(RESIDENT / 1.18)
    expect(same.peakContainerBytes.likely).toBeGreaterThan(0.99 * RESIDENT)
    const gogc = { kind: 'percent', percent: 99 } as const
    const { peakContainerBytes, peakMemoryBytes } = finish(
      searchKnown(program.value, (one) => ({ ...one, gogc })),
    ).spread
    expect(peakContainerBytes.low).toBeLessThan(0.97 * RESIDENT)
    expect(peakContainerBytes.high).toBeGreaterThan(peakMemoryBytes.likely)
  })

  it('says so beside its memory outside Go', () => {
    expect(find(known, 'outsideMemory')?.source).toMatch(
      /Go counts \d\.\d+ MiB more than is resident \(never touched, or swapped out\)/,
    )
  })
})

/** The scrapes of `spare`, as if it had written to a third of the 71 MiB that Go counts. */
describe('a program that has touched only a third of its memory', () => {
  const folder = createFolder()
  afterAll(folder.remove)
  const LITTLE = 24 * MIB
  const scraped = [0, 1].map((i) => {
    const text = readFileSync(`tests/fixtures/metrics/spare/metrics-${i}.txt`, 'utf8')
    const little = text.replace(/^(process_resident_memory_bytes) .*$/m, `$1 ${LITTLE}`)
    expect(little).not.toBe(text)
    return folder.write(`metrics-${i}.txt`, little)
  })
  const of = async (command: string, ...asked: string[]) => {
    const { code, lines } = await call([command, ...scraped, '--interval', '15', ...asked])
    return { code, answer: lines[0] as Record<string, unknown> & { warnings: string[]; range: Range } }
  }
  type Range = Record<string, [number, number]>

  it('is never sure to be killed in a container that holds what it had', async () => {
    const { answer } = await of('what-if', '--container', '30MiB')
    expect(answer.outlook).toBe('could-be-killed')
    expect(answer.range.peakContainerBytes![0]).toBeGreaterThanOrEqual(LITTLE / 1.18)
    const checked = await of('check', '--container', '30MiB')
    expect(checked.code).toBe(3)
    expect(JSON.stringify(checked.answer)).toMatch(/could be killed/)
    expect(JSON.stringify(checked.answer)).not.toMatch(/killed as it starts|nothing shows/)
  })

  it('is killed in one that is far smaller than what it had', async () => {
    expect((await of('what-if', '--container', '11MiB')).answer.outlook).toBe('would-be-killed')
  })

  it('needs some of that memory under any settings', async () => {
    for (const limit of ['40MiB', '60MiB']) {
      const { answer } = await of('what-if', '--memory-limit', limit)
      expect(answer.range.peakContainerBytes![0]).toBeGreaterThan(4 * MIB)
      const { peakContainerBytes: likely } = answer.predicted as Record<string, number>
      expect(likely).toBeGreaterThan(0.2 * Number.parseInt(limit, 10) * MIB)
    }
  })
})

// It had 48 MiB resident of 86 with GOGC=100, and 34 with 300 (tests/fixtures/metrics/README.md).
it('a program that writes to little of its memory may write to none of what a higher GOGC gives it', async () => {
  const scraped = [0, 1].map((i) => `tests/fixtures/metrics/unwritten/metrics-${i}.txt`)
  const asked = ['what-if', ...scraped, '--interval', '12', '--duration', '20', '--gogc', '300']
  for (const container of ['37MiB', '44MiB']) {
    const [answer] = (await call([...asked, '--container', container])).lines as { outlook: string }[]
    expect(answer?.outlook).toBe('could-be-killed')
  }
})

describe('a container that holds what the process had when last seen', () => {
  it('does not surely kill it, even if every simulated program is killed', () => {
    const scraped = { ...known.scraped!, lastResident: 20 * MIB, mostHeld: 15 * MIB, untouched: undefined }
    const had = { ...known, scraped, leastResident: undefined }
    const program = programOf(had)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const within = (mib: number, gogc = 80) =>
      finish(
        searchKnown(program.value, (one) => ({
          ...one,
          containerLimit: toLimit(mib * MIB),
          gogc: { kind: 'percent', percent: gogc },
        })),
      )
    expect(within(25).outcomes['oom-killed']).toBeCloseTo(1, 9)
    expect(toOutlook(within(25))?.kind).toBe('could-be-killed')
    expect(toWarnings(within(25)).join()).toMatch(
      /when last seen under these settings, the process had 20.0 MiB, which/,
    )
    expect(toOutlook(within(18))?.kind).toBe('would-be-killed')
    // What it had shows nothing of other settings.
    expect(toOutlook(within(25, 200))?.kind).toBe('would-be-killed')
  })

  it('gives no sure answer if resident memory was ignored', async () => {
    const labels = '{namespace="a",pod="b",container="c"}'
    const scrapes = [0, 1].map((i) =>
      readFileSync(`tests/fixtures/metrics/spare/metrics-${i}.txt`, 'utf8')
        .replace(/^process_resident_memory_bytes .*$/m, `container_memory_working_set_bytes ${20 * MIB}`)
        .replace(/^([a-z_]+) (.*)$/gm, `$1${labels} $2`),
    )
    const folder = createFolder()
    const files = scrapes.map((text, i) => folder.write(`${i}.txt`, text))
    const of = async (container: string) => {
      const { lines } = await call(['what-if', ...files, '--interval', '15', '--container', container])
      return lines[0] as { outlook: string; warnings: string[] }
    }
    const [small, large] = [await of('25MiB'), await of('1GiB')]
    folder.remove()
    for (const { outlook, warnings } of [small, large]) {
      expect(outlook).toBe('could-be-killed')
      expect(warnings.join()).toMatch(
        /we ignored resident memory of 20.0 MiB because Go alone counts 71.2 MiB: 20.0 MiB may be of another process/,
      )
    }
  })
})
