import { expect, it } from 'vitest'
import { toDangers } from '../../../src/model/judgement/dangers.ts'
import { createTally } from '../../../src/model/tally.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

const CALM = run({
  memoryLimit: '100MiB',
  containerLimit: '200MiB',
  program: { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] },
})

/** The same run with a higher peak, or with the limiter acting longer. */
const dangersOf = (memory: number, container: number, limitedSeconds = 0, machineMemory = Infinity) =>
  toDangers(
    {
      ...CALM,
      tally: { ...createTally(), limitedSeconds },
      segments: CALM.segments.map((segment) => ({ ...segment, peak: { ...segment.peak, memory, container } })),
    },
    { machineMemory },
  )

it('a run is in danger if less than 5 % of its container is free', () => {
  expect(dangersOf(50 * MIB, 190 * MIB)).toEqual([])
  expect(dangersOf(50 * MIB, 190 * MIB + 1)).toEqual(['could-be-killed'])
})

it('a run is in danger if memory exceeds GOMEMLIMIT by more than 1 %', () => {
  expect(dangersOf(101 * MIB, 110 * MIB)).toEqual([])
  expect(dangersOf(101 * MIB + 1, 110 * MIB)).toEqual(['over-limit'])
})

it('several dangers are listed from the worst on', () => {
  expect(dangersOf(110 * MIB, 199 * MIB, 0.01)).toEqual(['could-be-killed', 'limiter', 'over-limit'])
})

it('a run could be killed if memory exceeds what the machine has', () => {
  expect(dangersOf(50 * MIB, 60 * MIB, 0, CALM.result.peakContainerBytes)).toEqual([])
  expect(dangersOf(50 * MIB, 60 * MIB, 0, CALM.result.peakContainerBytes - 1)).toEqual(['could-be-killed'])
})

it('a run that was killed does not count as one that could be killed', () => {
  const killed = run({
    containerLimit: '25MiB',
    program: { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB' }] },
  })
  expect(toDangers(killed, {})).toEqual(['killed'])
})

it('names no other danger of a stopped run, whatever happened before', () => {
  const stopped = { ...CALM.result, outcome: { kind: 'stopped', reason: 'too many', atSeconds: 1 } } as const
  const segments = CALM.segments.map((one) => ({
    ...one,
    peak: { ...one.peak, memory: 300 * MIB, container: 300 * MIB },
  }))
  expect(toDangers({ ...CALM, segments }, {})).not.toEqual([])
  expect(toDangers({ ...CALM, segments, result: stopped }, {})).toEqual(['stopped'])
})

it('a run could be killed in a container of 0 bytes, which has no room', () => {
  const segments = CALM.segments.map((segment) => ({ ...segment, containerLimit: 0 }))
  expect(toDangers({ ...CALM, segments }, {})).toEqual(['could-be-killed'])
})
