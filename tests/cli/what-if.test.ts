import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../src/scenario/validate.ts'
import { gcLine } from '../gctrace/support.ts'
import { call } from './harness.ts'

const LOG = 'tests/fixtures/runs/logs/steady-a.log'

describe('sawtooth what-if', () => {
  it('prints what is predicted, and the calibration with a scenario that can be run', async () => {
    const { code, lines } = await call(['what-if', LOG, '--gogc', '200', '--memory-limit', 'off'])
    expect(code).toBe(0)
    const { predicted, calibration } = lines[0] as {
      predicted: Record<string, number>
      calibration: Record<string, unknown>
    }
    // Recorded with GOGC=200: 17 cycles, a peak of 135 to 137 MiB. As asked of a median prediction: 5 % and 3 %, or one cycle.
    expect(Math.abs(predicted.cycles! - 17)).toBeLessThanOrEqual(1)
    expect(Math.abs(predicted.peakHeapBytes! / 2 ** 20 - 136)).toBeLessThan(0.03 * 136)
    expect(predicted.wallSeconds).toBeCloseTo(6.07, 1)
    expect(calibration).toMatchObject({
      trust: { grade: 'good', reasons: [] },
      warnings: [],
      missing: expect.anything(),
      measured: { cycles: 36 },
      differences: { cycles: 0 },
      estimates: expect.arrayContaining([expect.objectContaining({ name: 'pace', value: 'clock' })]),
    })
    expect(calibration.known).toContainEqual(expect.objectContaining({ key: 'gogc', value: 100 }))
    const scenario = validateScenario(calibration.scenario)
    expect(scenario.ok && scenario.value.gogc).toEqual({ kind: 'percent', percent: 100 })
  })

  it('says how to give the limit that docker stats shows only where it is not given', async () => {
    const stats = '{"Name":"api","MemUsage":"180.4MiB / 512MiB","MemPerc":"35.23%"}'
    for (const [limit, count] of [
      [['--gogc', '50'], 1],
      [['--container', '512MiB'], 0],
    ] as const) {
      const { lines } = await call(['what-if', LOG, '-', ...limit], { stdin: stats })
      const { warnings } = lines[0] as { warnings: readonly string[] }
      expect(warnings.filter((text) => text.includes('after the slash is the limit'))).toHaveLength(count)
    }
  })

  it('throttles the program under a CPU quota, with GOMAXPROCS as Go chooses it', async () => {
    const ask = async (...args: string[]) => {
      const [line] = (await call(['what-if', LOG, ...args])).lines
      return (line as { predicted: Record<string, number> }).predicted
    }
    const free = await ask('--cpu-quota', 'off')
    const held = await ask('--cpu-quota', '0.5')
    expect(free.throttledSeconds).toBe(0)
    // The program wants two CPUs: of each 100 ms it has 25 to run in.
    expect(held.throttledSeconds! / held.wallSeconds!).toBeCloseTo(0.75, 1)
    expect(held.totalSeconds).toBeLessThan(0.5 * (held.wallSeconds! + 0.1))
    expect(await call(['what-if', LOG, '--cpu-quota', '0'])).toMatchObject({ code: 2 })
  })

  it('also prints ranges, which hold what was recorded, and how many of the programs are killed', async () => {
    const args = ['what-if', LOG, '--gogc', '200', '--memory-limit', 'off']
    const { predicted, range, outcomes } = (await call(args)).lines[0] as {
      predicted: Record<string, number>
      range: Record<string, [number, number]>
      outcomes: Record<string, number>
    }
    for (const figure of [
      'cycles',
      'peakHeapBytes',
      'peakMemoryBytes',
      'peakContainerBytes',
      'gcSeconds',
      'wallSeconds',
    ]) {
      const [low, high] = range[figure]!
      expect(low <= predicted[figure]! && predicted[figure]! <= high).toBe(true)
    }
    const [least, most] = range.gcSeconds!
    const [lower, upper] = range.gcSecondsOnSameMachine!
    expect(least < lower && upper < most).toBe(true)
    const [low, high] = range.peakHeapBytes!
    expect(low / 2 ** 20 <= 135 && high / 2 ** 20 >= 137).toBe(true)
    expect(outcomes).toEqual({ completed: 1, 'oom-killed': 0 })
    const killed = await call([...args, '--container-limit', '50MiB'])
    expect(killed.lines[0]?.outcomes).toEqual({ completed: 0, 'oom-killed': 1 })
    // As estimate, advise and check call it.
    expect((await call([...args, '--container', '50MiB'])).lines).toEqual(killed.lines)
    const some = await call([...args, '--container-limit', '152MiB'])
    const share = (some.lines[0] as { outcomes: typeof outcomes }).outcomes['oom-killed']
    expect(share! > 0 && share! < 1).toBe(true)
    expect([killed, some].map(({ lines }) => lines[0]?.outlook)).toEqual(['would-be-killed', 'could-be-killed'])
    const free = (await call(args)).lines[0]!
    expect(Object.keys(free)).not.toContain('outlook')
    expect(Object.keys(free)).not.toContain('containerNeed')
    // What a container would have to hold is what the program takes without one.
    const { peakContainerBytes } = free.range as Record<string, unknown>
    expect([killed, some].map(({ lines }) => lines[0]?.containerNeed)).toEqual([peakContainerBytes, peakContainerBytes])
  })

  it('warns of lines of the log that it could not read', async () => {
    const cut = (await call(['what-if', LOG, '--gogc', '50'])).lines[0]?.warnings as string[]
    const text = readFileSync(LOG, 'utf8').trimEnd()
    const { lines } = await call(['what-if', '-', '--gogc', '50'], { stdin: text.slice(0, -40) })
    expect(lines[0]?.warnings).toEqual([expect.stringMatching(/^-: line \d+: ends where /), ...cut])
    const { lines: estimated } = await call(['estimate', '-'], { stdin: text.slice(0, -40) })
    expect(estimated[0]?.problems).toEqual([{ path: '-', message: expect.stringMatching(/^line \d+: ends where /) }])
    // What the program prints itself is no problem.
    const printed = await call(['what-if', '-', '--gogc', '50'], { stdin: `hello\n${text}` })
    expect(printed.lines[0]?.warnings).toEqual(cut)
  })

  it('reproduces a log for as long as it is, and says what to know of it, whatever is asked', async () => {
    const log = 'tests/fixtures/logs/report-every-second.log'
    const calibrationOf = async (...args: string[]) => (await call(['what-if', log, ...args])).lines[0]?.calibration
    const own = (await calibrationOf('--gogc', '100')) as { scenario: object; warnings: string[] }
    expect(own.warnings).toContainEqual(expect.stringMatching(/^9 forced cycles: /))
    expect(await calibrationOf('--gogc', '50', '--duration', '3')).toMatchObject({ scenario: own.scenario })
  })

  it('says what the page says where no program that fits is killed, but the log does not show all memory', async () => {
    const log = 'tests/fixtures/logs/waiting-goroutines.log'
    const of = async (size: string) => (await call(['what-if', log, '--container', size])).lines[0]
    expect(await of('48MiB')).toMatchObject({
      outcomes: { completed: 1, 'oom-killed': 0 },
      outlook: 'could-be-killed',
      warnings: [
        expect.stringMatching(
          /^a log does not show the stacks of waiting goroutines: thousands of them may take 40.0 MiB/,
        ),
      ],
    })
    const room = expect.stringMatching(/^nothing shows memory outside Go .*: this container leaves \d+ MiB for it/)
    expect(await of('2GiB')).toMatchObject({ outlook: 'survives', warnings: [room] })
    const none = (await call(['what-if', log, '--gogc', '50'])).lines[0]
    expect(none).toMatchObject({ warnings: [expect.stringMatching(/: the range of RSS does not include it \(/)] })
  })

  it('takes limits, processors, a duration, and what the log was recorded with', async () => {
    const args = ['--gogc=off', '--memory-limit', '64MiB', '--procs', '4', '--duration', '3', '--was-gogc', '100']
    const { code, lines } = await call(['what-if', LOG, ...args])
    expect(code).toBe(0)
    expect(lines[0]?.predicted).toMatchObject({ wallSeconds: expect.closeTo(3, 1) })
  })

  it('ignores a memory limit that its Go does not have, and says so with the answer and on stderr', async () => {
    const old = readFileSync(LOG, 'utf8').replaceAll(/, \d+ MB stacks, \d+ MB globals/g, '')
    const ask = (...args: string[]) =>
      call(['what-if', '-', '--gogc', 'off', '--container', '160MiB', ...args], { stdin: old })
    const [limited, free] = [await ask('--memory-limit', '96MiB'), await ask()]
    const note = 'this Go ignores GOMEMLIMIT, which needs Go 1.19 or later: we simulate the program without it'
    expect(limited.err).toContain(`${note}\n`)
    expect(limited.lines[0]?.warnings).toContain(note)
    expect(free.err).not.toContain(note)
    const { outcomes, outlook, range } = free.lines[0]!
    expect(limited.lines[0]).toMatchObject({ outcomes, outlook, range })
  })

  it('takes the settings of the command above the log, as with --was-gogc and --was-memory-limit, and says so', async () => {
    const log = readFileSync('tests/fixtures/settings/httpjson-gogcoff-limit96MiB.log', 'utf8')
    const asked = async (stdin: string, ...more: string[]) =>
      (await call(['what-if', '-', '--gogc', '100', ...more], { stdin })).lines[0] as Record<string, unknown>
    const stated = await asked(`$ GOGC=off GOMEMLIMIT=96MiB GODEBUG=gctrace=1 ./httpjson\n${log}`)
    const typed = await asked(log, '--was-gogc', 'off', '--was-memory-limit', '96MiB')
    expect(stated.predicted).toEqual(typed.predicted)
    expect(stated.warnings).toEqual(
      expect.arrayContaining([expect.stringContaining('the command in line 1 says GOGC=off and GOMEMLIMIT=96MiB')]),
    )
  })

  it('takes a low GOGC of a log alone as its only setting, stated above the log or by --was-gogc', async () => {
    const log = readFileSync('tests/fixtures/settings/low-gogc-tail.log', 'utf8')
    const asked = async (stdin: string, ...more: string[]) =>
      (await call(['what-if', '-', '--gogc', '100', ...more], { stdin })).lines[0]?.predicted
    const both = await asked(log, '--was-gogc', '15', '--was-memory-limit', 'off')
    expect(await asked(log, '--was-gogc', '15')).toEqual(both)
    expect(await asked(`$ GOGC=15 GODEBUG=gctrace=1 ./api\n${log}`)).toEqual(both)
    expect(await asked(log)).not.toEqual(both)
  })

  it('takes the GOGC of a dump that no input shows, and else assumes 100, which kills no program for sure', async () => {
    // With GOGC=100 it had 183 MiB resident at the most.
    const asked = async (file: string, ...more: string[]) => {
      const container = ['--gogc', '100', '--container', '160MiB', '--duration', '10']
      const [line] = (await call(['what-if', `tests/fixtures/metrics/${file}`, ...container, ...more])).lines
      return line as { outlook: string; outcomes: object; warnings: string[] }
    }
    const assumed = await asked('limited/warm-400.json')
    expect(assumed).toMatchObject({ outlook: 'could-be-killed', outcomes: { 'oom-killed': 1 } })
    expect(assumed.warnings.join()).toContain('no input shows GOGC, so we assume 100')
    const stated = await asked('limited/warm-400.json', '--was-gogc', '400')
    expect(stated.outcomes).not.toEqual(assumed.outcomes)
    expect(stated.warnings.join()).not.toContain('GOGC')
    const shown = await asked('maps/metrics-400-1.txt', '--was-gogc', '100')
    expect(shown.warnings).toContain('--was-gogc is ignored: it counts only where the metrics do not show that setting')
  })

  it('takes the log behind --, as every command does', async () => {
    const plain = await call(['what-if', '--gogc', '200', LOG])
    const behind = await call(['what-if', '--gogc', '200', '--', LOG])
    expect(behind).toEqual(plain)
    expect(behind.code).toBe(0)
    // What looks like an option there is the name of a file.
    const named = await call(['what-if', '--gogc', '200', '--', '--procs'])
    expect(named).toMatchObject({ code: 1, lines: [{ problems: [expect.anything()] }] })
  })

  it('takes the longest run of a log, and says that there are others', async () => {
    const short = `${gcLine(1, 0.1)}\n${gcLine(2, 0.2)}\n`
    const long = Array.from({ length: 12 }, (_, i) => gcLine(i + 1, 0.1 + i)).join('\n')
    const { lines } = await call(['what-if', '-', '--gogc', '50', '--memory-limit', 'off'], { stdin: short + long })
    expect(lines[0]?.warnings).toContain(
      'several runs: 1 (12 cycles) is used; --run N selects one: 0 (2 cycles), 1 (12 cycles)',
    )
    const first = await call(['what-if', '-', '--gogc', '50', '--run', '0'], { stdin: short + long })
    expect(first.lines[0]?.warnings).toContain(
      'several runs: 0 (2 cycles) is used; --run N selects one: 0 (2 cycles), 1 (12 cycles)',
    )
  })

  it.each([
    ['no log', ['--gogc', '50']],
    ['two logs', [LOG, LOG, '--gogc', '50']],
    ['nothing to ask', [LOG]],
    ['no value', [LOG, '--gogc']],
    ['a GOGC that is no number', [LOG, '--gogc', 'much']],
    ['a GOGC with a fraction', [LOG, '--gogc', '33.3']],
    ['a limit that is no size', [LOG, '--memory-limit', 'lots']],
    ['no processors', [LOG, '--procs', '0']],
    ['an option it does not have', [LOG, '--gogc', '50', '--speed', '2']],
  ])('is a matter of usage: %s', async (_, args) => {
    const { code, out, err } = await call(['what-if', ...args])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain('sawtooth: ')
  })

  it('prints problems where there is nothing to calibrate on', async () => {
    for (const stdin of ['', 'hello\n', `${gcLine(1, 1)} (forced)\n`]) {
      const { code, lines } = await call(['what-if', '-', '--gogc', '50'], { stdin })
      expect(code).toBe(1)
      expect((lines[0]!.problems as unknown[]).length).toBeGreaterThan(0)
    }
    expect((await call(['what-if', LOG, '--gogc', '50', '--run', '7'])).code).toBe(1)
  })
})

describe('sawtooth what-if of a log with a dump of the same program', () => {
  it('has a narrower range of memory than of the log alone, and it holds what was recorded', async () => {
    const folder = 'tests/fixtures/metrics/steady'
    const rangeOf = async (...files: string[]) => {
      const { lines } = await call(['what-if', ...files.map((file) => `${folder}/${file}`), '--gogc', '50'])
      const { range } = lines[0] as { range: Record<string, [number, number]> }
      // As of the log alone.
      expect(range).toHaveProperty('gcSecondsOnSameMachine')
      return range.peakMemoryBytes!
    }
    const alone = await rangeOf('gctrace.log')
    const both = await rangeOf('gctrace.log', 'vars-4.json')
    expect(both[1] / both[0]).toBeLessThan(0.9 * (alone[1] / alone[0]))
    // sys − heap_released of the five scrapes of the same program with GOGC=50: at most 77.2 MiB.
    expect(both[0] / 2 ** 20).toBeLessThan(77.2)
    expect(both[1] / 2 ** 20).toBeGreaterThan(77.2)
  })
})

describe.each([
  ['metrics', ['metrics-0.txt', 'metrics-4.txt', '--interval', '20']],
  ['a log with a dump of the same program', ['gctrace.log', 'vars-4.json']],
])('sawtooth what-if of %s', (_, [one, two, ...interval]) => {
  const ask = async (...args: string[]) => {
    const folder = 'tests/fixtures/metrics/steady'
    const { lines } = await call(['what-if', `${folder}/${one}`, `${folder}/${two}`, ...interval, ...args])
    return (lines[0] as { predicted: Record<string, number> }).predicted
  }

  it('holds the program to a CPU quota', async () => {
    const { throttledSeconds, totalSeconds, wallSeconds } = await ask('--cpu-quota', '0.1')
    // Recorded, it used more than a third of a CPU: of each 100 ms it now has 10 ms of CPU time.
    expect(throttledSeconds! / wallSeconds!).toBeGreaterThan(0.5)
    // Go counts pauses for all processors, the quota for the one thread that works.
    expect(totalSeconds).toBeLessThan(0.1 * (wallSeconds! + 0.1) * 1.01)
  })

  it('refuses a duration that a scenario cannot have, and says which', async () => {
    for (const [text, problem] of [
      ['2000000', 'above the largest allowed, 1000000'],
      ['0', 'must be above 0'],
    ] as const)
      expect((await call(['what-if', LOG, '--gogc', '50', '--duration', text])).err).toContain(problem)
  })

  it('runs the program for the duration asked', async () => {
    expect((await ask('--gogc', '50', '--duration', '7')).wallSeconds).toBeCloseTo(7, 0)
  })
})

it.each(['abc', '-5', ''])('says what to write in place of --gogc "%s", as Go has off for below 0', async (text) => {
  const { code, err } = await call(['what-if', LOG, `--gogc=${text}`])
  expect(code).toBe(2)
  expect(err).toContain('write a whole percentage from 0, or off')
})
