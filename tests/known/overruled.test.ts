import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Known, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { withRange } from '../../src/prediction/range-verdict.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'
import { readEvidence } from './read-evidence.ts'

const percent = (value: number) => ({ gogc: { kind: 'percent', percent: value } }) as const

function predict(known: Known, settings: Settings, containerMiB: number) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const under = { ...settings, containerLimit: toLimit(containerMiB * MIB) }
  return finish(searchKnown(program.value, (scenario) => underSettings(scenario, under)))
}

const kindIn = (...asked: Parameters<typeof predict>) => toOutlook(predict(...asked))?.kind

describe('a program that sets GOGC itself, as its scrapes show', () => {
  const known = knownFrom('tuner', ['metrics-0.txt', 'metrics-2.txt'])
  const WHY = 'the program sets GOGC itself (scrapes show 359 and 355), so it may not keep this GOGC'

  it('neither surely survives nor is surely killed with another GOGC: with GOGC=200 it had 132 MiB', () => {
    for (const container of [60, 119, 400]) {
      const prediction = predict(known, percent(200), container)
      expect(toOutlook(prediction)?.kind, `${container}`).toBe('could-be-killed')
      expect(toWarnings(prediction)).toContain(WHY)
      expect(withRange(toVerdict(prediction.trace, {}), prediction).warnings).toContain(WHY)
    }
  })

  it('is judged as usual with the GOGC of its last scrape', () => {
    expect(kindIn(known, {}, 400)).toBe('survives')
    expect(kindIn(known, percent(355), 60)).toBe('would-be-killed')
  })
})

describe('a program that sets its memory limit itself, as scrapes beside its log show', () => {
  const known = knownFrom('config', ['gctrace.log', 'metrics-0.txt', 'metrics-1.txt'])

  it('does not surely survive under another limit: with GOMEMLIMIT=72MiB it had 155 MiB', () => {
    const prediction = predict(known, { gogc: OFF, memoryLimit: toLimit(72 * MIB) }, 140)
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
    expect(toWarnings(prediction)).toContain(
      'the program sets GOMEMLIMIT itself (scrapes show 70.0 MiB and 160 MiB), so it may not keep this GOMEMLIMIT',
    )
  })

  it('is judged as usual under the limit of its last scrape, even if that limit has no effect', () => {
    expect(kindIn(known, { memoryLimit: toLimit(160 * MIB) }, 50)).toBe('would-be-killed')
    expect(kindIn(known, { memoryLimit: toLimit(160 * MIB) }, 200)).toBe('survives')
  })
})

describe('a process whose GOGC is not that of its manifest', () => {
  /** Two scrapes of a process with this GOGC, and its manifest with another. */
  async function beside(inProcess: number, inManifest: number): Promise<Known> {
    const scrapes = [1, 2].map((i) =>
      readFileSync(`tests/fixtures/metrics/tuner/metrics-${i}.txt`, 'utf8').replace(
        'go_gc_gogc_percent 355',
        `go_gc_gogc_percent ${inProcess}`,
      ),
    )
    const manifest = `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, env: [{name: GOGC, value: "${inManifest}"}]}]}\n`
    return toKnown(await readEvidence([...scrapes, manifest], {}, 5))
  }

  it('may be of a program that sets it itself: with another GOGC nothing is sure', async () => {
    const known = await beside(355, 100)
    const prediction = predict(known, percent(100), 119)
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
    expect(toWarnings(prediction)).toContain(
      'the process has GOGC 355, not the one of its manifest: if the program sets it itself, it does not keep this GOGC',
    )
    expect(kindIn(known, {}, 400)).toBe('survives')
  })

  it('is of a manifest that is not rolled out yet if the process has Go’s default', async () => {
    expect(kindIn(await beside(100, 200), percent(200), 1000)).toBe('survives')
  })
})
