import { describe, expect, it } from 'vitest'
import { append, growSlice } from '../../src/scenario/presets/published/append.ts'
import { GIB, MIB, TIB } from '../../src/units.ts'
import { run } from '../support/run.ts'

/** What cap() returned in Go 1.26.8 on linux/amd64 while a program appended one by one; slices of more than 32 KiB. */
const RECORDED = {
  16: [
    ...[2560, 3584, 5120, 6656, 8704, 11264, 14336, 18432, 23552, 29696, 37376, 47104, 59392, 74752, 93696, 117760],
    ...[147456, 184832, 231424, 289792, 362496, 453632, 567296, 709632, 887296, 1109504, 1387520, 1734656, 2168832],
    ...[2711552, 3389952, 4237824, 5297664, 6622720, 8279040, 10349056, 12936704, 16171520, 20214784, 25268736],
    31586304,
  ],
  1: [
    ...[40960, 57344, 73728, 98304, 131072, 172032, 221184, 278528, 352256, 442368, 557056, 704512, 884736, 1114112],
    ...[1400832, 1753088, 2195456, 2752512, 3448832, 4317184, 5398528, 6750208, 8445952, 10559488, 13205504, 16515072],
    ...[20652032, 25821184, 32284672, 40361984, 50454528, 63070208, 78839808, 98557952, 123199488, 154001408],
    ...[192503808, 240631808, 300793856, 375996416, 469999616],
  ],
} as const

describe('a slice that append grows', () => {
  it.each([16, 1] as const)('with elements of %i bytes has the capacities that Go allocates', (slot) => {
    const capacities = []
    const last = RECORDED[slot].at(-1)!
    for (let bytes = 0; bytes < last * slot; ) {
      bytes = growSlice(bytes, slot)
      if (bytes > 32 * 1024) capacities.push(bytes / slot)
    }
    expect(capacities).toEqual(RECORDED[slot])
  })
})

// Go 1.26 slice.go, nextslicecap: doubled below 256 elements, then plus a quarter and 192, rounded down.
it.each([
  [0, 1],
  [1, 2],
  [255, 510],
  [256, 512],
  [257, 513],
  [259, 515],
  [260, 517],
])('a small slice of %i elements grows to %i', (count, next) => expect(growSlice(count, 1)).toBe(next))

it('a slice holds whole elements; the rest of its memory is unused', () => {
  for (const count of [1, 100, 300, 1000]) expect(growSlice(24 * count + 8, 24)).toBe(growSlice(24 * count, 24))
})

describe('a program that appends', () => {
  const count = 1_000_000
  const kept = 32
  const dropped = 16
  const program = { count, slot: 16, kept, dropped, seconds: 1e-7, copyRate: GIB, scanRate: GIB }
  const { phases, live } = append(program)
  const slices = [...RECORDED[16].filter((capacity) => capacity <= 1_109_504)].map((capacity) => capacity * 16)
  const last = slices.at(-1)!
  const simulated = run({ model: 'runtime', gogc: 'off', procs: 2, program: { heapOverhead: 0, phases } })

  it('allocates every slice that it outgrew, and the bytes of each element', () => {
    const allocated = phases.reduce((sum, { duration = 0, allocRate = 0 }) => sum + duration * allocRate, 0)
    const known = slices.reduce((sum, bytes) => sum + bytes, 0) + count * (kept + dropped)
    // In addition, only the slices of less than 32 KiB.
    expect(allocated).toBeGreaterThan(known)
    expect(allocated).toBeLessThan(known + 128 * 1024)
  })

  it('allocates exactly the bytes of every slice, small ones too, for elements of any size', () => {
    const whole = 16 * MIB
    for (const slot of [16, 1]) {
      const made = append({ ...program, count: whole / slot, slot }).phases
      let taken = (whole / slot) * (kept + dropped)
      for (let bytes = 0; bytes < whole; taken += bytes) bytes = growSlice(bytes, slot)
      const allocated = made.reduce((sum, { duration = 0, allocRate = 0 }) => sum + duration * allocRate, 0)
      expect(Math.abs(allocated - taken)).toBeLessThan(0.5)
    }
  })

  it('allocates each slice of 2 MiB or more in a phase of its own', () => {
    const atOnce = phases.filter(({ allocRate = 0 }) => allocRate >= TIB)
    const sizes = atOnce.map(({ duration = 0, allocRate = 0 }) => Math.round(duration * allocRate))
    expect(sizes).toEqual(slices.filter((bytes) => bytes >= 2 * MIB))
  })

  it('that appends nothing has no phase', () => {
    expect(append({ ...program, count: 0 })).toEqual({ phases: [], live: 0 })
  })

  it('has one goroutine in every phase', () => {
    expect(phases.map(({ goroutines }) => goroutines)).toEqual(phases.map(() => 1))
  })

  it('slows down for each element by a factor that depends on the memory touched so far', () => {
    const touched: number[] = []
    const slowdown = (bytes: number) => {
      touched.push(bytes)
      return 3
    }
    const bare = { ...program, kept: 0, dropped: 1 }
    const slow = append({ ...bare, slowdown }).phases
    // Only the slices are live: the full one and its copy.
    const full = slices.filter((_, i) => (slices[i + 1] ?? 0) >= 2 * MIB)
    expect(touched).toEqual(full.map((bytes) => 2 * bytes))
    const adding = (list: typeof slow) => list.flatMap((one, i) => (i % 3 === 0 ? [one.duration!] : []))
    const [first, ...later] = adding(append(bare).phases)
    const [same, ...slower] = adding(slow)
    expect(same).toBe(first)
    for (const [i, seconds] of later.entries()) expect(slower[i]! / seconds).toBeCloseTo(3, 9)
  })

  it('ends with its elements and the last slice live', () => {
    expect(live / (last + count * kept)).toBeCloseTo(1, 9)
  })

  it('keeps every slice if GC is off', () => {
    const allocated = phases.reduce((sum, { duration = 0, allocRate = 0 }) => sum + duration * allocRate, 0)
    expect(simulated.result.peakHeapBytes / allocated).toBeCloseTo(1, 6)
  })

  it('has both slices live while the smaller one is copied, then only the larger one', () => {
    // A call at the end, as the copy of a slice may be the last thing that GOGC starts a cycle in.
    const at = phases.reduce((sum, { duration = 0 }) => sum + duration, 0) - 1e-6
    const changes = [{ at, forceGC: true }]
    const { cycles, result } = run({
      model: 'runtime',
      gogc: 10,
      procs: 2,
      program: { heapOverhead: 0, phases },
      changes,
    })
    const before = slices.at(-2)!
    const elements = (before / 16) * kept
    expect(result.peakHeapBytes).toBeGreaterThan(before + last + elements - MIB)
    expect(Array.from(cycles.runtime!.liveFound).at(-1)).toBeLessThan(1.05 * live)
  })

  it('takes the time of its elements and its copies', () => {
    const copied = slices.slice(0, -1).reduce((sum, bytes) => sum + bytes, 0) / GIB
    const own = phases.reduce((sum, { duration = 0 }) => sum + duration, 0)
    // Slices of less than 2 MiB have no phases of their own.
    expect(own).toBeGreaterThan(count * 1e-7 + copied - 0.02)
    expect(own).toBeLessThan(count * 1e-7 + copied + 0.001)
  })
})
