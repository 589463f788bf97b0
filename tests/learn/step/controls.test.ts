import { expect, it } from 'vitest'
import { CONTROLS } from '../../../src/lessons/validate/validate.ts'
import { KNOBS } from '../../../src/view/knobs/knobs.ts'
import { MACHINE_KNOBS } from '../../../src/view/knobs/machine-knobs.ts'

it('every setting that a lesson may name has a control to show', () => {
  const shown = [...KNOBS, ...MACHINE_KNOBS].map(({ key }) => key as string)
  expect(CONTROLS.filter((key) => key !== 'cpuLimiter' && !shown.includes(key))).toEqual([])
})
