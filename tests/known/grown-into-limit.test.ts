import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../src/explore/advice/advice.ts'
import { toGrowthText } from '../../src/explore/advice/words.ts'
import { factsForAdvice } from '../../src/known/asked.ts'
import { find, type Known } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

const knownOf = (program: string) =>
  knownFrom(
    'grown-into-limit',
    [0, 1, 2].map((i) => `${program}-${i}.txt`),
  )

function predict(known: Known, containerMiB: number) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const settings = { memoryLimit: OFF, containerLimit: toLimit(containerMiB * MIB) }
  return finish(searchKnown(program.value, (scenario) => underSettings(scenario, settings)))
}

// Its last goal is that of the limit; those of the earlier scrapes are of GOGC.
describe.each([
  ['hraft', 141, 281],
  ['natsbus', 45, 105],
])('scrapes of %s, which has grown into its memory limit', (program, liveMiB, residentMiB) => {
  const known = knownOf(program)

  it('show a live heap that may be as large as the last cycle of its log found', () => {
    const { low, high } = find(known, 'liveHeap')!
    expect(low! / MIB).toBeLessThan(liveMiB)
    expect(high! / MIB).toBeGreaterThan(liveMiB)
  })

  it('do not say that it survives without the limit in less than it then had resident', () => {
    expect(predict(known, 4000).spread.peakContainerBytes.high / MIB).toBeGreaterThan(residentMiB)
    expect(toOutlook(predict(known, 0.9 * residentMiB))?.kind).toBe('could-be-killed')
  })
})

// Go had taken 98.5 MiB under a limit of 97, though the goals at the scrapes are 44 to 49. Without the limit the heap
// reached 106 MiB.
describe('scrapes of a process under a limit that took more from the system than they explain', () => {
  const told = (known: Known) => toWarnings(predict(known, 1000)).filter((text) => text.startsWith('Go once took'))

  it('let nothing surely survive, and say why', () => {
    const known = knownOf('tsdbhead')
    expect(toOutlook(predict(known, 1000))).toMatchObject({ kind: 'could-be-killed', isNoneKilled: true })
    expect(told(known)).toEqual([expect.stringMatching(/^Go once took 98\.5 MiB from the system, more than/)])
  })

  it('do not say how far it may grow, since more may have been live than they show', () => {
    const program = programOf(knownOf('tsdbhead'))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const advice = findAdvice(program.value.scenario, undefined, undefined, factsForAdvice(program.value, []))
    expect(advice.options.length).toBeGreaterThan(0)
    for (const option of advice.options) {
      expect(option.survivesGrowth).toBeNull()
      expect(toGrowthText(option, advice)).toMatch(/^(How much it may grow|No container limit) is.* known/)
    }
    expect(advice.options.map((option) => toGrowthText(option, advice))).toContain(
      'How much it may grow is not known: at other times, more may be live than the input shows.',
    )
  })

  it('are explained by a peak of the live heap if no limit was set', () => {
    const known = knownOf('tsdbhead')
    const quantities = known.quantities.map((one) => (one.key === 'memoryLimit' ? { ...one, value: 'off' } : one))
    const free = { ...known, quantities, watched: new Map(known.watched) }
    free.watched.set('memoryLimit', quantities.find(({ key }) => key === 'memoryLimit')!)
    expect(told(free)).toEqual([])
    expect(predict(free, 1000).spread.peakHeapBytes.high / MIB).toBeGreaterThan(90)
  })
})
