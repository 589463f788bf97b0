import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { readSystemdSize } from '../../src/manifest/systemd.ts'
import { GIB, MIB } from '../../src/units.ts'
import { manifestOf, settingsIn } from './settings-in.ts'

// Printed by systemd 252.
describe('systemctl show', () => {
  const shown = (...lines: readonly string[]) => manifestOf('systemd', 'Type=simple', ...lines).containers[0]
  const started = (argv: string) =>
    `ExecStart={ path=/bin/x ; argv[]=${argv} ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }`

  it('says by its result whether the kernel killed the service', () => {
    expect(shown('Result=oom-kill')?.isOomKilled).toBe(true)
    expect(shown('Result=signal')?.isOomKilled).toBeUndefined()
  })

  it('has the command that starts the program: a shell may set GOGC', () => {
    const env = (argv: string) => shown('Environment=GOGC=50', started(argv))?.env.at(-1)
    expect(env('/bin/sh -c GOGC=400 exec /bin/api')).toMatchObject({ name: 'GOGC', from: 'a command' })
    expect(env('/bin/api GOGC=400')).toMatchObject({ name: 'GOGC', text: '50' })
  })
})

// What `systemd-analyze verify` of systemd 252 took for MemoryMax= in silence, and what it said to ignore.
describe('a size of systemd', () => {
  it.each([
    ['1G', GIB],
    ['1 G', GIB],
    ['1G 500M', GIB + 500 * MIB],
    ['1G500M', GIB + 500 * MIB],
    ['1.5G', 1.5 * GIB],
    ['10.M', 10 * MIB],
    ['+1G', GIB],
    ['512', 512],
    ['1B', 1],
    ['1 G 1', GIB + 1],
    ['1P', 2 ** 50],
  ])('%j is taken', (text, bytes) => {
    expect(readSystemdSize(text)).toBe(bytes)
  })

  it.each(['512m', '1GB', '1GiB', '500M 1G', '.5G', '1e9', 'G', '', '1 500M'])('%j is ignored', (text) => {
    expect(readSystemdSize(text)).toBeUndefined()
  })
})

describe('a memory limit that systemd ignores', () => {
  const unit = (...lines: string[]) => {
    const manifest = manifestOf('systemd', '[Service]', ...lines)
    return { limit: manifest.containers[0]?.memoryLimit, findings: findingsIn(manifest) }
  }

  it.each([
    ['MemoryMax=512m', 'MemoryMax=512M'],
    ['MemoryMax=1GB', 'MemoryMax=1G'],
    ['MemoryMax=1.5GiB', 'MemoryMax=1536M'],
    ['MemoryLimit=0.5g', 'MemoryLimit=512M'],
  ])('counts as no limit, and the finding says what to write: %s', (line, mended) => {
    const { limit, findings } = unit(line)
    expect(limit).toBeUndefined()
    expect(findings).toMatchObject([{ kind: 'ignored-size', line: 2, title: `systemd ignores ${line}`, mended }])
    expect(findings[0]?.text).toContain('so the unit has no memory limit')
    expect(unit(mended).findings).toEqual([])
  })

  it('leaves the line before it in force', () => {
    const { limit, findings } = unit('MemoryMax=1G', 'MemoryMax=512m')
    expect(limit).toBe(GIB)
    expect(findings[0]?.text).toContain('its memory limit is 1 GiB')
  })

  it('may have a comment after it, or not be a size: we do not repeat such a text', () => {
    expect(unit('MemoryMax=1G # hunter2').findings).toMatchObject([
      { title: 'systemd ignores the value of MemoryMax', mended: 'MemoryMax=1G' },
    ])
    expect(unit('MemoryMax=hunter2').findings).toMatchObject([{ mended: 'MemoryMax=…M' }])
  })

  it('is also reported for MemoryHigh', () => {
    const { findings } = unit('MemoryHigh=512m')
    expect(findings).toMatchObject([{ kind: 'ignored-size', mended: 'MemoryHigh=512M', before: undefined }])
  })

  it('does not include a share of the machine, a template, or infinity', () => {
    for (const value of ['80%', '$MEM', 'infinity', '']) expect(unit(`MemoryMax=${value}`).findings).toEqual([])
  })
})

// load-fragment.c, config_parse_cpu_quota: “Invalid CPU quota '0%', ignoring.”
it('a CPU quota that systemd ignores leaves the earlier one in force', () => {
  const limitOf = (...lines: string[]) => manifestOf('systemd', '[Service]', ...lines).containers[0]?.cpuLimit
  expect(limitOf('CPUQuota=150%', 'CPUQuota=50')).toBe(1.5)
  expect(limitOf('CPUQuota=150%', 'CPUQuota=0%')).toBe(1.5)
  expect(limitOf('CPUQuota=0%')).toBeUndefined()
  expect(limitOf('CPUQuota=150%', 'CPUQuota=')).toBeUndefined()
})

// systemd.exec(5): “If the empty string is assigned to this option, the list of environment variables is reset.”
describe('variables of a systemd unit', () => {
  const inUnit = (...lines: string[]) => settingsIn('systemd', '[Service]', ...lines)

  it('are reset by a later line without a value, and may be set again', () => {
    expect(inUnit('Environment=GOGC=off', 'Environment=')).toEqual({})
    expect(inUnit('Environment=GOGC=off GOMEMLIMIT=1GiB', 'Environment= ', 'Environment=GOGC=50')).toEqual({
      GOGC: '50',
    })
  })
})

describe('a MemoryHigh of a systemd unit that cannot be read', () => {
  const problemsOf = (...lines: string[]) => {
    const manifest = parseManifest(['[Service]', 'MemoryMax=1G', ...lines].join('\n'), 'systemd')
    return manifest.ok ? manifest.value.problems : manifest.problems
  }

  it.each([
    ['MemoryHigh=80%', /^line 3: MemoryHigh is a share of the machine’s memory, .*: write a size/],
    ['MemoryHigh=$HIGH', /^line 3: MemoryHigh is a variable or a template, /],
  ])('gives a problem: %s', (line, problem) => {
    expect(problemsOf(line)).toEqual([expect.stringMatching(problem)])
  })

  it('gives no problem if a later line counts, or if none is set', () => {
    expect(problemsOf('MemoryHigh=80%', 'MemoryHigh=900M')).toEqual([])
    expect(problemsOf('MemoryHigh=80%', 'MemoryHigh=infinity')).toEqual([])
    expect(problemsOf()).toEqual([])
  })
})

// systemd.syntax(7): “Lines starting with "#" or ";" are comments”, also between the lines of a value that is continued.
describe('a comment of a unit', () => {
  it.each(['#', ';'])('begins with %s, and a backslash does not continue it', (sign) => {
    const unit = ['[Service]', `${sign} see C:\\docs\\`, 'Environment=GOGC=50 \\', `${sign} more`, '  GOMAXPROCS=2']
    expect(settingsIn('systemd', ...unit)).toEqual({ GOGC: '50', GOMAXPROCS: '2' })
    expect(settingsIn('systemd', '[Service]', `${sign}Environment=GOGC=10`)).toEqual({})
  })
})

// systemd.exec(5): PassEnvironment gives a service variables of its manager; UnsetEnvironment removes them last of all.
describe('variables of a unit that are passed on or removed', () => {
  it('have no known value, unless Environment sets them', () => {
    const unit = ['[Service]', 'PassEnvironment=GOMEMLIMIT GOGC PATH', 'Environment=GOGC=50']
    expect(settingsIn('systemd', ...unit)).toEqual({ GOMEMLIMIT: undefined, GOGC: '50' })
  })

  it('are not set if their name is removed, or the value that they have', () => {
    const unit = ['[Service]', 'Environment=GOMEMLIMIT=500MiB GOGC=50 GOMAXPROCS=2']
    expect(settingsIn('systemd', ...unit, 'UnsetEnvironment=GOMEMLIMIT GOGC=50 GOMAXPROCS=4')).toEqual({
      GOMAXPROCS: '2',
    })
    expect(settingsIn('systemd', ...unit, 'UnsetEnvironment=GOGC', 'UnsetEnvironment=')).toHaveProperty('GOGC', '50')
  })
})

describe('what systemctl show prints', () => {
  const shown = (id: string, max: string, result = 'success') =>
    `Type=simple\nResult=${result}\nExecStart={ path=/bin/${id} ; argv[]=/bin/${id} -v ; ignore_errors=no }\nId=${id}.service\nMemoryMax=${max}\n`
  const containersIn = (text: string) => manifestOf('systemd', text).containers

  it('of two units gives each its own limit and kill', () => {
    const [api, db, ...others] = containersIn(`${shown('api', '536870912', 'oom-kill')}\n${shown('db', 'infinity')}`)
    expect(api).toMatchObject({ name: 'api', memoryLimit: 512 * MIB, isOomKilled: true })
    expect(db).toMatchObject({ name: 'db', memoryLimit: undefined })
    expect(db).not.toHaveProperty('isOomKilled')
    expect(others).toEqual([])
  })

  it('of one property of two units counts them, and keeps the numbers of lines', () => {
    const units = containersIn('MemoryMax=536870912\n\nMemoryMax=1024\n')
    expect(units).toMatchObject([{ name: 'unit-1' }, { name: 'unit-2', tiny: [{ line: 3 }] }])
  })

  it('differs from a unit with drop-ins, which has sections, and may set a limit twice', () => {
    const units = containersIn('[Service]\nMemoryMax=1G\n\n# /etc/api.conf\n[Service]\nMemoryMax=512M\n')
    expect(units).toMatchObject([{ name: '', memoryLimit: 512 * MIB }])
  })

  it('has the smaller of the limit of the unit and that of all slices above, in any order', () => {
    const limitOf = (...lines: string[]) => containersIn(lines.join('\n'))[0]?.memoryLimit
    expect(limitOf('EffectiveMemoryMax=16777216', 'MemoryMax=infinity')).toBe(16 * MIB)
    expect(limitOf('MemoryMax=33554432', 'EffectiveMemoryMax=16777216')).toBe(16 * MIB)
    expect(limitOf('EffectiveMemoryMax=33554432', 'MemoryMax=16777216')).toBe(16 * MIB)
    expect(limitOf('EffectiveMemoryMax=infinity', 'MemoryMax=infinity')).toBeUndefined()
  })
})

describe('a slice of its own', () => {
  const openIn = (...lines: string[]) =>
    manifestOf('systemd', '[Service]', 'ExecStart=/api', ...lines).containers[0]?.unread?.map(({ of, from }) => [
      of,
      from,
    ])

  it('may set the limits that a unit does not have', () => {
    expect(openIn('Slice=shop.slice')).toEqual([
      ['memoryLimit', 'its slice'],
      ['cpuLimit', 'its slice'],
    ])
  })

  it('sets none where the unit has its own, where systemd says what is in force, and where it is a usual one', () => {
    expect(openIn('Slice=shop.slice', 'MemoryMax=1G')).toEqual([])
    expect(openIn('Slice=shop.slice', 'EffectiveMemoryMax=infinity')).toEqual([])
    for (const slice of ['system.slice', 'system-api.slice', '-.slice', 'user.slice', ''])
      expect(openIn(`Slice=${slice}`)).toEqual([])
  })
})
