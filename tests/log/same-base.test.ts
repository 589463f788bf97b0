import { expect, it } from 'vitest'
import { onSameBase } from '../../src/log/report/run-figure.tsx'
import { simulate } from '../../src/model/simulate.ts'
import { MIB } from '../../src/units.ts'
import { service } from '../prediction/service.ts'

it('draws a measured run with the non-heap memory of the simulated one, so that equal heaps coincide', () => {
  const run = simulate(service())
  const measured = { ...run, segments: run.segments.map((one) => ({ ...one, otherMemory: 0 })) }
  const heapsOf = ({ segments }: typeof run) => segments.map(({ otherMemory }) => otherMemory)
  const moved = onSameBase({ trace: measured, drawn: measured }, run)
  expect(heapsOf(moved.trace)).toEqual([8 * MIB])
  expect(moved.trace.points).toBe(measured.points)
  // What is drawn stays the same object where that is all: zooming then need not thin it out again.
  expect(moved.drawn).toBe(moved.trace)
  const thin = { ...measured }
  expect(heapsOf(onSameBase({ trace: measured, drawn: thin }, run).drawn)).toEqual([8 * MIB])
})
