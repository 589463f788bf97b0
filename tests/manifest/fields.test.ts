import { expect, it } from 'vitest'
import { resolveField } from '../../src/manifest/fields.ts'
import { readQuantity } from '../../src/manifest/kube-quantity.ts'

// Kubernetes divides thousandths of a CPU and whole bytes, and rounds up.
it.each([
  ['limits.cpu', '1001m', '1m', 1001],
  ['limits.cpu', '1001m', '1', 2],
  ['limits.cpu', '100m', undefined, 1],
  ['limits.cpu', '2300m', '100m', 23],
  ['limits.memory', '512Mi', '1Mi', 512],
  ['limits.memory', '1G', '1Mi', 954],
  ['limits.memory', '512Mi', undefined, 536870912],
])('a field of %s: %s with the divisor %s is %d', (resource, text, divisor, expected) => {
  const value = readQuantity(text)
  const container = { name: '', role: 'main', env: [], memoryLimit: value, cpuLimit: value } as const
  expect(resolveField(container, { resource, divisor })).toBe(expected)
})
