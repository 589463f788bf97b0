import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { equally } from '../../src/prediction/allowance.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { doubtsAbout } from '../../src/prediction/doubt.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { withOutlook } from '../../src/prediction/range-verdict.ts'
import { searchEnsemble, searchWithNeed } from '../../src/prediction/under-limit.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { service } from './service.ts'

const known = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 40 * MIB } as const
const ensemble = {
  candidates: drawWithin(service(), [known]),
  allowanceOf: () => ({ peakContainerBytes: equally(1.1) }),
}

function inContainer(mib: number, rest: Partial<Scenario> = {}) {
  const settings = { containerLimit: toLimit(mib * MIB), ...rest }
  return finish(searchWithNeed(ensemble, (scenario) => ({ ...scenario, ...settings })))
}

describe('what a container would have to hold', () => {
  const free = finish(searchEnsemble(ensemble, (scenario) => ({ ...scenario, containerLimit: OFF })))
  const { low, high } = free.spread.peakContainerBytes
  const lowMiB = low / MIB

  it('is the memory of the program without that container, however early it is killed', () => {
    for (const share of [0.3, 0.6, 0.9]) {
      expect(inContainer(share * lowMiB).need).toEqual(free.spread.peakContainerBytes)
    }
  })

  it('exceeds a container that only some of the programs fill', () => {
    const could = inContainer((0.5 * (low + high)) / MIB)
    expect(toOutlook(could)?.kind).toBe('could-be-killed')
    expect(could.need).toEqual(free.spread.peakContainerBytes)
  })

  it('is no less than every program takes, where some are killed because the model may be far off', () => {
    // Up to four times as much as simulated: those are simulated in a container of a quarter of the size.
    const far = { ...ensemble, allowanceOf: () => ({ containerKills: { below: 1, above: 4 } }) }
    const limit = 1.2 * high
    const could = finish(searchEnsemble(far, (one) => ({ ...one, containerLimit: toLimit(limit) })))
    expect(could.outcomes['oom-killed']).toBeGreaterThan(0.1)
    expect(could.outcomes['oom-killed']).toBeLessThan(0.9)
    expect(could.spread.peakContainerBytes.low).toBeGreaterThan(0.9 * low)
  })

  it('may fit into a container in which one cycle alone kills it', () => {
    const phases = [{ duration: 12, allocRate: '50MiB', scanRate: '2GiB', newSurvivalRate: 0.5 }]
    const growing = service({ gogc: 400, program: { phases } })
    const own = { candidates: drawWithin(growing, []), allowanceOf: () => ({}) }
    const inside = (share: number) => {
      const peak = finish(searchEnsemble(own, (scenario) => scenario)).spread.peakContainerBytes.likely
      const containerLimit = toLimit(share * peak)
      return toOutlook(finish(searchWithNeed(own, (scenario) => ({ ...scenario, containerLimit }))))?.kind
    }
    expect([0.5, 0.95].map(inside)).toEqual(['would-be-killed', 'could-be-killed'])
  })

  it('is not computed if the program survives, or if its container changes', () => {
    expect(inContainer((1.5 * high) / MIB).need).toBeUndefined()
    // It could be killed for another reason: a log that shows too little.
    const unsure = { ...ensemble, allowanceOf: () => ({ doubts: doubtsAbout('input', 'a reason') }) }
    const containerLimit = toLimit(1.5 * high)
    const open = finish(searchWithNeed(unsure, (scenario) => ({ ...scenario, containerLimit })))
    expect([toOutlook(open)?.kind, open.need]).toEqual(['could-be-killed', undefined])
    const changes = [{ at: 1, containerLimit: toLimit(lowMiB * MIB) }]
    expect(inContainer(0.6 * lowMiB, { changes }).need).toBeUndefined()
  })

  it('is shown in the verdict', () => {
    const killed = inContainer(0.6 * lowMiB)
    const { reason } = withOutlook({ ...toVerdict(killed.trace, {}), warnings: [] }, toOutlook(killed))
    expect(reason).toMatch(
      /Without the container’s limit the program would take [\d.]+ MiB to [\d.]+ MiB \(90 % range\)\.$/,
    )
  })
})
