import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

interface Recorded {
  readonly program: 'fragment' | 'goroutines'
  readonly gogc: string
  readonly memoryLimit: string
  readonly cycles: number
  readonly peakCountedMiB: number
  readonly endCountedMiB: number
  readonly endUnusedMiB: number
}

const RECORDED = JSON.parse(readFileSync('tests/fixtures/services/memory.json', 'utf8')) as readonly Recorded[]
const of = (program: Recorded['program']) => RECORDED.filter((recorded) => recorded.program === program)

/** The map itself is 46 MiB. An object has 764 bytes in the middle, so that 8 KiB / 764 of them share a span. */
const FRAGMENT = {
  pace: 'clock',
  busyProcs: 0.25,
  otherMemory: '6MiB',
  heapOverhead: 0.025,
  objectsPerSpan: 8192 / 764,
  pointerFreeLive: '46MiB',
  phases: [
    { duration: 0.6, allocRate: '780MiB', newSurvivalRate: 0.953, scanRate: '2GiB' },
    { duration: 0.4, allocRate: 0, oldDeathRate: 0.807, scanRate: '2GiB' },
    { duration: 16, allocRate: '157MiB', scanRate: '2GiB' },
  ],
}

/** From the program's code: 24,000 messages of 8 KiB a second, and half a pointer-free buffer per goroutine. */
const GOROUTINES = {
  pace: 'clock',
  busyProcs: 0.3,
  otherMemory: '11.7MiB',
  stacks: '206.1MiB',
  stackMemory: '312.8MiB',
  initialLive: '100MiB',
  pointerFreeLive: '80MiB',
  scannableShare: 0.5,
  heapOverhead: 0.01,
  phases: [{ duration: 24, allocRate: '190MiB', scanRate: '2GiB' }],
}

function simulated({ gogc, memoryLimit }: Recorded, program: object): Trace {
  return run({ model: 'runtime', procs: 2, gogc: gogc === 'off' ? 'off' : Number(gogc), memoryLimit, program })
}

function endOfCounted({ points }: Trace): number {
  return points.runtime!.counted[points.count - 1]! / MIB
}

describe('memory of a program whose live objects are scattered over spans', () => {
  it.each(of('fragment'))('ends as measured: GOGC=$gogc, limit $memoryLimit', (recorded) => {
    const real = recorded.endCountedMiB
    // Without unused slots, the model would be 39 to 62 % too low.
    expect(endOfCounted(simulated(recorded, { ...FRAGMENT, objectsPerSpan: 1 })) / real).toBeLessThan(0.65)
    expect(Math.abs(endOfCounted(simulated(recorded, FRAGMENT)) / real - 1)).toBeLessThan(0.08)
  })
})

describe('stacks that are larger than their scanned part', () => {
  it.each(of('goroutines'))('count as measured: GOGC=$gogc, limit $memoryLimit', (recorded) => {
    const { result } = simulated(recorded, GOROUTINES)
    expect(Math.abs(result.peakMemoryBytes / MIB / recorded.peakCountedMiB - 1)).toBeLessThan(0.05)
  })

  it.each(of('goroutines').filter(({ memoryLimit }) => memoryLimit !== 'off'))(
    'leave the heap as much less room under a limit: $memoryLimit',
    (recorded) => {
      const { cycles } = simulated(recorded, GOROUTINES).result
      expect(Math.abs(cycles / recorded.cycles - 1)).toBeLessThan(0.12)
      expect(simulated(recorded, { ...GOROUTINES, stackMemory: 0 }).result.cycles).toBeLessThan(0.75 * recorded.cycles)
    },
  )

  it('do not change goals, which count only the scanned part', () => {
    const recorded = of('goroutines').find(({ memoryLimit }) => memoryLimit === 'off')
    const goals = (program: object) => [...simulated(recorded!, program).cycles.goal]
    expect(goals(GOROUTINES)).toEqual(goals({ ...GOROUTINES, stackMemory: 0 }))
  })
})
