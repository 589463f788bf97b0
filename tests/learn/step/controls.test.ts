import { expect, it } from 'vitest'
import { CONTROLS } from '../../../src/lessons/validate/validate.ts'
import { KNOBS } from '../../../src/view/knobs/knobs.ts'
import { MACHINE_KNOBS } from '../../../src/view/knobs/machine-knobs.ts'

it('a lesson may name every setting that has a control to show, and no other', () => {
  const shown = ['cpuLimiter', ...[...KNOBS, ...MACHINE_KNOBS].map(({ key }) => key)]
  expect([...CONTROLS].sort()).toEqual(shown.sort())
})
