import { describe, expect, it } from 'vitest'
import { parseScenario, toScenarioJson } from '../../src/scenario/json.ts'
import { PARAMETERS } from '../../src/scenario/params.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'

/** Problems of a scenario as `path: message`; an empty list where it is valid. */
function problems(fields: Record<string, unknown>): string[] {
  const result = validateScenario({ version: 1, program: { phases: [] }, ...fields })
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`)
}

function paths(fields: Record<string, unknown>): string[] {
  return problems(fields).map((problem) => problem.slice(0, problem.indexOf(':')))
}

const withPhase = (phase: unknown) => ({ program: { phases: [phase] } })

describe('defaults', () => {
  const result = validateScenario({ version: 1, program: { phases: [{ duration: 2 }] } })
  if (!result.ok) throw new Error('the smallest scenario is refused')
  const scenario = result.value

  it('are those of the contract', () => {
    expect(toScenarioJson(scenario)).toMatchObject({
      version: 1,
      title: '',
      model: 'guide',
      gogc: 100,
      memoryLimit: 'off',
      containerLimit: 'off',
      cpuLimiter: false,
      procs: 1,
      program: {
        initialLive: 0,
        otherMemory: 0,
        outsideMemory: 0,
        fixedCost: 0,
        pauseCost: 0.0001,
        pace: 'work',
        phases: [{ duration: 2, allocRate: 0, scanRate: 1024 * MIB, newSurvivalRate: 0, oldDeathRate: 0 }],
      },
      changes: [],
    })
  })

  it('turn the CPU limiter on in the runtime model, as in Go', () => {
    const runtime = validateScenario({ version: 1, model: 'runtime', program: { phases: [] } })
    expect(runtime.ok && runtime.value.cpuLimiter).toBe(true)
  })

  it('take GOMAXPROCS from the CPU quota as Go 1.25 and later do, only in the runtime model', () => {
    const procs = (fields: Record<string, unknown>) => {
      const made = validateScenario({ version: 1, program: { phases: [] }, ...fields })
      return made.ok ? made.value.procs : made.problems
    }
    // At least 2, and rounded up (runtime/cgroup_linux.go).
    expect(procs({ model: 'runtime', cpuQuota: 2.5 })).toBe(3)
    expect(procs({ model: 'runtime', cpuQuota: 0.5 })).toBe(2)
    expect(procs({ model: 'runtime', cpuQuota: 2.5, procs: 8 })).toBe(8)
    expect(procs({ model: 'runtime', cpuQuota: 'off' })).toBe(1)
    expect(procs({ model: 'guide', cpuQuota: 2.5 })).toBe(1)
  })

  it('are within the ranges of the table', () => {
    for (const { default: value, min, max, key } of PARAMETERS) {
      if (typeof value !== 'number') continue
      expect(value, key).toBeGreaterThanOrEqual(min)
      expect(value, key).toBeLessThanOrEqual(max)
    }
  })
})

describe('sizes', () => {
  it.each([
    ['60MiB', 60 * MIB],
    ['1.5GiB', 1536 * MIB],
    ['512KiB', MIB / 2],
    ['100B', 100],
    ['100', 100],
    [62.5, 62.5],
    ['16TiB', 16 * 2 ** 40],
  ])('%s', (text, bytes) => {
    const result = validateScenario({ version: 1, memoryLimit: text, program: { phases: [] } })
    expect(result.ok && result.value.memoryLimit).toEqual({ kind: 'bytes', bytes })
  })

  it.each(['60MB', '1G', '512Mi', '80%', '-1', '', 'MiB', '1e', '60 MiB x', '60mib', 'NaN'])('refuses %s', (text) => {
    expect(paths({ memoryLimit: text })).toEqual(['memoryLimit'])
  })
})

it('takes JSON text with a byte order mark, as editors on Windows write it', () => {
  const text = '{"version":1,"program":{"phases":[]}}'
  expect(parseScenario(`\ufeff${text}`)).toEqual(parseScenario(text))
})

describe('what is refused', () => {
  it.each([
    ['an unknown key', { speed: 1 }, 'speed'],
    ['a key in the wrong place', { initialLive: 1 }, 'initialLive'],
    ['a wrong type', { gogc: '100' }, 'gogc'],
    ['NaN', { gogc: Number.NaN }, 'gogc'],
    ['a negative GOGC', { gogc: -1 }, 'gogc'],
    ['GOGC above a million', { gogc: 1e6 + 1 }, 'gogc'],
    ['a size above 16 TiB', { memoryLimit: '17TiB' }, 'memoryLimit'],
    ['a fraction of a CPU', { procs: 1.5 }, 'procs'],
    ['no CPU', { procs: 0 }, 'procs'],
    ['too many CPUs', { procs: 4097 }, 'procs'],
    ['an unknown model', { model: 'jvm' }, 'model'],
    ['a flag that is a word', { cpuLimiter: 'on' }, 'cpuLimiter'],
    ['a title that is a number', { title: 3 }, 'title'],
    ['another version', { version: 0 }, 'version'],
    ['no program', { program: undefined }, 'program'],
    ['a scan rate of 0', withPhase({ duration: 1, scanRate: 0 }), 'program.phases[0].scanRate'],
    ['a duration of 0', withPhase({ duration: 0 }), 'program.phases[0].duration'],
    ['no duration', withPhase({}), 'program.phases[0].duration'],
    ['a duration above a million', withPhase({ duration: 1e6 + 1 }), 'program.phases[0].duration'],
    ['a huge survival rate', withPhase({ duration: 1, newSurvivalRate: 1.1 }), 'program.phases[0].newSurvivalRate'],
    ['a phase that is a number', withPhase(3), 'program.phases[0]'],
    ['too many phases', { program: { phases: Array(1001).fill({ duration: 1 }) } }, 'program.phases'],
    ['changes that are no list', { changes: {} }, 'changes'],
    ['too many changes', { changes: Array(1001).fill({ at: 0 }) }, 'changes'],
    ['a change of what cannot change', { changes: [{ at: 0, model: 'guide' }] }, 'changes[0].model'],
    ['a change beyond the end', { ...withPhase({ duration: 1 }), changes: [{ at: 1.1 }] }, 'changes[0].at'],
    ['a call that is neither made nor not', { changes: [{ at: 0, forceGC: 'yes' }] }, 'changes[0].forceGC'],
    ['a call outside of changes', { forceGC: true }, 'forceGC'],
    ['a change without a time', { changes: [{ gogc: 1 }] }, 'changes[0].at'],
    ['GOGC in fractions in the runtime model', { model: 'runtime', gogc: 12.5 }, 'gogc'],
  ])('%s', (_, fields, path) => {
    expect(paths(fields)).toEqual([path])
  })

  it('lists every problem at once', () => {
    expect(paths({ gogc: -1, procs: 0, ...withPhase({ duration: -1, x: 1 }) }).sort()).toEqual(
      ['gogc', 'procs', 'program.phases[0].duration', 'program.phases[0].x'].sort(),
    )
  })

  it.each([null, 3, 'x', [], true, undefined])('a scenario that is %j', (raw) => {
    expect(validateScenario(raw)).toMatchObject({ ok: false, problems: [{ path: '' }] })
  })

  it('text that is not JSON', () => {
    expect(parseScenario('{')).toMatchObject({ ok: false, problems: [{ path: '' }] })
  })

  it.each([
    ['version', { version: undefined }, 'write 1'],
    ['program', { program: undefined }, 'write {"phases": [{"duration": 1, "allocRate": "20MiB"}]}'],
    ['program.phases', { program: {} }, 'give a list of phases'],
    ['program.phases[0].duration', withPhase({}), 'give a number of seconds'],
    ['changes[0].at', { changes: [{ gogc: 1 }] }, 'give a time in seconds'],
  ])('%s that is missing, with what to give', (path, fields, advice) => {
    expect(problems(fields)).toEqual([`${path}: is missing; ${advice}`])
  })

  it('keys that JavaScript objects inherit', () => {
    expect(parseScenario('{"version":1,"__proto__":{"gogc":1},"program":{"phases":[]}}')).toMatchObject({ ok: false })
  })

  it('more than the maximum: 200 characters of title, a thousand phases and changes', () => {
    const phases = Array(1000).fill({ duration: 1 })
    const changes = Array(1000).fill({ at: 1, gogc: 50 })
    expect(problems({ title: 'x'.repeat(200), program: { phases }, changes })).toEqual([])
    expect(problems({ title: 'x'.repeat(201) })).toEqual(['title: is longer than 200 characters'])
  })

  it('a newer version, with an explanation', () => {
    expect(problems({ version: 2 })[0]).toContain('newer')
  })

  it.each([1.5, 0, '2', Number.NaN])('the version %j, which no Sawtooth writes', (version) => {
    expect(problems({ version })).toEqual([expect.stringContaining('is not a scenario version; write 1')])
  })

  it('a time that is not a number, but -0 is read as 0', () => {
    const at = (value: unknown) => ({ ...withPhase({ duration: 2 }), changes: [{ at: value, gogc: 50 }] })
    for (const value of ['1', Number.NaN, null])
      expect(problems(at(value))).toEqual([expect.stringContaining('is not a time in seconds')])
    const made = validateScenario({ version: 1, ...at(-0) })
    expect(made.ok && Object.is(made.value.changes[0]?.at, 0)).toBe(true)
  })
})

describe('changes', () => {
  it('may call runtime.GC(); in any other place the problem says where it belongs', () => {
    const changes = [{ at: 1, gogc: 50, forceGC: true }]
    const result = validateScenario({ version: 1, ...withPhase({ duration: 3 }), changes })
    if (!result.ok) throw new Error('refused')
    expect(toScenarioJson(result.value).changes).toEqual(changes)
    expect(problems({ program: { phases: [], forceGC: true } })).toEqual([
      'program.forceGC: belongs in an entry of changes',
    ])
  })

  it('are sorted by time, and ties keep their order', () => {
    const changes = [
      { at: 2, gogc: 1 },
      { at: 1, gogc: 2 },
      { at: 2, gogc: 3 },
    ]
    const result = validateScenario({ version: 1, ...withPhase({ duration: 3 }), changes })
    if (!result.ok) throw new Error('refused')
    expect(toScenarioJson(result.value).changes.map((change) => change.gogc)).toEqual([2, 1, 3])
  })

  it('may be at the end of the program as people add it up', () => {
    const phases = Array(10).fill({ duration: 0.1 })
    expect(paths({ program: { phases }, changes: [{ at: 1, gogc: 50 }] })).toEqual([])
  })
})

describe('presets', () => {
  it.each(PRESETS.map((preset) => [preset.id, preset] as const))(
    '%s is valid, with a title and something to look for',
    (_, preset) => {
      expect(() => toScenario(preset)).not.toThrow()
      expect(preset.title).not.toBe('')
      expect(preset.look).toMatch(/[.]$/)
    },
  )

  it('have unique ids', () => {
    expect(new Set(PRESETS.map((preset) => preset.id)).size).toBe(PRESETS.length)
  })

  it.each([
    ['thrash', { gogc: 'off', memoryLimit: 25 * MIB, cpuLimiter: false }],
    ['thrash-capped', { gogc: 'off', memoryLimit: 25 * MIB, cpuLimiter: true }],
    ['steady-limit', { gogc: 100, memoryLimit: 60 * MIB, program: { otherMemory: 10 * MIB } }],
  ])('%s has the settings that its name promises', (id, expected) => {
    const preset = findPreset(id)
    if (!preset) throw new Error(id)
    expect(toScenarioJson(toScenario(preset))).toMatchObject(expected)
  })
})
