import { afterAll, describe, expect, it } from 'vitest'
import { toScenarioJson } from '../../src/scenario/json.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(folder.remove)

const STEADY = {
  version: 1,
  title: 'Own',
  program: {
    fixedCost: 0.04,
    phases: [
      { duration: 1, allocRate: '20MiB', newSurvivalRate: 1 },
      { duration: 9, allocRate: '20MiB' },
    ],
  },
}
const FILE = folder.write('steady.json', JSON.stringify(STEADY))

describe('sawtooth simulate', () => {
  it('prints the published figure: GOGC=100 on the spike workload', async () => {
    const { code, lines, out } = await call(['simulate', 'guide-100'])
    expect(code).toBe(0)
    expect(out.endsWith('\n')).toBe(true)
    expect(lines).toHaveLength(1)
    // Printed by the guide: 6.3 % GC CPU, a peak of 60.0 MiB, 10.67 s in all, each to its last digit.
    expect(lines[0]?.gcCpuFraction).toBeCloseTo(0.063, 3)
    expect((lines[0]?.peakMemoryBytes as number) / MIB).toBeCloseTo(60.0, 1)
    expect(lines[0]?.totalSeconds).toBeCloseTo(10.67, 2)
    expect(lines[0]).toMatchObject({ outcome: { kind: 'completed' }, modelVersion: 'guide-1' })
  })

  it('takes links, files, standard input and presets alike, several at once', async () => {
    const link = '#v=1&preset=steady'
    const stdin = JSON.stringify({ ...STEADY, gogc: 200 })
    const { code, lines } = await call(['simulate', link, `https://example.org/app/${link}`, FILE, '-', 'steady'], {
      stdin,
    })
    expect(code).toBe(0)
    expect(lines).toHaveLength(5)
    const [ofLink, ofAddress, ofFile, ofInput, ofPreset] = lines
    expect(ofAddress).toEqual(ofLink)
    expect(ofPreset).toEqual(ofLink)
    // The file holds the steady workload under another title.
    expect(ofFile).toEqual(ofLink)
    expect(ofInput?.cycles).toBeLessThan(ofLink?.cycles as number)
  })

  it('a program that was killed, or a run that was stopped, did run', async () => {
    const killed = await call(['simulate', '#v=1&preset=spike&containerLimit=30MiB'])
    expect(killed.code).toBe(0)
    expect(killed.lines[0]).toMatchObject({ outcome: { kind: 'oom-killed' } })
  })

  it('one scenario with problems does not keep the others from their answer', async () => {
    const { code, lines } = await call(['simulate', 'spike', 'spikes', 'steady'])
    expect(code).toBe(1)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toEqual({ problems: [{ path: '', message: expect.stringContaining('did you mean "spike"?') }] })
    expect(lines[2]).toHaveProperty('totalSeconds')
  })

  it('a damaged link is not simulated', async () => {
    const { code, lines } = await call(['simulate', '#v=1&preset=spike&gogc=2oo'])
    expect(code).toBe(1)
    expect(lines).toEqual([
      { problems: [{ path: 'gogc', message: expect.stringContaining('"2oo" is not a percentage') }] },
    ])
    expect((await call(['simulate', 'https://example.org/app/'])).code).toBe(1)
    expect((await call(['simulate', '#'])).code).toBe(1)
  })

  it('says so where a link was made with another runtime model', async () => {
    const { code, err } = await call(['simulate', '#v=1&preset=steady&model=runtime&modelVersion=runtime-0'])
    expect(code).toBe(0)
    expect(err).toContain('made with model runtime-0')
    expect((await call(['simulate', '#v=1&preset=steady&modelVersion=guide-1'])).err).toBe('')
  })
})

describe('--cycles', () => {
  it('adds a list with an entry per cycle', async () => {
    const { lines } = await call(['simulate', 'spike', '--cycles'])
    const list = lines[0]?.cycleList as Record<string, number>[]
    expect(list).toHaveLength(lines[0]?.cycles as number)
    expect(list.map(({ number }) => number)).toEqual(list.map((_, i) => i + 1))
    const gc = list.reduce((sum, { gcSeconds = 0 }) => sum + gcSeconds, 0)
    // Differences of times around 10 s, one per cycle: each rounds by about 1e-15.
    expect(gc).toBeCloseTo(lines[0]?.gcSeconds as number, 10)
  })

  it('is the same text in pieces as in one: a run of more cycles than are written at once', async () => {
    const link = '#v=1&preset=spike&memoryLimit=5MiB&fixedCost=0'
    const { lines } = await call(['simulate', '--cycles', link])
    expect(lines[0]?.cycles).toBeGreaterThan(1000)
    expect(lines[0]?.cycleList).toHaveLength(lines[0]?.cycles as number)
  })

  it('lists the cycles that the program forced, which the result does not count', async () => {
    const stdin = JSON.stringify({ ...STEADY, changes: [{ at: 5, forceGC: true }] })
    const { lines } = await call(['simulate', '-', '--cycles'], { stdin })
    const list = lines[0]?.cycleList as Record<string, unknown>[]
    expect(list).toHaveLength((lines[0]?.cycles as number) + 1)
    const forced = list.filter((cycle) => cycle.forced)
    expect(forced).toMatchObject([{ reason: 'the program called runtime.GC()' }])
  })

  it('an empty run has an empty list', async () => {
    const { lines } = await call(['simulate', '-', '--cycles'], { stdin: '{"version":1,"program":{"phases":[]}}' })
    expect(lines[0]).toMatchObject({ cycles: 0, cycleList: [] })
  })
})

describe('--ndjson', () => {
  const line = (gogc: unknown) => JSON.stringify({ ...STEADY, gogc })

  it('answers line by line, a bad line with its problems, and exits with 1 at the end', async () => {
    const stdin = `${line(50)}\n${line(-1)}\nnot json\n\n\r\n${line(100)}\r\n${line('off')}`
    const { code, lines } = await call(['simulate', '-', '--ndjson'], { stdin })
    expect(code).toBe(1)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toHaveProperty('cycles')
    expect(lines[1]).toEqual({ problems: [{ path: 'gogc', message: '-1 is below 0' }] })
    expect(lines[2]).toEqual({ problems: [{ path: '', message: expect.stringContaining('not JSON') }] })
    expect(lines[3]?.cycles).toBeLessThan(lines[0]?.cycles as number)
    expect(lines[4]).toMatchObject({ cycles: 0 })
  })

  it('reads files, and standard input where nothing is named; links and presets are one scenario each', async () => {
    const file = folder.write('runs.ndjson', `${line(50)}\n${line(100)}\n`)
    expect((await call(['simulate', '--ndjson', file, 'spike', '#v=1&preset=steady'])).lines).toHaveLength(4)
    expect((await call(['simulate', '--ndjson'], { stdin: `${line(50)}\n` })).lines).toHaveLength(1)
  })

  it('does not care where chunks end, not even inside a character', async () => {
    const text = new TextEncoder().encode(`${JSON.stringify({ ...STEADY, title: '大小 🗑' })}\n${line(100)}\n`)
    const bytes = Array.from(text, (byte) => Uint8Array.of(byte))
    const { code, lines } = await call(['simulate', '--ndjson', '-'], { stdin: bytes })
    expect(code).toBe(0)
    expect(lines).toHaveLength(2)
  })

  it('answers a line before the next one arrives', async () => {
    const seen: number[] = []
    let out = 0
    const { runCli } = await import('../../src/cli/run.ts')
    await runCli(['simulate', '--ndjson'], {
      stdin: async function* () {
        for (const gogc of [50, 100, 200]) {
          seen.push(out)
          yield new TextEncoder().encode(`${line(gogc)}\n`)
        }
      },
      write: async () => {
        out++
      },
      warn: () => {},
    })
    expect(seen).toEqual([0, 1, 2])
  })
})

describe('sawtooth link', () => {
  it.each(PRESETS.map(({ id }) => id))('of preset %s is readable', async (id) => {
    const { out } = await call(['link', id])
    expect(out.replace(/&modelVersion=runtime-\d+/, '')).toBe(`#v=1&preset=${id}\n`)
  })

  it('of a file opens the same scenario', async () => {
    const { out } = await call(['link', FILE])
    const [ofLink] = (await call(['simulate', out.trim()])).lines
    const [ofFile] = (await call(['simulate', FILE])).lines
    expect(ofLink).toEqual(ofFile)
    expect((await call(['scenario', out.trim()])).out).toBe((await call(['scenario', FILE])).out)
  })

  it('of a link is the same link, tidied', async () => {
    const { out } = await call([
      'link',
      'https://example.org/#v=1&memoryLimit=61440KiB&preset=spike&gogc=100&zoom=2.50~4.75',
    ])
    expect(out).toBe('#v=1&preset=spike&memoryLimit=60MiB&zoom=2.5~4.75\n')
  })

  it('of the runtime model says which version of it', async () => {
    const { out } = await call(['link', '#v=1&preset=steady&model=runtime'])
    expect(out).toMatch(/^#v=1&preset=steady&model=runtime&modelVersion=runtime-\d+\n$/)
  })
})

describe('sawtooth scenario', () => {
  it.each(PRESETS.map((preset) => [preset.id, preset] as const))(
    'of preset %s is all of it, sizes in bytes',
    async (id, preset) => {
      const { code, out } = await call(['scenario', id])
      expect(code).toBe(0)
      expect(JSON.parse(out)).toEqual(toScenarioJson(toScenario(preset)))
      expect(await call(['scenario', '-'], { stdin: out })).toMatchObject({ code: 0, out })
    },
  )

  it('fills in what the model decides', async () => {
    const { out } = await call(['scenario', '#v=1&preset=spike&model=runtime'])
    expect(JSON.parse(out)).toMatchObject({ model: 'runtime', cpuLimiter: true, containerLimit: 'off', procs: 1 })
  })
})
