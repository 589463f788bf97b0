import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { toDownwardYaml } from '../../../src/share/export/yaml.ts'
import { GIB, KIB, MIB } from '../../../src/units.ts'

describe('the memory of a container in a manifest', () => {
  it.each([
    [GIB, '1Gi'],
    [GIB + MIB, '1025Mi'],
    [MIB, '1Mi'],
    [1.5 * MIB, '1536Ki'],
    [64 * KIB, '64Ki'],
    [MIB + 1, '1048577'],
  ])('of %d bytes is %s: whole, in the largest unit that goes', (bytes, quantity) => {
    const made = validateScenario({ version: 1, containerLimit: bytes, program: { phases: [] } })
    if (!made.ok) throw new Error(JSON.stringify(made.problems))
    expect(toDownwardYaml(made.value)).toContain(`memory: "${quantity}"`)
  })
})

describe('the CPU limit of a container in a manifest', () => {
  it.each([
    [2, '2'],
    [0.5, '500m'],
    [1.25, '1250m'],
  ])('of %d CPUs is %s: whole CPUs as such, parts in thousandths', (cpuQuota, quantity) => {
    const made = validateScenario({ version: 1, model: 'runtime', cpuQuota, program: { phases: [] } })
    if (!made.ok) throw new Error(JSON.stringify(made.problems))
    expect(toDownwardYaml(made.value)).toContain(`cpu: "${quantity}"`)
  })
})
