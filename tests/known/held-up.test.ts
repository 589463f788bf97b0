import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { finish } from '../../src/model/slices.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { toOutlook, toWarnings, withRange } from '../../src/prediction/outlook.ts'
import { MIB } from '../../src/units.ts'

/** 100 MiB live with GOGC=100, so some 200 MiB, in a unit with 1 GiB. */
function predicted(lines: string) {
  const manifest = parseManifest(`[Service]\nMemoryMax=1G\n${lines}`, 'systemd')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  const typed = { liveHeap: 100 * MIB, allocRate: 40 * MIB, procs: 2, outsideMemory: 0 }
  const known = programOf(toKnown({ runs: [], manifests: [manifest.value], typed }))
  if (!known.ok) throw new Error(known.problems[0]?.message)
  return finish(searchKnown(known.value, (scenario) => scenario))
}

describe('a program whose memory may pass the MemoryHigh of its unit', () => {
  it('is not killed, but could be held up, which no figure counts', () => {
    const between = predicted('').spread.peakContainerBytes
    const high = Math.round(Math.sqrt(between.low * between.likely) / MIB)
    const prediction = predicted(`MemoryHigh=${high}M\n`)
    expect(toOutlook(prediction)?.kind).toBe('survives')
    expect(withRange(toVerdict(prediction.trace, {}), prediction)).toMatchObject({
      kind: 'tight',
      label: 'could be held up',
      reason: expect.stringMatching(/Beware: above \d+ MiB \(MemoryHigh=\) the kernel takes memory back and holds/),
    })
    expect(toWarnings(prediction)).toContainEqual(expect.stringContaining('MemoryHigh='))
  })

  it('would be held up where even the least that it takes is above it', () => {
    const prediction = predicted('MemoryHigh=100M\n')
    expect(withRange(toVerdict(prediction.trace, {}), prediction).label).toBe('would be held up')
  })

  it('is healthy where there is none, or far above it', () => {
    for (const lines of ['', 'MemoryHigh=800M\n']) {
      const prediction = predicted(lines)
      expect(withRange(toVerdict(prediction.trace, {}), prediction).label).toBe('healthy')
      expect(toWarnings(prediction).join()).not.toContain('MemoryHigh')
    }
  })
})
