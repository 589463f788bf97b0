import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { withInitial } from '../../src/explore/map/cell.ts'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { parseSize } from '../../src/units.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(folder.remove)

const HEADER =
  'gogc,memoryLimit,outcome,gcCpuFraction,compulsoryGcFraction,peakMemoryBytes,peakContainerBytes,cycles,totalSeconds,limiterSeconds'

const toNumber = (text = '') => (text === 'off' ? Infinity : Number(text))
const rowsOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

describe('sawtooth map', () => {
  it.each(['spike', 'lines-limit', 'headroom-5', 'thrash-capped'])(
    'prints what simulate gives, row by row: %s',
    async (id) => {
      const { code, out } = await call(['map', id, '--columns', '5', '--rows', '4'])
      expect(code).toBe(0)
      expect(out.split('\n')[0]).toBe(HEADER)
      const rows = rowsOf(out)
      expect(rows).toHaveLength(20)
      const scenario = toScenario(findPreset(id)!)
      for (const row of rows) {
        const [gogc, limit, outcome, gcCpu, , peakMemory, peakContainer, cycles, total, limiter] = row
        const { result } = simulate(withInitial(scenario, toNumber(gogc), toNumber(limit)))
        expect([outcome, gcCpu, peakMemory, peakContainer, cycles, total, limiter]).toEqual([
          result.outcome.kind,
          ...[result.gcCpuFraction, result.peakMemoryBytes, result.peakContainerBytes].map(String),
          ...[result.cycles, result.totalSeconds, result.limiterSeconds].map(String),
        ])
      }
    },
  )

  it('has no memory limits for a Go without them, and says so', async () => {
    const text = readFileSync('src/program/samples/steady.log', 'utf8')
    const old = folder.write('old.log', text.replaceAll(/, \d+ MB stacks, \d+ MB globals/g, ''))
    const { code, out, err } = await call(['map', old, '--columns', '3'])
    expect(code).toBe(0)
    expect(new Set(rowsOf(out).map(([, limit]) => limit))).toEqual(new Set(['off']))
    expect(err).toContain('needs Go 1.19 or later')
  })

  it('takes ranges with both ends, and off last', async () => {
    const { out } = await call([
      ...['map', 'spike', '--gogc', '50..200', '--memory-limit', '25MiB..60MiB'],
      ...['--columns', '4', '--rows', '3'],
    ])
    const rows = rowsOf(out)
    expect([...new Set(rows.map(([gogc]) => gogc))]).toEqual(['50', '100', '200', 'off'])
    const sizes = ['25MiB', '60MiB'].map((text) => parseSize(text)).map((size) => size.ok && String(size.value))
    expect([...new Set(rows.map(([, limit]) => limit))]).toEqual([...sizes, 'off'])
  })

  it('takes a single value for both ends', async () => {
    const { out } = await call([
      'map',
      'spike',
      '--gogc',
      '150',
      '--memory-limit',
      '60MiB',
      '--columns',
      '1',
      '--rows',
      '1',
    ])
    expect(rowsOf(out).map(([gogc, limit]) => [gogc, limit])).toEqual([['150', String(60 * 2 ** 20)]])
  })

  it.each([
    [['map'], 'map needs an input or a scenario'],
    [['map', 'spike', '--interval', 'often'], 'a number of seconds above 0'],
    [['map', 'spike', '--gogc', '200..50'], 'the smaller one first'],
    [['map', 'spike', '--gogc', 'x'], 'such as 50..400'],
    // Go’s GOGC is whole: no row could be of 50.9.
    [['map', 'spike', '--gogc', '50.9..51'], 'whole percentages'],
    [['map', 'spike', '--gogc', '50..off'], 'whole percentages'],
    [['map', 'spike', '--gogc', '0..100'], 'whole percentages'],
    [['map', 'spike', '--gogc', '50..'], 'whole percentages'],
    [['map', 'spike', '--gogc', '50..60..70'], 'write two'],
    [['map', 'spike', '--memory-limit', '1GB..2GB'], 'such as 1GiB..4GiB'],
    [['map', 'spike', '--columns', '0'], 'a whole number from 1 to 256'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, err, out } = await call(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(out).toBe('')
  })

  it('maps the program of a log: less memory takes more cycles, and it keeps what the log was recorded with', async () => {
    const { code, out } = await call([
      ...['map', 'tests/fixtures/runs/logs/steady-a.log', '--gogc', '50..200'],
      ...['--columns', '4', '--rows', '2'],
    ])
    expect(code).toBe(0)
    const withoutLimit = rowsOf(out).filter(([, limit]) => limit === 'off')
    const cycles = withoutLimit.slice(0, 3).map((row) => Number(row[7]))
    expect(cycles).toEqual([...cycles].sort((a, b) => b - a))
    // Recorded: 36 cycles at GOGC=100, 17 at 200; asked of a prediction: one cycle, or 5 %.
    expect(Math.abs(cycles[1]! - 36)).toBeLessThanOrEqual(2)
    expect(Math.abs(cycles[2]! - 17)).toBeLessThanOrEqual(1)
  })

  it('prints the problems of what is no scenario', async () => {
    const { code, lines } = await call(['map', 'spikes'])
    expect(code).toBe(1)
    expect(lines[0]).toMatchObject({ problems: [expect.objectContaining({ path: '' })] })
  })
})
