import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../src/scenario/validate.ts'
import { call } from './harness.ts'

const FOLDER = 'tests/fixtures/metrics/steady'
const SCRAPES = [`${FOLDER}/metrics-0.txt`, `${FOLDER}/metrics-4.txt`]

interface Estimate {
  readonly scenario: unknown
  readonly known: readonly { key: string; value: number | string; low: number; high: number; source: string }[]
  readonly missing: readonly string[]
  readonly findings: readonly unknown[]
  readonly problems: readonly { path: string; message: string }[]
}

async function estimate(...args: string[]) {
  const { code, lines } = await call(['estimate', ...args])
  const answer = lines[0] as unknown as Estimate
  const found = (key: string) => answer.known.find((one) => one.key === key)
  return { code, answer, found }
}

describe('sawtooth estimate', () => {
  it('prints what two scrapes say, the scenario, and what is not known', async () => {
    const { code, answer, found } = await estimate(...SCRAPES, '--interval', '20.181')
    expect(code).toBe(0)
    const rate = found('allocRate')!
    expect(rate.value).toBeCloseTo(193.1 * 2 ** 20, -6)
    expect(rate.low).toBeLessThan(rate.value as number)
    expect(rate.source).toContain('20.18 s apart')
    expect(found('goVersion')?.value).toBe('go1.26.8')
    expect(answer.missing).toContain('scanRate')
    expect(validateScenario(answer.scenario)).toMatchObject({
      ok: true,
      value: { model: 'runtime', program: { pace: 'clock' } },
    })
  })

  it('needs no interval where the collector’s clock tells it', async () => {
    const { found } = await estimate(...SCRAPES)
    expect(found('cyclesPerSecond')!.value).toBeCloseTo(5.55, 0)
  })

  it('takes a log and a dump of the same program together', async () => {
    const { answer, found } = await estimate(`${FOLDER}/gctrace.log`, `${FOLDER}/vars-4.json`)
    // Sys − heap − stacks of the dump, in place of what a log leaves open.
    expect(found('otherMemory')!.source).toMatch(/memory of the runtime/)
    expect(found('cyclesPerSecond')!.source).toMatch(/gctrace/)
    expect(validateScenario(answer.scenario).ok).toBe(true)
  })

  it('marks its scenario as one of many that fit, so that check and advise say so of it', async () => {
    const { answer } = await estimate(...SCRAPES, '--interval', '20.181')
    const stdin = JSON.stringify(answer.scenario)
    for (const command of ['check', 'advise'])
      expect((await call([command, '-'], { stdin })).err).toContain('one of many programs that fit an input')
    for (const command of ['check', 'advise'])
      expect((await call([command, ...SCRAPES, '--interval', '20.181'])).err).not.toContain('one of many')
  })

  it('says in one line what is wrong with a call', async () => {
    expect(await call(['estimate'])).toMatchObject({ code: 2, err: expect.stringMatching(/estimate needs an input/) })
    expect(await call(['estimate', '-', '--interval', 'soon'])).toMatchObject({ code: 2 })
    expect((await call(['estimate', '-'], { stdin: 'nothing at all' })).lines[0]).toHaveProperty('problems')
  })
})

describe('sawtooth what-if of metrics', () => {
  it('knows what its scenario has, and what estimate knows of the same inputs', async () => {
    const { lines } = await call(['what-if', ...SCRAPES, '--gogc', '50'])
    const { known, scenario } = lines[0]!.calibration as Estimate
    const { answer } = await estimate(...SCRAPES)
    expect(known).toEqual(answer.known)
    const made = validateScenario(scenario)
    const rate = known.find(({ key }) => key === 'scanRate')!.value as number
    // Scenarios have four digits, so that links are short.
    expect(made.ok && made.value.program.phases[0]!.scanRate / rate).toBeCloseTo(1, 3)
  })

  it('predicts a minute, with a range and the shares of outcomes', async () => {
    const { code, lines } = await call(['what-if', ...SCRAPES, '--interval', '20.181', '--gogc', '50'])
    expect(code).toBe(0)
    const { predicted, range, outcomes } = lines[0] as {
      predicted: Record<string, number>
      range: Record<string, [number, number]>
      outcomes: Record<string, number>
    }
    expect(predicted.wallSeconds).toBeCloseTo(60, 1)
    // Recorded with GOGC=50: 207 cycles in 20.2 s.
    const recorded = (60 * 207) / 20.23
    expect(range.cycles![0]).toBeLessThan(recorded)
    expect(range.cycles![1]).toBeGreaterThan(recorded)
    expect(outcomes).toEqual({ completed: 1, 'oom-killed': 0 })
    expect(Object.keys(range)).toEqual(
      expect.arrayContaining(['peakHeapBytes', 'peakMemoryBytes', 'peakContainerBytes', 'gcSeconds', 'wallSeconds']),
    )
  })
})
