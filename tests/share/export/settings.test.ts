import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isGoGogc, isGoMemLimit } from '../../../src/scenario/go-env.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { toEnvLines } from '../../../src/share/export/env.ts'
import { toGoSnippet } from '../../../src/share/export/go-snippet.ts'
import { toKubernetesYaml } from '../../../src/share/export/yaml.ts'
import { MIB } from '../../../src/units.ts'

function scenario(settings: object = {}, program: object = {}) {
  const result = validateScenario({ version: 1, ...settings, program: { phases: [{ duration: 1 }], ...program } })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

interface Container {
  resources?: { limits: { cpu?: string; memory?: string } }
  env: { name: string; value: string }[]
}

const toContainer = (settings: object, program: object = {}) =>
  parse(toKubernetesYaml(scenario(settings, program))) as Container

describe('environment lines', () => {
  it.each([
    [[], /^(?!.*the run makes)/s],
    [[{ at: 0.5, gogc: 50 }], /before 1 change during the run\./],
    [
      [
        { at: 0.2, gogc: 50 },
        { at: 0.5, gogc: 80 },
      ],
      /before 2 changes during the run\./,
    ],
  ])('say how often the run changes them: %j', (changes, text) => {
    expect(toEnvLines(scenario({ changes }))).toMatch(text)
  })

  it.each([
    ['1KiB', false],
    ['1536KiB', false],
    ['60MiB', false],
    ['2GiB', false],
    ['3TiB', false],
    [61.5 * 2 ** 20 + 0.5, true],
  ])('say that a limit is rounded only where it is: %s', (memoryLimit, isRounded) => {
    expect(/rounded down/.test(toEnvLines(scenario({ memoryLimit })))).toBe(isRounded)
  })

  it('are texts that Go reads exactly, whatever the settings', () => {
    const gogc = fc.oneof(fc.constant('off'), fc.double({ min: 0, max: 1e6, noNaN: true }))
    const memoryLimit = fc.oneof(fc.constant('off'), fc.double({ min: 0, max: 2 ** 44, noNaN: true }))
    fc.assert(
      fc.property(gogc, memoryLimit, (gogc, memoryLimit) => {
        const lines = toEnvLines(scenario({ gogc, memoryLimit }))
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('#'))
        const values = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]))
        expect(Object.keys(values)).toEqual(['GOGC', 'GOMEMLIMIT'])
        expect(isGoGogc(values.GOGC ?? '')).toBe(true)
        expect(isGoMemLimit(values.GOMEMLIMIT ?? '')).toBe(true)
      }),
    )
  })

  it('note where they differ from the run’s settings', () => {
    const text = toEnvLines(scenario({ gogc: 33.4, memoryLimit: 12345678.5, changes: [{ at: 0.5, gogc: 50 }] }))
    expect(text).toContain('# GOGC is whole in Go; the run had 33.4.')
    expect(text).toContain('GOGC=33\n')
    expect(text).toContain('# GOMEMLIMIT is rounded down; the run had 12345678.5 bytes.')
    expect(text).toMatch(/# .*at the start/)
  })
})

describe('Kubernetes YAML', () => {
  it('has the settings of the run', () => {
    expect(
      toContainer({ model: 'runtime', gogc: 50, memoryLimit: '400MiB', containerLimit: '512MiB', procs: 2 }),
    ).toEqual({
      resources: { limits: { memory: '512Mi' } },
      env: [
        { name: 'GOGC', value: '50' },
        { name: 'GOMEMLIMIT', value: '400MiB' },
        { name: 'GOMAXPROCS', value: '2' },
      ],
    })
  })

  it('gives a run without a container one with 10 % headroom above the memory limit', () => {
    const { resources } = toContainer({ memoryLimit: '900MiB' }, { outsideMemory: '90MiB' })
    // (900 + 90) / 0.9 = 1100.
    expect(resources?.limits.memory).toBe('1100Mi')
  })

  it.each([
    ['94MiB', 'Headroom for what GOMEMLIMIT does not count: 6.0 MiB, 6.0 % of the container.', {}],
    [
      '80MiB',
      'Below the container’s limit: 10.0 MiB for memory outside Go, and 10.0 MiB of headroom, 10.0 % of the container.',
      { outsideMemory: '10MiB' },
    ],
    ['95MiB', 'hardly any headroom', {}],
    // 3 of the 6 MiB are taken by memory outside Go.
    ['94MiB', 'hardly any headroom', { outsideMemory: '3MiB' }],
  ])('says how much headroom GOMEMLIMIT=%s leaves: “%s”', (memoryLimit, note, program) => {
    expect(toKubernetesYaml(scenario({ memoryLimit, containerLimit: '100MiB' }, program))).toContain(note)
  })

  it.each([
    ['150MiB', {}, 'GOMEMLIMIT is 50.0 MiB above the container’s limit: the program can be killed first.'],
    [
      '99MiB',
      { outsideMemory: '3MiB' },
      'GOMEMLIMIT and memory outside Go are together 2.0 MiB above the container’s limit: the program can be killed first.',
    ],
  ])(
    'says that GOMEMLIMIT=%s with %j is beyond the container, not that headroom is left',
    (memoryLimit, program, note) => {
      const text = toKubernetesYaml(scenario({ memoryLimit, containerLimit: '100MiB' }, program))
      expect(text).toContain(note)
      expect(text).not.toContain('headroom below')
      expect(text).toContain('With 10 % of headroom it would be')
    },
  )

  it('says where GOMEMLIMIT leaves no headroom, and which limit would', () => {
    const text = toKubernetesYaml(scenario({ memoryLimit: '100MiB', containerLimit: '100MiB' }))
    expect(text).toContain('hardly any headroom')
    expect(text).toContain('With 10 % of headroom it would be 90MiB.')
  })

  it('never requests more than the run’s container, and always parses', () => {
    const sizes = fc.oneof(fc.constant('off'), fc.double({ min: 1, max: 2 ** 44, noNaN: true }))
    fc.assert(
      fc.property(sizes, sizes, (memoryLimit, containerLimit) => {
        const { resources, env } = toContainer({ memoryLimit, containerLimit })
        expect(env.every(({ value }) => typeof value === 'string')).toBe(true)
        if (typeof containerLimit !== 'number') return
        expect(toBytes(resources?.limits.memory ?? '')).toBeLessThanOrEqual(containerLimit)
      }),
    )
  })
})

/** A quantity as Kubernetes reads it. */
function toBytes(quantity: string): number {
  const [, digits, suffix = ''] = /^(\d+)(Ki|Mi|Gi)?$/.exec(quantity) ?? []
  return Number(digits) * ({ '': 1, Ki: 1024, Mi: MIB, Gi: 1024 * MIB }[suffix] ?? Number.NaN)
}

describe('Go', () => {
  // `npm run check:go` compiles and runs files of these kinds.
  it('is a file that sets the run’s settings', () => {
    expect(toGoSnippet(scenario({ model: 'runtime', gogc: 50, memoryLimit: '1.5GiB', procs: 4 }))).toBe(`package main

import (
	"runtime"
	"runtime/debug"
)

// GOMAXPROCS as in this run: leave the line out to let Go choose.
func init() {
	debug.SetGCPercent(50)           // GOGC=50
	debug.SetMemoryLimit(1536 << 20) // GOMEMLIMIT=1536MiB
	runtime.GOMAXPROCS(4)            // GOMAXPROCS=4
}
`)
  })

  it('has -1 and math.MaxInt64 for settings that are off', () => {
    const text = toGoSnippet(scenario({ gogc: 'off' }))
    expect(text).toContain('debug.SetGCPercent(-1) ')
    expect(text).toContain('debug.SetMemoryLimit(math.MaxInt64) ')
    expect(text).toContain('\t"math"\n')
  })
})
