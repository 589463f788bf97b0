import { expect, it } from 'vitest'
import { MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

it('of pairs with the same key, the last counts', () => {
  const values = 'resources:\n  limits: {memory: 4Gi}\nenv: []\n# override\nresources:\n  limits: {memory: 100Mi}\n'
  expect(manifestOf('kubernetes', values).containers[0]?.memoryLimit).toBe(100 * MIB)
  const compose = 'x-a: &a {mem_limit: 4g}\nservices: {api: {<<: *a, image: a, mem_limit: 2g, mem_limit: 1g}}\n'
  expect(manifestOf('compose', compose).containers[0]?.memoryLimit).toBe(1024 * MIB)
})
