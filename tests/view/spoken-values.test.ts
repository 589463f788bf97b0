import { expect, it } from 'vitest'
import { formatSize } from '../../src/format.ts'
import { readAt } from '../../src/model/reading.ts'
import { simulate } from '../../src/model/simulate.ts'
import { toSpokenValues } from '../../src/view/spoken-values.ts'
import { service } from '../prediction/service.ts'

it('values in words have the total that the chart draws: what the container counts', () => {
  const { program, ...rest } = service()
  const trace = simulate({ ...rest, program: { ...program, outsideMemory: 20 * 2 ** 20 } })
  const { container, total } = readAt(trace, 5)!
  expect(container!).toBeGreaterThan(total + 15 * 2 ** 20)
  expect(toSpokenValues(trace, 5)).toContain(`total ${formatSize(container!)}`)
})
