import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../src/explore/advice/demand.ts'
import { toNoneText, toWhy } from '../../src/explore/advice/words.ts'
import { type Evidence, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { finish } from '../../src/model/slices.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { withOutlook, withRange } from '../../src/prediction/range-verdict.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { adviceOf } from '../explore/support/options.ts'
import { readEvidence } from './read-evidence.ts'

const MAX = 'MemoryMax=1G\n'

/** 100 MiB live with GOGC=100, so some 200 MiB, in a unit with these lines. */
function programIn(lines: string) {
  const manifest = parseManifest(`[Service]\n${lines}`, 'systemd')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return programFrom({ runs: [], manifests: [manifest.value] })
}

function programFrom(evidence: Pick<Evidence, 'runs' | 'manifests'>) {
  const typed = { liveHeap: 100 * MIB, allocRate: 40 * MIB, procs: 2, outsideMemory: 0 }
  const known = programOf(toKnown({ ...evidence, typed }))
  if (!known.ok) throw new Error(known.problems[0]?.message)
  return known.value
}

const predicted = (lines: string) => finish(searchKnown(programIn(MAX + lines), (scenario) => scenario))

/** What is advised in a unit with these lines, where 5 % growth has to be survived. */
function adviceIn(lines: string) {
  const program = programIn(lines)
  const demand = { ...USUAL_DEMAND, margin: 0.05 }
  return findAdvice(program.scenario, demand, undefined, { ensemble: ensembleOf(program) })
}

describe('a program whose memory may pass the MemoryHigh of its unit', () => {
  it('is not killed, but could be slowed down, which no figure includes', () => {
    const between = predicted('').spread.peakContainerBytes
    const high = Math.round(Math.sqrt(between.low * between.likely) / MIB)
    const prediction = predicted(`MemoryHigh=${high}M\n`)
    expect(toOutlook(prediction)?.kind).toBe('survives')
    expect(withRange(toVerdict(prediction.trace, {}), prediction)).toMatchObject({
      kind: 'tight',
      label: 'could be slowed down',
      warnings: expect.arrayContaining([
        expect.stringMatching(/^above \d+ MiB \(MemoryHigh=\) the kernel reclaims memory and slows/),
      ]),
    })
    expect(toWarnings(prediction)).toContainEqual(expect.stringContaining('MemoryHigh='))
  })

  it('would be slowed down if even the low end of its memory is above MemoryHigh', () => {
    const prediction = predicted('MemoryHigh=100M\n')
    expect(withRange(toVerdict(prediction.trace, {}), prediction).label).toBe('would be slowed down')
  })

  it('is healthy without MemoryHigh, or far below it', () => {
    for (const lines of ['', 'MemoryHigh=800M\n']) {
      const prediction = predicted(lines)
      expect(withRange(toVerdict(prediction.trace, {}), prediction).label).toBe('healthy')
      expect(toWarnings(prediction).join()).not.toContain('MemoryHigh')
    }
  })
})

describe('a program that its memory limit kills in every simulated run', () => {
  const KILLING = 'MemoryMax=120M\n'
  const outlookOf = (lines: string) => toOutlook(predicted(`${KILLING}${lines}`))

  it('could be killed if its unit allows swap, because the kernel swaps first, which is not simulated', () => {
    const prediction = predicted(`${KILLING}MemorySwapMax=4G\n`)
    expect(toOutlook(prediction)).toMatchObject({ kind: 'could-be-killed', isNearlyAll: true })
    const swap = expect.stringMatching(/^the container may swap before .* not simulated$/)
    expect(toWarnings(prediction)).toContainEqual(swap)
    expect(withRange(toVerdict(prediction.trace, {}), prediction).warnings).toContainEqual(swap)
  })

  it('would be killed without swap, or if nothing says how much there is', () => {
    for (const lines of ['', 'MemorySwapMax=0\n', 'MemorySwapMax=infinity\n'])
      expect(outlookOf(lines)?.kind).toBe('would-be-killed')
  })
})

it('swap changes nothing for a program that stays below its memory limit', () => {
  const prediction = predicted('MemorySwapMax=4G\n')
  expect(toOutlook(prediction)?.kind).toBe('survives')
  expect(toWarnings(prediction).join()).not.toContain('swap')
})

describe('advice to a program whose memory may pass the MemoryHigh of its unit', () => {
  it.each([
    ['without MemoryMax', ''],
    ['with MemoryMax', MAX],
  ])('sets a limit that keeps it below, and does not leave it as it is, %s', (_, max) => {
    const { options, recommended } = adviceIn(`${max}MemoryHigh=190M\n`)
    const gradeOf = (name: string) => options.find((option) => option.name === name)?.grade
    expect(gradeOf('as-is')).toBe('held-up')
    expect(toWhy(options[0]!, adviceOf({ options }))).toContain('would pass MemoryHigh')
    const chosen = options.find(({ name }) => name === recommended)!
    expect(limitBytes(chosen.setting.memoryLimit)).toBeLessThanOrEqual(0.95 * 190 * MIB)
    expect(chosen.sure!.spread.peakContainerBytes.likely).toBeLessThan(190 * MIB)
  })

  it('names MemoryHigh as the reason if no setting keeps the program below it', () => {
    const advice = adviceIn('MemoryMax=1G\nMemoryHigh=60M\n')
    expect(advice.recommended).toBeNull()
    expect(toNoneText(advice)).toBe(
      'No setting that was tried keeps the program below MemoryHigh, above which the kernel slows it down: raise MemoryHigh first.',
    )
  })

  it('is the same as without MemoryHigh if that is far above', () => {
    const plain = adviceIn(MAX)
    const high = adviceIn(`${MAX}MemoryHigh=1000M\n`)
    expect(high.recommended).toBe(plain.recommended)
    expect(high.options[0]!.grade).toBe('holds')
  })
})

describe('files of a cgroup', () => {
  const verdictOn = async (text: string) => {
    const prediction = finish(searchKnown(programFrom(await readEvidence([text])), (scenario) => scenario))
    return withOutlook(withRange(toVerdict(prediction.trace, {}), prediction), toOutlook(prediction))
  }

  it('with memory.high tell that the program would be slowed down', async () => {
    expect((await verdictOn('memory.max:1073741824\n')).label).toBe('healthy')
    const high = await verdictOn('memory.max:1073741824\nmemory.high:104857600\n')
    expect(high.label).toBe('would be slowed down')
  })

  it('that allow swap tell that the program could be killed, no more', async () => {
    expect((await verdictOn('memory.max:125829120\n')).label).toBe('would be killed')
    expect((await verdictOn('memory.max:125829120\nmemory.swap.max:1073741824\n')).label).toMatch(/^could be killed/)
  })
})
