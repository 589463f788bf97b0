import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { type Allowance, equally } from '../../src/prediction/allowance.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { doubtsAbout } from '../../src/prediction/doubt.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook, worseOutlook } from '../../src/prediction/outlook.ts'
import type { ContainerFit, Prediction } from '../../src/prediction/prediction.ts'
import { toWholeReason, withOutlook, withRange } from '../../src/prediction/range-verdict.ts'
import { withNeed } from '../../src/prediction/under-limit.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

function predicted(containerLimit: string, off = 1): Prediction {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 2,
    containerLimit,
    program: {
      initialLive: '40MiB',
      otherMemory: '8MiB',
      phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }],
    },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const known = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 40 * MIB } as const
  const allowance = { peakContainerBytes: { below: off, above: off } }
  return finish(searchPrediction(drawWithin(made.value, [known]), undefined, allowance))
}

function withFit(containerLimit: string, fit: Partial<ContainerFit>): Prediction {
  const prediction = predicted(containerLimit)
  return { ...prediction, fit: { ...prediction.fit, ...fit } }
}

describe('the outlook of a program in its container', () => {
  it('is certain if all programs agree, else a share of them', () => {
    expect(toOutlook(predicted('60MiB'))?.label).toBe('would be killed')
    expect(toOutlook(predicted('300MiB'))?.label).toBe('survives')
    expect(toOutlook(predicted('100MiB'))?.label).toMatch(/^could be killed \([1-9] of 10\)$/)
    expect(toOutlook(predicted('off'))).toBeUndefined()
  })

  it.each([
    [0, 'could be killed'],
    [0.04, 'could be killed (fewer than 1 of 10)'],
    [0.05, 'could be killed (fewer than 1 of 10)'],
    [0.06, 'could be killed (1 of 10)'],
    [0.34, 'could be killed (3 of 10)'],
    [0.36, 'could be killed (4 of 10)'],
    [0.99, 'could be killed (9 of 10)'],
    [0.996, 'would be killed'],
  ])('is given in tenths: if a share of %d is killed and memory may fill the container, %s', (killed, label) => {
    const outcomes = { completed: 1 - killed, 'oom-killed': killed }
    expect(toOutlook({ ...withFit('100MiB', { mayFill: true }), outcomes })?.label).toBe(label)
  })

  it.each([
    ['chance', /^one GC cycle alone makes the heap too large/],
    ['unwritten', /^much of the heap is memory that the program uses/],
    ['files', /^some of the measured memory may be pages of files/],
  ])('is uncertain if all are killed, but a reason says that one of them may fit: %s', (why, text) => {
    const free = predicted('off')
    const killed = (mib: number) =>
      withNeed(predicted('60MiB'), { ...free, fit: { ...free.fit, least: { [why]: mib * MIB } } })
    expect(toOutlook(killed(59))).toMatchObject({ kind: 'could-be-killed', label: 'could be killed (9 of 10)' })
    expect(toWarnings(killed(59))).toEqual([expect.stringMatching(text)])
    expect(toOutlook(killed(61))?.kind).toBe('would-be-killed')
    expect(toWarnings(killed(61))).toEqual([])
  })

  it('says why the real program could be killed, although no simulated one is: the model’s error may exceed the room that is left', () => {
    const reason = 'the model’s error in memory may be larger than the room that is left in this container'
    const fills = withFit('300MiB', { mayFill: true })
    expect(toOutlook(fills)).toMatchObject({ label: 'could be killed', isNoneKilled: true })
    expect(toWarnings(fills)).toContain(reason)
    const killed = { completed: 0.7, 'oom-killed': 0.3 }
    expect(toWarnings({ ...fills, outcomes: killed })).not.toContain(reason)
    for (const other of [{ mayFill: false }, { mayFill: true, unseenFill: 40 * MIB }])
      expect(toWarnings(withFit('300MiB', other))).not.toContain(reason)
  })

  it('says how much room is left for memory outside Go that nothing shows, if it survives', () => {
    const of = (containerLimit: string, allowance: Allowance) => {
      const { program, ...rest } = service({ containerLimit })
      return finish(searchPrediction([{ scenario: { program, ...rest }, weight: 1 }], undefined, allowance))
    }
    const unseen = { unseen: { bytes: 40 * MIB, isOutside: true } }
    const left = 1960 * MIB - of('off', {}).spread.peakContainerBytes.high
    const roomy = of('2000MiB', unseen)
    expect(toOutlook(roomy)?.kind).toBe('survives')
    expect(roomy.fit.roomOutside).toBe(left)
    const said = expect.stringContaining(`(cgo, mmap): this container leaves ${Math.round(left / MIB)} MiB for it`)
    expect(toWarnings(roomy)).toEqual([said])
    const verdict = withRange(toVerdict(roomy.trace, {}), roomy)
    expect(verdict.kind).toBe('healthy')
    expect(verdict.warnings).toEqual([said])
    expect(toWholeReason(verdict)).toMatch(/\. Beware: nothing shows memory outside Go/)
    // Whatever else is said of it.
    expect(toWarnings({ ...roomy, doubts: doubtsAbout('wide', 'bursts differ') })).toEqual(['bursts differ', said])
    for (const [container, allowance] of [
      ['2000MiB', {}],
      ['off', {}],
      ['300MiB', { unseen: { bytes: 300 * MIB, isOutside: true } }],
    ] as const)
      expect(toWarnings(of(container, allowance)).join()).not.toContain('memory outside Go')
    const free = 'nothing shows memory outside Go (cgo, mmap): the range of RSS does not include it'
    expect(toWarnings(of('off', unseen))).toEqual([expect.stringContaining(free)])
  })

  it('is uncertain if the container leaves less than 512 MiB, or three times Go’s memory, for memory outside Go that nothing shows', () => {
    const unseen = { unseen: { isOutside: true } }
    const of = (mib: number, allowance: Allowance, otherMemory = 0) => {
      const { program, ...rest } = service({ containerLimit: `${mib}MiB` })
      const scenario = { ...rest, program: { ...program, otherMemory: program.otherMemory + otherMemory * MIB } }
      return finish(searchPrediction([{ scenario, weight: 1 }], undefined, allowance))
    }
    const high = of(1000, {}).spread.peakContainerBytes.high / MIB
    const [little, enough] = [of(high + 502, unseen), of(high + 522, unseen)]
    expect(toOutlook(little)).toMatchObject({ kind: 'could-be-killed', label: 'could be killed' })
    expect(toWarnings(little)).toEqual([expect.stringMatching(/this container leaves 502 MiB for it/)])
    expect(toOutlook(enough)?.kind).toBe('survives')
    expect(toOutlook(of(high + 20, {}))?.kind).toBe('survives')
    const large = of(5000, {}, 1000).spread.peakContainerBytes.high / MIB
    const kinds = [3.9, 4.1].map((times) => toOutlook(of(times * large, unseen, 1000))?.kind)
    expect(kinds).toEqual(['could-be-killed', 'survives'])
  })

  it('is uncertain if GC takes much under the memory limit and the program may fall behind, which the warnings say', () => {
    const of = (memoryLimit: string, lateFrom: number) => {
      const { program, ...rest } = service({ memoryLimit, containerLimit: '300MiB' })
      return finish(searchPrediction([{ scenario: { program, ...rest }, weight: 1 }], undefined, { lateFrom }))
    }
    const near = of('60MiB', 0.01)
    const share = near.spread.compulsoryGcFraction.high
    expect(share).toBeGreaterThan(0.01)
    expect([near, of('60MiB', 1.01 * share), of('off', 0.01)].map((one) => toOutlook(one)?.kind)).toEqual([
      'could-be-killed',
      'survives',
      'survives',
    ])
    expect(toWarnings(near)).toEqual([
      expect.stringMatching(/^near its memory limit GC takes up to [\d.]+ % of the CPU/),
    ])
    expect(toWarnings(of('off', 0.01))).toEqual([])
    // What the share may come to counts, with the error of the model.
    const { program, ...rest } = service({ memoryLimit: '60MiB', containerLimit: '300MiB' })
    const allowance = { lateFrom: 1.5 * share, compulsoryGcFraction: equally(2), gcSeconds: equally(2) }
    const wide = finish(searchPrediction([{ scenario: { program, ...rest }, weight: 1 }], undefined, allowance))
    expect(toOutlook(wide)?.kind).toBe('could-be-killed')
    expect(toWholeReason(withRange(toVerdict(near.trace, {}), near))).toContain(
      'Beware: near its memory limit GC takes up to',
    )
  })

  it('takes no share of GC from a run that is killed as it starts', () => {
    const allowance = { lateFrom: 0.01 }
    const candidates = [80, 100].map((mib) => {
      const { program, ...rest } = service({ memoryLimit: '60MiB', containerLimit: `${mib}MiB` })
      const initialLive = mib === 80 ? 90 * MIB : program.initialLive
      return { scenario: { ...rest, program: { ...program, initialLive } }, weight: 1 }
    })
    const [killed, whole] = candidates.map((one) => finish(searchPrediction([one], undefined, allowance)))
    expect(killed!.outcomes).toMatchObject({ 'oom-killed': 1 })
    const late = (prediction: Prediction) => toWarnings(prediction, ['late'])
    expect(late(killed!)).toEqual([])
    expect(late(whole!)).toEqual([expect.stringMatching(/^near its memory limit/)])
    expect(late(finish(searchPrediction(candidates, undefined, allowance)))).toEqual(late(whole!))
  })

  it('is uncertain if a run was stopped before its end, which the warnings say', () => {
    const whole = predicted('300MiB')
    const stopped = { ...whole, outcomes: { completed: 0.7, 'oom-killed': 0 } }
    expect([whole, stopped].map((one) => toOutlook(one)?.kind)).toEqual(['survives', 'could-be-killed'])
    expect(toWarnings(whole)).toEqual([])
    expect(toWarnings(stopped)).toEqual([expect.stringMatching(/^30 of 100 programs that fit take too long/)])
    const verdict = toVerdict(whole.trace, {})
    expect(withRange(verdict, stopped).warnings).toEqual([expect.stringMatching(/^30 of 100 programs/)])
    expect(withRange(verdict, whole).warnings).toEqual([])
    const doubts = doubtsAbout('input', 'Two GC cycles are too few. Record a longer log.')
    expect(toWholeReason(withRange(verdict, { ...stopped, doubts }))).not.toMatch(/\.[.;]/)
  })

  it('of two is the worse one', () => {
    const [survives, could, would, none] = ['300MiB', '100MiB', '60MiB', 'off'].map((limit) => predicted(limit))
    const rarely = { ...could!, outcomes: { completed: 0.9, 'oom-killed': 0.1 } }
    const often = { ...could!, outcomes: { completed: 0.6, 'oom-killed': 0.4 } }
    for (const [one, other, worse] of [
      [survives, could, could],
      [could, survives, could],
      [would, could, would],
      [none, survives, survives],
      // A program that has grown is never said to be killed less often.
      [often, rarely, often],
      [rarely, often, often],
    ] as const)
      expect(worseOutlook(one!, other!)).toEqual(toOutlook(worse!))
    expect(worseOutlook(none!, none!)).toBeUndefined()
  })

  it('is uncertain if the range reaches the limit, although no program does', () => {
    const peak = predicted('off').spread.peakContainerBytes.high
    const limit = `${Math.floor(peak / MIB) - 1}MiB`
    expect(toOutlook(predicted(limit))?.kind).toBe('could-be-killed')
  })

  it.each([
    ['60MiB', 60, 60],
    ['100MiB', 0, 100],
    ['300MiB', 0, 0],
  ])('takes no more memory than a container of %s has, and all of it if it is killed', (limit, least, most) => {
    const { low, likely, high } = predicted(limit, 1.2).spread.peakContainerBytes
    expect(low).toBeGreaterThanOrEqual(least * MIB)
    expect(likely).toBeGreaterThanOrEqual(low)
    expect(high).toBeGreaterThanOrEqual(Math.max(likely, most * MIB))
    expect(high).toBeLessThanOrEqual(Number.parseInt(limit, 10) * MIB)
  })

  it.each(['60MiB', '100MiB', '300MiB'])(
    'has no more in the heap, or counted by GOMEMLIMIT, than a container of %s',
    (limit) => {
      const { peakHeapBytes, peakMemoryBytes, peakContainerBytes } = predicted(limit, 1.2).spread
      expect(peakMemoryBytes.high).toBeLessThanOrEqual(peakContainerBytes.high)
      expect(peakHeapBytes.high).toBeLessThanOrEqual(peakMemoryBytes.high)
    },
  )

  it('includes the error of the model: a limit just below all programs does not kill for certain', () => {
    const least = predicted('off').spread.peakContainerBytes.low
    const limit = `${Math.floor((0.97 * least) / MIB)}MiB`
    expect(toOutlook(predicted(limit))?.kind).toBe('would-be-killed')
    expect(toOutlook(predicted(limit, 1.2))?.kind).toBe('could-be-killed')
  })
})

describe('the verdict on a program known within bounds', () => {
  const healthy = { kind: 'healthy', label: 'healthy', reason: 'GC takes little.', warnings: [] } as const
  const thrashing = { ...healthy, kind: 'thrashing', label: 'thrashing' } as const
  const couldBe = { kind: 'could-be-killed', label: 'could be killed (2 of 10)', share: '2 of 10' } as const

  it('is never healthy if some programs may be killed, and never better than that of the likely program', () => {
    expect(withOutlook(healthy, couldBe)).toMatchObject({ kind: 'tight', label: couldBe.label })
    expect(withOutlook(thrashing, couldBe).kind).toBe('thrashing')
    expect(withOutlook(healthy, { kind: 'would-be-killed', label: 'would be killed' }).kind).toBe('killed')
  })

  it('says that nearly all are killed, where the label leaves room for the one that is not', () => {
    const outcomes = { completed: 0.02, 'oom-killed': 0.98 }
    const outlook = toOutlook({ ...withFit('100MiB', { mayFill: true }), outcomes })
    expect(outlook?.label).toBe('could be killed (9 of 10)')
    expect(withOutlook(thrashing, outlook).summary).toMatch(/^Nearly all simulated programs are killed; /)
    const summaryOf = (killed: number) =>
      withOutlook(
        thrashing,
        toOutlook({ ...predicted('100MiB'), outcomes: { completed: 1 - killed, 'oom-killed': killed } }),
      ).summary
    expect(summaryOf(0.9)).toMatch(/^9 of 10 simulated programs are killed; /)
    expect(summaryOf(0.1)).toMatch(/^1 of 10 simulated programs is killed; /)
    expect(summaryOf(0.02)).toMatch(/^Fewer than 1 of 10 simulated programs is killed; /)
  })

  it('says how the likely program ends, because figures draw that one', () => {
    expect(withOutlook(thrashing, couldBe)).toMatchObject({
      headline: 'could be killed',
      summary: '2 of 10 simulated programs are killed; the likely one is thrashing.',
      reason: 'GC takes little.',
    })
    expect(withOutlook(healthy, { ...couldBe, isNoneKilled: true }).summary).toBe(
      'No simulated program is killed, but the real one could be; the likely one is healthy.',
    )
    const open = toOutlook({ ...predicted('300MiB'), doubts: doubtsAbout('input', 'a reason') })
    expect(open).toMatchObject({ label: 'could be killed', isNoneKilled: true })
    const { summary } = withOutlook(healthy, { kind: 'would-be-killed', label: 'would be killed' })
    expect(summary).toBe('Every simulated program is killed; the likely one, as simulated, is healthy.')
  })

  it('in one line has all its parts', () => {
    const warned = { ...healthy, warnings: ['it may grow', 'stacks are not shown'] }
    expect(toWholeReason(withOutlook(warned, couldBe))).toBe(
      '2 of 10 simulated programs are killed; the likely one is healthy. GC takes little. Beware: it may grow; stacks are not shown.',
    )
    expect(toWholeReason(healthy)).toBe('GC takes little.')
  })

  it('is that of the likely program if none is killed', () => {
    expect(withOutlook(thrashing, { kind: 'survives', label: 'survives' })).toBe(thrashing)
    expect(withOutlook(healthy, undefined)).toBe(healthy)
  })
})

/** A program with 40 MiB live, and what is known of the memory outside its heap. */
const THRASHING = {
  initialLive: '40MiB',
  otherMemory: '18MiB',
  phases: [{ duration: 10, allocRate: '60MiB', scanRate: '1GiB' }],
}
const OTHER = { key: 'otherMemory', value: 18 * MIB, low: 5 * MIB, high: 20 * MIB } as const

describe('the verdict on the likely program, within the range of its memory,', () => {
  const healthy = { kind: 'healthy', label: 'healthy', reason: 'Memory stays within its limits.' } as const
  const asItIs = { ...healthy, warnings: [] }
  const high = predicted('off').spread.peakContainerBytes.high
  const room = (share: number) => predicted(`${Math.ceil((high * (1 + share)) / MIB)}MiB`)

  it('could be tight if the high end leaves less than 5 % of the container', () => {
    expect(toOutlook(room(0.03))?.kind).toBe('survives')
    const { kind, label, reason } = withRange(healthy, room(0.03))
    expect({ kind, label }).toEqual({ kind: 'tight', label: 'could be tight' })
    expect(reason).toMatch(/^Memory stays within its limits\. That is the likely program: .* less than 5 % of the cont/)
    expect(withRange(healthy, room(0.08))).toEqual(asItIs)
    expect(withRange(healthy, predicted('off'))).toEqual(asItIs)
  })

  it('stays healthy where only the high end passes GOMEMLIMIT, and says so', () => {
    const free = predicted('off')
    const under = (share: number) => {
      const bytes = free.spread.peakMemoryBytes.high / (1 + share)
      return withRange(healthy, {
        ...free,
        scenario: { ...free.scenario, memoryLimit: { kind: 'bytes', bytes } as const },
      })
    }
    const { kind, reason } = under(0.02)
    expect(kind).toBe('healthy')
    expect(reason).toContain('at the high end of the range, memory passes GOMEMLIMIT')
    // A limit that is passed by less than 1 % counts as held.
    expect(under(0.005)).toEqual(asItIs)
  })

  it('is an estimate where a limit near the live heap makes some programs thrash and others not', () => {
    // With 5 MiB outside its heap it has 15 MiB of room in 60 MiB, and with 20 MiB none.
    const candidates = drawWithin(service({ memoryLimit: '60MiB', program: THRASHING }), [OTHER])
    const prediction = finish(searchPrediction(candidates))
    const { low, high } = prediction.thrashingShare
    expect(low).toBeLessThan(0.1)
    expect(high).toBeGreaterThan(0.3)
    const verdict = toVerdict(prediction.trace, {})
    expect(verdict.kind).toBe('thrashing')
    expect(withRange(verdict, prediction).label).toMatch(/^could be /)
  })

  it.each(['thrashing', 'GC CPU limited'])(
    'could be “%s” if some programs hardly thrash, and is if all do',
    (label) => {
      const thrashing = { kind: 'thrashing', label, reason: 'The 50 % GC CPU limit acted for 5.88 s.' } as const
      const of = (low: number) => ({ ...predicted('off'), thrashingShare: { low, likely: 0.5, high: 0.6 } })
      expect(withRange(thrashing, of(0.06))).toEqual({
        kind: 'thrashing',
        label: `could be ${label}`,
        reason: `GC could slow the program down for 6 to 60 % of the time. The likely program: ${label}. In its run: The 50 % GC CPU limit acted for 5.88 s.`,
        warnings: [],
      })
      // A tenth of the time is what makes a run thrash.
      expect(withRange(thrashing, of(0.11))).toEqual({ ...thrashing, warnings: [] })
      expect(withRange(thrashing, of(0.06), true)).toEqual({ ...thrashing, warnings: [] })
      expect(withRange(healthy, of(0.06))).toEqual(asItIs)
    },
  )

  it('says that the time and the cause are those of the likely program’s run alone', () => {
    const reason = 'For 5.88 s, GC took about half or more of the CPU, to hold the memory limit.'
    const open = { ...predicted('off'), thrashingShare: { low: 0, likely: 0.5, high: 0.6 } }
    expect(withRange({ kind: 'thrashing', label: 'thrashing', reason }, open).reason).toContain(
      'The likely program: thrashing. In its run: For 5.88 s, GC took',
    )
  })

  it('says nothing more where it is worse, or could be killed', () => {
    const tight = { kind: 'tight', label: 'tight', reason: 'Hardly any room.' } as const
    expect(withRange(tight, room(0.03))).toEqual({ ...tight, warnings: [] })
    expect(withRange(healthy, predicted('100MiB'))).toEqual(asItIs)
  })
})
