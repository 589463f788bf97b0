import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { growSlice } from '../../../src/scenario/presets/published/append.ts'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts } from '../../../src/scenario/presets/published/facts/facts.ts'
import { liveLevels, secondsOf } from '../../../src/scenario/rates.ts'
import type { Phase } from '../../../src/scenario/types.ts'
import { GIB, limitBytes, MIB } from '../../../src/units.ts'

const factsOf = (id: string): Facts => FACTS.find(({ preset }) => preset === id)!
const scenarioOf = (id: string) => toScenario(findPreset(id)!)
const programOf = (id: string) => scenarioOf(id).program
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const bytesIn = ({ duration, allocRate }: Phase) => duration * allocRate
const allocatedIn = (id: string) => sumOf(programOf(id).phases.map(bytesIn))

/** A figure that the preset was set up with, found by label or name. */
function usedIn(id: string, name: string): number {
  const found = factsOf(id).used.find(({ label, figure }) => (label ?? figure).startsWith(name))
  if (typeof found?.reported !== 'number') throw new Error(`${id}: ${name}`)
  return found.reported
}

/** The numbers in the text of a choice, in order. */
function numbersOf(id: string, key: string): readonly number[] {
  const { value } = factsOf(id).chosen.find((one) => one.key === key)!
  return (value.match(/\d+(\.\d+)?/g) ?? []).map(Number)
}

describe('hash: what a service with a file per request was set up with', () => {
  const FILE = 100 * MIB

  it('allocates the file once for each request that was answered', () => {
    const answered = usedIn('hash-nogc', 'requests answered')
    expect(allocatedIn('hash-nogc') / FILE).toBeCloseTo(answered, 6)
    expect(Math.round(answered / secondsOf(programOf('hash-nogc')))).toBe(usedIn('hash-nogc', 'requests per second'))
    for (const id of ['hash-2g', 'hash-5g'])
      expect(programOf(id).phases.map(({ allocRate }) => allocRate / FILE)).toEqual([usedIn(id, 'requests per second')])
  })

  it('has three files live at a time, without pointers', () => {
    for (const id of ['hash-nogc', 'hash-2g', 'hash-5g']) {
      const { initialLive, pointerFreeLive } = programOf(id)
      expect([initialLive, pointerFreeLive]).toEqual([3 * FILE, 3 * FILE])
    }
  })

  it('has, with a limit of 2 GiB, the number of cycles that its live heap was chosen for', () => {
    expect(simulate(scenarioOf('hash-2g')).result.cycles).toBe(usedIn('hash-2g', 'cycles'))
    // 30 s plus the time of the last requests; the same with the larger limit.
    expect(programOf('hash-5g')).toEqual(programOf('hash-2g'))
  })

  it('describes its machine of 24 GiB and its allocation in half a minute', () => {
    const { machineMemory, look } = findPreset('hash-nogc')!
    expect(look).toContain(`${Math.round(allocatedIn('hash-nogc') / GIB)} GiB in half a minute`)
    expect(look).toContain(`with ${machineMemory! / GIB} GiB`)
  })
})

describe('lines: what 30 million lines were set up with', () => {
  it.each(['lines-prealloc', 'lines-arena'])('%s allocates the printed TotalAlloc', (id) => {
    expect(allocatedIn(id) / MIB).toBeCloseTo(usedIn(id, 'total-allocated'), 6)
  })

  it('lines-prealloc takes as long as reported', () => {
    expect(secondsOf(programOf('lines-prealloc'))).toBeCloseTo(usedIn('lines-prealloc', 'time'), 2)
  })

  it('lines-naive takes the time of its lines, plus the time to copy every slice that it outgrew', () => {
    const [lines] = factsOf('lines-naive').given[0]!.value.replaceAll(',', '').match(/\d+/)!.map(Number)
    const [perLine] = numbersOf('lines-naive', 'seconds per line')
    const [copyGib] = numbersOf('lines-naive', 'copyRate')
    const slices = []
    for (let bytes = 0; bytes < lines! * 16; slices.push(bytes)) bytes = growSlice(bytes, 16)
    const own = lines! * perLine! * 1e-9 + sumOf(slices.slice(0, -1)) / (copyGib! * GIB)
    // Copies of slices of less than 2 MiB are not counted, and allocating a large one takes next to no time.
    expect(secondsOf(programOf('lines-naive'))).toBeCloseTo(own, 2)
    const [text, slot] = numbersOf('lines-naive', 'bytes per line')
    expect(slot).toBe(16)
    expect(allocatedIn('lines-naive') / (lines! * text! + sumOf(slices))).toBeCloseTo(1, 3)
  })

  it('lines-prealloc and lines-arena start with one large object, and keep all that they allocate', () => {
    for (const id of ['lines-prealloc', 'lines-arena']) {
      const [slice] = programOf(id).phases
      expect(bytesIn(slice!)).toBeGreaterThan(400 * MIB)
      expect(liveLevels(programOf(id)).at(-1)).toBeCloseTo(allocatedIn(id), 0)
      expect(programOf(id).phases.map(({ goroutines }) => goroutines)).toEqual([1, 1])
    }
  })
})

/** The arrays that a growing slice has had, in bytes. */
function arraysTo(bytes: number, slot: number): readonly number[] {
  const arrays = []
  for (let size = 0; size < bytes; arrays.push(size)) size = growSlice(size, slot)
  return arrays
}

describe('people: what records that are kept as strings and then printed were set up with', () => {
  const [kept, dropped, slot] = numbersOf('people-table', 'bytes per record') as [number, number, number]
  const [buffer, boxed] = numbersOf('people-table', 'printing') as [number, number]
  const [make, print] = numbersOf('people-table', 'seconds per record') as [number, number]
  const [copyGib] = numbersOf('people-table', 'copyRate') as [number]
  const [slower, touchedGib] = numbersOf('people-table', 'swapping') as [number, number]

  it.each([
    ['people-table', 25e6],
    ['people-oom', 49e6],
  ])('%s: allocates its records, what printing boxes, and every array of the slice and of the buffer', (id, count) => {
    const arrays = [...arraysTo(count * slot, slot), ...arraysTo(((buffer * MIB) / 25e6) * count, 1)]
    const bytes = count * (kept + dropped + boxed) + sumOf(arrays)
    expect(allocatedIn(id) / bytes).toBeCloseTo(1, 4)
    expect(programOf(id).phases.every(({ goroutines }) => goroutines === 1)).toBe(true)
  })

  it('people-oom: takes time for each record, and for copying slices that it outgrew', () => {
    const count = 49e6
    const outgrown = [arraysTo(count * slot, slot), arraysTo(((buffer * MIB) / 25e6) * count, 1)]
    const copied = sumOf(outgrown.flatMap((arrays) => arrays.slice(0, -1)))
    const own = count * (make + print) * 1e-6 + copied / (copyGib * GIB)
    // Copies of slices of less than 2 MiB are not counted, and allocating a large one takes next to no time.
    expect(Math.abs(secondsOf(programOf('people-oom')) - own)).toBeLessThan(0.03)
  })

  it('people-table: prints more slowly after it has touched more memory than the machine has', () => {
    // The garbage of printing: `boxed` bytes per record.
    const printing = programOf('people-table').phases.filter(
      (phase) => bytesIn(phase) > 0 && phase.newSurvivalRate === 0,
    )
    const perRecord = printing.map((phase) => (phase.duration / bytesIn(phase)) * boxed)
    // The first phase also allocates the small buffers.
    const [least, most] = [Math.min(...perRecord.slice(1)), Math.max(...perRecord)]
    expect(least).toBeCloseTo(print * 1e-6, 12)
    expect(most / least).toBeCloseTo(slower, 6)
    expect(findPreset('people-table')!.machineMemory).toBe(touchedGib * GIB)
  })

  it('people-oom: has outside Go what the killed process left of the machine’s memory', () => {
    const anonymous = usedIn('people-oom', 'anon-rss') * MIB
    const { containerLimit, program } = scenarioOf('people-oom')
    expect(program.outsideMemory + anonymous).toBe(limitBytes(containerLimit))
    expect(anonymous % 4096).toBe(0)
    expect(limitBytes(containerLimit)).toBe(8e9)
  })

  it('headroom: 600 MiB live in 4 s, then garbage; 40 of 1000 MiB are outside Go', () => {
    const [live, seconds, , procs, other] = numbersOf('headroom', 'program')
    const { program, procs: own, containerLimit } = scenarioOf('headroom')
    expect(liveLevels(program).map((bytes) => bytes / MIB)).toEqual([0, live, live])
    expect(program.phases[0]!.duration).toBe(seconds)
    expect([own, program.otherMemory / MIB]).toEqual([procs, other])
    const sizes = numbersOf('headroom', 'containerLimit, outsideMemory')
    expect([limitBytes(containerLimit) / MIB, program.outsideMemory / MIB]).toEqual(sizes)
  })
})

describe('rpc: what a server with a cache was set up with', () => {
  it('allocates at the rate that gives the printed frequency of cycles at GOGC=100', () => {
    const { initialLive, phases } = programOf('rpc-sweep')
    expect(phases[0]!.allocRate / initialLive).toBeCloseTo(usedIn('rpc-sweep', 'cycles-per-second'), 9)
  })

  it('has its requests and the cache, on the heap or outside, all without pointers', () => {
    const [small, cached, mapped] = ['rpc', 'rpc-cache', 'rpc-mmap'].map(programOf)
    expect(small!.outsideMemory).toBe(0)
    expect(mapped!.outsideMemory).toBe(GIB)
    expect(mapped!.initialLive).toBe(small!.initialLive)
    expect(cached!.initialLive).toBe(small!.initialLive + GIB)
    for (const program of [small!, cached!, mapped!]) expect(program.pointerFreeLive).toBe(program.initialLive)
    expect(secondsOf(cached!)).toBe(numbersOf('rpc', 'duration')[1])
  })

  it('anatomy: has a live heap from 40 to 100 MiB and back, as its picture is described', () => {
    const [least, most, slowest, fastest] = numbersOf('anatomy', 'program')
    const levels = liveLevels(programOf('anatomy')).map((bytes) => bytes / MIB)
    expect([Math.min(...levels), levels[0]]).toEqual([least, least])
    expect(Math.abs(Math.max(...levels) - most!)).toBeLessThan(0.2 * most!)
    const rates = programOf('anatomy').phases.map(({ allocRate }) => allocRate / MIB)
    expect([Math.min(...rates), Math.max(...rates)]).toEqual([slowest, fastest])
  })
})

describe('weaviate: what an import of vectors was set up with', () => {
  const id = 'weaviate-oom'
  const [, ...imported] = programOf(id).phases
  const [fast, ...slowing] = imported as [Phase, ...Phase[]]
  const [objects, dimensions] = numbersOfText(factsOf(id).given[0]!.value) as [number, number]

  it('has the log’s own rates: what was allocated while two cycles marked', () => {
    const [rate, until, slow, whole] = numbersOf(id, 'allocRate') as [number, number, number, number]
    expect(Math.round(fast.allocRate / MIB)).toBe(rate)
    expect(fast.duration).toBe(until)
    expect(secondsOf({ phases: imported })).toBeCloseTo(whole, 9)
    expect(Math.floor(usedIn(id, 'time of cycle 178'))).toBe(until)
    expect(Math.round(usedIn('weaviate-limit', 'time of the last cycle'))).toBe(whole)
    // A straight line down to the last rate, in six equal steps, each with the rate of its middle.
    const steps = 6
    expect(slowing).toHaveLength(steps)
    for (const [i, { allocRate, duration }] of slowing.entries()) {
      expect(allocRate / MIB).toBeCloseTo(rate + ((slow - rate) * (i + 0.5)) / steps, -0.5)
      expect(duration).toBeCloseTo((whole - until) / steps, 9)
    }
    // The seconds for which each of two cycles marked: MiB allocated over the allocation rate.
    expect(usedIn(id, 'allocated while') / (fast.allocRate / MIB)).toBeCloseTo(0.416, 3)
    const last = slowing.at(-1)!.allocRate + (slowing.at(-1)!.allocRate - slowing.at(-2)!.allocRate) / 2
    expect(usedIn('weaviate-limit', 'allocated while') / (last / MIB)).toBeCloseTo(0.393, 3)
  })

  it('keeps a constant share of all allocation, which adds up to all objects', () => {
    expect(new Set(imported.map(({ newSurvivalRate }) => newSurvivalRate)).size).toBe(1)
    const [perObject] = numbersOf(id, 'live heap per object') as [number]
    // A vector of floats, and 128 connections of 8 bytes.
    expect(perObject).toBe(dimensions * 4 + 128 * 8)
    const levels = liveLevels(programOf(id))
    expect(levels.at(-1)! - levels[1]!).toBeCloseTo(objects * perObject, 0)
    expect(levels.at(-1)! / MIB).toBeCloseTo(usedIn('weaviate-limit', 'last-live'), 6)
    expect(Math.round(levels[1]! / MIB)).toBe(numbersOf(id, 'live heap before the import')[0])
  })

  it('has the scan rate and the busy CPUs of one cycle', () => {
    const marked = usedIn(id, 'last-live') - usedIn(id, 'allocated while')
    const { scanRate } = fast
    expect(marked / usedIn(id, 'CPU time of cycle') / (scanRate / MIB)).toBeCloseTo(1, 2)
    expect(new Set(programOf(id).phases.map((phase) => phase.scanRate)).size).toBe(1)
    // A quarter of 16 CPUs marks, and so do idle ones: the rest is the program’s.
    const idle = usedIn(id, 'idle marking') / 0.416
    expect(Math.round(16 - 16 / 4 - idle)).toBe(programOf(id).busyProcs)
  })
})

describe('weaviate: the worked examples', () => {
  it('relative-goals: the live heap doubles within a second, then a tenth of it per second is garbage', () => {
    const { phases, initialLive } = programOf('relative-goals')
    expect(initialLive).toBe(100 * MIB)
    const levels = liveLevels({ initialLive, phases })
    const [doubling, quiet] = [phases.filter((_, i) => i % 2 === 0), phases.filter((_, i) => i % 2 === 1)]
    for (const { duration, newSurvivalRate } of doubling) expect([duration, newSurvivalRate]).toEqual([1, 1])
    for (const [i, { duration, newSurvivalRate, allocRate }] of quiet.entries()) {
      expect([duration, newSurvivalRate]).toEqual([30, 0])
      expect(levels[2 * i + 1]! / initialLive).toBe(2 ** i)
      expect(allocRate).toBeCloseTo(0.1 * levels[2 * i + 1]!, 6)
    }
    expect(phases).toHaveLength(10)
  })
})

function numbersOfText(text: string): readonly number[] {
  return (text.replaceAll(',', '').match(/\d+/g) ?? []).map(Number)
}
