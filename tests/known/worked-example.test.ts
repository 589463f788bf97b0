import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { searchRuns } from '../../src/prediction/predict.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { GIB, MIB, toLimit } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

const FOLDER = 'tests/fixtures/metrics/steady'

it('the way from an input to an answer is as docs/architecture.md describes it', async () => {
  const said = readFileSync('docs/architecture.md', 'utf8')
  const texts = ['metrics-0.txt', 'metrics-4.txt'].map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
  const read = await Promise.all(texts.map((text) => readText(text)))
  const inputs = read.flatMap((one, i) => (one.ok ? [{ name: `${i}`, read: one.value }] : []))
  const evidence = toEvidence(inputs, { typed: {} })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  expect(evidence.value.runs.map(({ scrapes }) => scrapes.length)).toEqual([2])

  const known = toKnown(evidence.value)
  const [live, rate] = [find(known, 'liveHeap')!, find(known, 'allocRate')!]
  const [own, low, high] = [live.value, live.low, live.high].map((bytes) => (Number(bytes) / MIB).toFixed(1))
  expect(said).toContain(`live heap ${own} MiB (${low} to ${high}), ${live.source}`)
  expect(said).toContain(`${(Number(rate.value) / MIB).toFixed(1)} MiB/s allocated; what marking costs is assumed`)
  expect(find(known, 'scanRate')?.sureness).toBe('assumed')

  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const cycles = Number(find(known, 'cyclesPerSecond')?.value).toFixed(1)
  const marks = (program.value.fit!.scanRate / GIB).toFixed(2)
  expect(said).toContain(`one CPU marks ${marks} GiB/s: so there are ${cycles} cycles per second, as scraped`)

  const asked = (scenario: Scenario): Scenario => ({
    ...scenario,
    gogc: { kind: 'percent', percent: 200 },
    containerLimit: toLimit(180 * MIB),
  })
  const { candidates, allowanceOf } = ensembleOf(program.value, asked(program.value.scenario))
  const { peakHeapBytes, containerKills } = allowanceOf(asked(program.value.scenario))
  expect(said).toContain(`${candidates.length} programs; peak heaps reach ${peakHeapBytes!.above} times as far`)
  const { runs } = finish(searchRuns(candidates, ({ scenario }) => asked(scenario), containerKills))
  const killed = runs.filter(({ result }) => result.outcome.kind === 'oom-killed')
  expect(said).toContain(`${killed.length} of ${runs.length} are killed`)

  const prediction = finish(searchKnown(program.value, asked))
  const peak = prediction.spread.peakHeapBytes
  const [likely, least, most] = [peak.likely, peak.low, peak.high].map((bytes) => (bytes / MIB).toFixed(0))
  expect(said).toContain(`peak heap ${likely} MiB (${least} to ${most})`)
  expect(said).toContain(`${toOutlook(prediction)!.label}: the process may be young`)
  expect(toWarnings(prediction).join()).toContain('the process may be young, and its heap may still grow')
})
