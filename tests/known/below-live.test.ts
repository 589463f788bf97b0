import { describe, expect, it } from 'vitest'
import { withEffect } from '../../src/known/effect.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { printed } from '../calibration/support.ts'
import { readEvidence } from './read-evidence.ts'

/** A log under GOGC=100 with a limit below its 62 MiB live: each goal is the live heap, and cycle follows cycle. */
const LOG = printed([
  { start: 0.001, heap: [3, 62, 62], goal: 4, mark: 5, background: 4, procs: 2 },
  ...Array.from({ length: 200 }, (_, i) => ({
    start: 0.01 * (i + 1),
    heap: [62, 63, 62] as const,
    goal: 62,
    mark: 5,
    background: 4,
    procs: 2,
  })),
])

const pod = (limit: string, memory: string) =>
  `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: api\n    env: [{name: GOMEMLIMIT, value: "${limit}"}]\n    resources: {limits: {memory: ${memory}}}\n`

async function findingIn(texts: readonly string[], typed = {}) {
  const evidence = await readEvidence(texts, typed)
  const found = findingsOf(evidence.manifests, toKnown(evidence))
  return found.find(({ kind }) => kind === 'below-live')
}

describe('a GOMEMLIMIT below the live heap', () => {
  it('gives a finding, with the measured cost, the corrected line and its effect', async () => {
    const found = await findingIn([LOG, pod('40MiB', '128Mi')])
    expect(found).toMatchObject({
      title: 'GOMEMLIMIT of 40 MiB is below the live heap',
      line: 6,
      // Nine tenths of the container.
      mended: '- name: GOMEMLIMIT\n  value: "115MiB"',
    })
    expect(found?.text).toMatch(/^62\.5 MiB are live after a GC cycle \(from the gctrace log/)
    const [, measured] = /The measured rate was (\d+) GC cycles a second, which took [\d.]+ % of the CPU\./.exec(
      found!.text,
    )!
    expect(Number(measured)).toBeGreaterThan(90)
    expect(Number(measured)).toBeLessThan(110)
    const [, as, mended] = /As written: ([\d.]+) GC cycles a second.* Corrected: (no GC cycle|[\d.]+)/.exec(
      withEffect(found!),
    )!
    expect(Number(as)).toBeGreaterThan(10)
    expect(mended === 'no GC cycle' || Number(mended) < Number(as) / 4).toBe(true)
  })

  it('is corrected where it is written, also if AUTOMEMLIMIT follows, which counts only without it', async () => {
    const both = pod('40MiB', '128Mi').replace('}]', '},\n      {name: AUTOMEMLIMIT, value: "0.9"}]')
    expect(await findingIn([LOG, both])).toMatchObject({ line: 6, mended: '- name: GOMEMLIMIT\n  value: "115MiB"' })
  })

  it('gets no new limit in a container that leaves no room above the live heap', async () => {
    const found = await findingIn([LOG, pod('40MiB', '72Mi')])
    expect(found?.mended).toContain('"…MiB"')
    expect(found?.text).toContain('raise both limits')
  })

  it('gives a finding for a typed live heap too, without a measured cost', async () => {
    const typed = { liveHeap: 300 * MIB, allocRate: 50 * MIB }
    const found = await findingIn([pod('200MiB', '1Gi')], typed)
    expect(found?.text).toMatch(/^300 MiB are live after a GC cycle \(typed\)/)
    expect(found?.text).not.toContain('Measured')
  })

  it('gives no finding if the limit is above it, if no live heap is known, or if another limit is typed', async () => {
    expect(await findingIn([LOG, pod('70MiB', '128Mi')])).toBeUndefined()
    expect(await findingIn([pod('40MiB', '128Mi')])).toBeUndefined()
    expect(await findingIn([LOG, pod('40MiB', '128Mi')], { memoryLimit: 100 * MIB })).toBeUndefined()
  })

  it('gives no finding beside another mistake in the same limit', async () => {
    expect(await findingIn([LOG, pod('40', '128Mi')])).toBeUndefined()
  })

  it('gives no finding for a Go without a memory limit', async () => {
    const old = LOG.replaceAll(', 0 MB stacks, 0 MB globals', '')
    expect(await findingIn([old, pod('40MiB', '128Mi')])).toBeUndefined()
  })
})
