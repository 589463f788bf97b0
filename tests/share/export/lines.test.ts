import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { LINES, type LinesId } from '../../../src/share/export/lines.ts'
import { MIB } from '../../../src/units.ts'

function scenario(settings: object = {}, program: object = {}) {
  const result = validateScenario({ version: 1, ...settings, program: { phases: [{ duration: 1 }], ...program } })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

function linesOf(id: LinesId, settings: object, program: object = {}): string {
  const lines = LINES.find((one) => one.id === id)
  if (!lines) throw new Error(id)
  return lines.toText(scenario(settings, program))
}

const USUAL = { model: 'runtime', gogc: 200, memoryLimit: '460MiB', containerLimit: '512MiB', procs: 2 }
const SIZES = fc.oneof(fc.constant('off'), fc.double({ min: 1, max: 2 ** 44, noNaN: true }))
const SETTINGS = fc.record({ memoryLimit: SIZES, containerLimit: SIZES, gogc: fc.constantFrom(0, 50, 100, 'off') })

describe('docker-compose', () => {
  it('has the settings as texts, the container’s limit, and no swap', () => {
    expect(parse(linesOf('compose', USUAL))).toEqual({
      services: {
        app: {
          environment: { GOGC: '200', GOMEMLIMIT: '460MiB', GOMAXPROCS: '2' },
          mem_limit: '512m',
          memswap_limit: '512m',
        },
      },
    })
  })

  it.each([
    [7 * MIB, '7m'],
    [7 * MIB + 1024, '7169k'],
    [7 * MIB + 1, '7340033b'],
  ])('writes %s bytes as Docker reads them: %s', (containerLimit, written) => {
    const { services } = parse(linesOf('compose', { memoryLimit: 'off', containerLimit }))
    expect(services.app.mem_limit).toBe(written)
  })
})

describe.each([
  ['compose', /mem_limit: (\w+)\n +memswap_limit: (\w+)$/m],
  ['dockerfile', /--memory=(\w+) --memory-swap=(\w+) /],
] as const)('the memory limit in the lines of %s', (id, written) => {
  const note = /^# The limit would be .* Docker starts no container with less than 6\.00? MiB\.$/m

  it('is never one that Docker refuses, 6 MiB at least, and where it is not the run’s says so', () => {
    for (const [settings, size] of [
      [{ containerLimit: 1 }, '6m'],
      [{ containerLimit: '5MiB' }, '6m'],
      [{ containerLimit: 6 * MIB - 1 }, '6m'],
      // The container that is assumed around a small GOMEMLIMIT.
      [{ memoryLimit: '2MiB' }, '6m'],
    ] as const) {
      const text = linesOf(id, settings)
      expect(written.exec(text)?.slice(1)).toEqual([size, size])
      expect(text).toMatch(note)
    }
    for (const containerLimit of ['6MiB', '512MiB']) expect(linesOf(id, { containerLimit })).not.toMatch(note)
    expect(written.exec(linesOf(id, { containerLimit: '6MiB' }))?.slice(1)).toEqual(['6m', '6m'])
  })
})

describe('the downward API', () => {
  interface Container {
    command?: [string, string, string]
    env: { name: string; value?: string; valueFrom?: { resourceFieldRef: { resource: string; divisor?: string } } }[]
  }

  it('never gives GOMEMLIMIT the whole container: a shell takes the share, as the text explains', () => {
    const text = linesOf('downward', USUAL)
    const { command, env } = parse(text) as Container
    expect(env.find(({ name }) => name === 'GOMEMLIMIT')).toBeUndefined()
    expect(env.find(({ valueFrom }) => valueFrom)).toMatchObject({
      name: 'CONTAINER_MEMORY',
      valueFrom: { resourceFieldRef: { resource: 'limits.memory' } },
    })
    const share = /CONTAINER_MEMORY \/ 100 \* (\d+)/.exec(command?.[2] ?? '')?.[1]
    // 460 of 512 MiB are 89.8 %: rounded down, so that no headroom is lost.
    expect(share).toBe('89')
    expect(text).toMatch(/no percentage: its divisor only changes the unit/)
  })

  it.each(['off', '600MiB'])(
    'takes 90 %% where the run has no limit below its container, and says so: %s',
    (memoryLimit) => {
      const text = linesOf('downward', { ...USUAL, memoryLimit })
      expect((parse(text) as Container).command?.[2]).toContain('CONTAINER_MEMORY / 100 * 90')
      expect(text).toContain(
        '# This run has no GOMEMLIMIT below its container: 90 % leaves the usual 10 % of headroom.',
      )
    },
  )

  it('takes nothing from the memory of a node: a run without limits has no container to take a share of', () => {
    const text = linesOf('downward', { model: 'runtime', procs: 2 })
    const { command, env } = parse(text) as Container
    expect(command).toBeUndefined()
    expect(env.map(({ name }) => name)).toEqual(['GOGC', 'GOMAXPROCS'])
    expect(text).not.toMatch(/a shell takes the share/)
  })
})

describe('systemd', () => {
  const parseUnit = (text: string) =>
    Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )

  it('has GOMEMLIMIT < MemoryHigh < MemoryMax', () => {
    const unit = parseUnit(linesOf('systemd', USUAL))
    expect(unit.Environment).toBe('GOGC=200 GOMEMLIMIT=460MiB GOMAXPROCS=2')
    expect(Number(unit.MemoryHigh)).toBeGreaterThan(460 * MIB)
    expect(Number(unit.MemoryHigh)).toBeLessThan(Number(unit.MemoryMax))
    expect(Number(unit.MemoryMax)).toBe(512 * MIB)
  })

  it('keeps that order for all sizes, with memory outside Go below MemoryHigh', () => {
    fc.assert(
      fc.property(SETTINGS, fc.integer({ min: 0, max: 2 ** 40 }), (settings, outsideMemory) => {
        const unit = parseUnit(linesOf('systemd', settings, { outsideMemory }))
        if (unit.MemoryHigh === undefined) return
        const limit = settings.memoryLimit as number
        expect(Number(unit.MemoryHigh)).toBeGreaterThanOrEqual(Math.floor(limit + outsideMemory))
        expect(Number(unit.MemoryHigh)).toBeLessThan(Number(unit.MemoryMax))
      }),
    )
  })
})

describe('a Dockerfile', () => {
  it('has only instructions for the image, and says how to set the container’s limit', () => {
    const lines = linesOf('dockerfile', USUAL).trim().split('\n')
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
      'ENV GOGC=200',
      'ENV GOMEMLIMIT=460MiB',
      'ENV GOMAXPROCS=2',
    ])
    expect(lines.join('\n')).toContain('docker run --memory=512m --memory-swap=512m')
  })
})

describe('alerts', () => {
  interface Rules {
    groups: { rules: { alert: string; expr: string; for: string; annotations: { summary: string } }[] }[]
  }
  const rulesOf = (settings: object, program = {}) =>
    (parse(linesOf('alerts', settings, program)) as Rules).groups[0]!.rules

  it('are about GC’s cost and memory that no longer falls, not about memory near the limit', () => {
    const rules = rulesOf(USUAL)
    expect(rules.map(({ alert }) => alert)).toEqual(['GoEffectiveGOGCLow', 'GoGCCPUHigh', 'GoMemoryNoLongerFalls'])
    expect(rules.every(({ expr }) => !expr.includes('gomemlimit'))).toBe(true)
    expect(rules[0]!.expr).toMatch(/ < 20\nunless go_gc_gogc_percent <= 20/)
    // A quarter, as the rule's summary says.
    expect(rules[1]!.expr).toMatch(/ > 0\.25\s*$/)
    // Halfway between the memory limit and the container's limit: 486 MiB.
    expect(rules[2]!.expr).toContain(`> ${486 * MIB}`)
  })

  it('take 95 % of the container, in whole bytes, where no limit is below it; without either there is no such rule', () => {
    const stuck = rulesOf({ containerLimit: '511MiB' }).at(-1)!
    // 0.95 · 511 · 2^20 = 509031219.2
    expect(stuck.expr).toContain('> 509031219\n')
    expect(rulesOf({ memoryLimit: '512MiB', containerLimit: '511MiB' }).at(-1)!.expr).toBe(stuck.expr)
    expect(rulesOf({})).toHaveLength(2)
  })

  it('ask for the name of the container, if a rule selects it', () => {
    const ask = '# Write the name of your container in place of "app".'
    expect(linesOf('alerts', USUAL)).toContain(ask)
    expect(linesOf('alerts', {})).not.toContain(ask)
  })

  it('have balanced brackets, for every setting', () => {
    fc.assert(
      fc.property(SETTINGS, (settings) => {
        for (const { expr, for: wait } of rulesOf(settings)) {
          const depths = [...expr].reduce(
            (depth, char) => depth + ('([{'.includes(char) ? 1 : 0) - (')]}'.includes(char) ? 1 : 0),
            0,
          )
          expect(depths).toBe(0)
          expect(wait).toMatch(/^\d+m$/)
        }
      }),
    )
  })
})

describe.each([
  ['automemlimit', /WithRatio\((0\.\d+)\)/],
  ['helm', /mulf .*\(index \$units \$unit\) (0\.\d+) /],
] as const)('%s', (id, share) => {
  const unusual = 'This run has no GOMEMLIMIT below its container: 90 % leaves the usual 10 % of headroom.'

  it('takes the run’s share of the container; without one it takes 90 % and says so', () => {
    const own = linesOf(id, USUAL)
    // 460 of 512 MiB are 89.8 %.
    expect(share.exec(own)?.[1]).toBe('0.89')
    expect(own).not.toContain(unusual)
    for (const settings of [{ containerLimit: '512MiB' }, { memoryLimit: '1GiB', containerLimit: '512MiB' }]) {
      const text = linesOf(id, settings)
      expect(share.exec(text)?.[1]).toBe('0.9')
      expect(text).toContain(unusual)
    }
  })
})

describe('automemlimit with GOGC=off', () => {
  it('turns GOGC off only once a limit is found: without one Go would start no cycle', () => {
    const text = linesOf('automemlimit', { ...USUAL, gogc: 'off' })
    expect(text.indexOf('memlimit.Set(')).toBeLessThan(text.indexOf('debug.SetGCPercent(-1)'))
    expect(text).toContain('\tif err == nil && limit < math.MaxInt64 {\n\t\tdebug.SetGCPercent(-1) // GOGC=off\n')
    expect(text).toContain('\t"math"\n')
    expect(linesOf('automemlimit', USUAL)).not.toContain('math')
  })
})

it('automemlimit says which variables override its code, and what no container limit means for GOGC=off', () => {
  const text = linesOf('automemlimit', USUAL)
  expect(text).toContain('// AUTOMEMLIMIT in the environment replaces this ratio; AUTOMEMLIMIT=off sets no limit.\n')
  const lost = '// If the container loses its limit while this runs, so does Go: no GC cycle starts on its own then.\n'
  expect(text).not.toContain(lost)
  expect(linesOf('automemlimit', { ...USUAL, gogc: 'off' })).toContain(lost)
})

it('the downward API gives the limit at each start of the container: it does not follow a later one', () => {
  expect(LINES.find(({ id }) => id === 'downward')?.help).toMatch(
    /^GOMEMLIMIT taken from the container’s limit at each start; /,
  )
})

it('automemlimit does not say which GOGC stays if it finds no limit: the environment may set another than 100', () => {
  expect(linesOf('automemlimit', { ...USUAL, gogc: 'off' })).toContain('"GOGC is unchanged: no memory limit was found"')
})

describe('the lines of systemd', () => {
  it('have all that their help promises: MemoryMax if there is a limit, MemoryHigh if there is room', () => {
    const { help } = LINES.find(({ id }) => id === 'systemd')!
    expect(help).toContain('GOMEMLIMIT, MemoryMax if there is a limit, and MemoryHigh between if there is room')
    const lines = (memoryLimit: string, containerLimit: string) =>
      linesOf('systemd', { memoryLimit, containerLimit }).match(/(GOMEMLIMIT|MemoryHigh|MemoryMax)(?==)/g)
    expect(lines('460MiB', '512MiB')).toEqual(['GOMEMLIMIT', 'MemoryHigh', 'MemoryMax'])
    expect(lines('1GiB', '512MiB')).toEqual(['GOMEMLIMIT', 'MemoryMax'])
    expect(lines('off', '512MiB')).toEqual(['GOMEMLIMIT', 'MemoryMax'])
    expect(lines('off', 'off')).toEqual(['GOMEMLIMIT'])
  })
})

describe('every kind of lines', () => {
  it.each(LINES.map(({ id }) => id))('is whole for any setting, and never the container’s own limit: %s', (id) => {
    fc.assert(
      fc.property(SETTINGS, (settings) => {
        const text = linesOf(id, settings)
        expect(text.endsWith('\n')).toBe(true)
        expect(text).not.toMatch(/NaN|undefined|Infinity/)
        if (['yaml', 'downward', 'compose', 'alerts'].includes(id)) expect(() => parse(text)).not.toThrow()
      }),
      { numRuns: 50 },
    )
  })
})

describe('a GOMAXPROCS that nobody gave', () => {
  const textOf = (id: LinesId, unknown?: readonly 'procs'[]) =>
    LINES.find((one) => one.id === id)!.toText(scenario(USUAL), unknown)

  it.each(LINES.map(({ id }) => id).filter((id) => id !== 'alerts'))('is not in lines of %s, as they say', (id) => {
    const [given, left] = [textOf(id), textOf(id, ['procs'])]
    expect(given).toContain('GOMAXPROCS as in this run: leave the line out')
    expect(left).toContain('GOMAXPROCS unknown: leave it as it is.')
    expect(given.match(/GOMAXPROCS/g)!.length).toBeGreaterThan(1)
    expect(left.match(/GOMAXPROCS/g)).toHaveLength(1)
    expect(left).not.toContain('"runtime"')
  })
})

describe('GOGC and GOMEMLIMIT both off', () => {
  const settings = { gogc: 'off', memoryLimit: 'off', containerLimit: '512MiB' }
  const warning = 'Go starts no GC cycle on its own'

  it.each(['env', 'yaml', 'compose', 'dockerfile', 'systemd', 'go'] as const)('is warned of in lines of %s', (id) => {
    expect(linesOf(id, settings)).toContain(warning)
    expect(linesOf(id, { ...settings, containerLimit: 'off' })).toContain(warning)
    expect(linesOf(id, { ...settings, gogc: 100 })).not.toContain(warning)
    expect(linesOf(id, { ...settings, memoryLimit: '460MiB' })).not.toContain(warning)
  })

  it.each(['downward', 'helm', 'automemlimit'] as const)('is no longer so with %s, which sets a limit', (id) => {
    expect(linesOf(id, settings)).not.toContain(warning)
  })
})
