import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { USUAL_DEMAND } from '../../src/explore/advice/demand.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { measuredRate, missesOf } from '../../src/known/measure/misses.ts'
import type { QuantityKey } from '../../src/known/quantities.ts'
import { ensembleUnder } from '../../src/known/what-if.ts'
import { finish } from '../../src/model/slices.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { toWholeReason } from '../../src/prediction/range-verdict.ts'
import { searchWithNeed } from '../../src/prediction/under-limit.ts'
import type { Job, ProgramAnswer } from '../../src/program/jobs.ts'
import type { Settings } from '../../src/scenario/under-settings.ts'
import { MIB } from '../../src/units.ts'
import { call } from '../cli/harness.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { answerTo, NO_CHOICES, read, supposeOf } from './support/ask.ts'
import { FORCED_LOG } from './support/forced.ts'
import { startEngine } from './support/read.ts'

const LOG = readFileSync('tests/fixtures/services/quiet/logs/queue-gogcoff-limit36MiB.log', 'utf8')

describe('other settings', () => {
  const STEADY = ['gctrace.log', 'metrics-1.txt'].map((name) =>
    readFileSync(`tests/fixtures/metrics/steady/${name}`, 'utf8'),
  )
  const gogc50: Settings = { gogc: { kind: 'percent', percent: 50 } }
  const in100MiB: Settings = { containerLimit: { kind: 'bytes', bytes: 100 * MIB } }

  it.each([gogc50, in100MiB])('have the answer of the program that was fitted to the log alone: %j', (settings) => {
    const made = calibrate(columnsOfRun(readLog(STEADY[0]!).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const ensemble = ensembleUnder(made.value, settings, { gogc: settings.gogc !== undefined })
    const alone = finish(searchWithNeed(ensemble, (scenario) => scenario))
    const { spread, outlook } = supposeOf(STEADY.slice(0, 1), settings)
    expect(spread).toEqual(alone.spread)
    expect(outlook?.label).toBe(toOutlook(alone)?.label)
  })

  it('leave no doubt about a GOGC that is asked for, which the program may have turned off itself', () => {
    const log = readFileSync('tests/fixtures/settings/own-limit-level.log', 'utf8')
    const [memoryLimit, containerLimit] = [1980, 2000].map((mib) => ({ kind: 'bytes', bytes: mib * MIB }) as const)
    const labelOf = (settings: Settings) =>
      supposeOf([log], { memoryLimit, containerLimit, ...settings }).outlook?.label ?? ''
    expect(labelOf({})).toMatch(/^could be killed/)
    expect(labelOf({ gogc: { kind: 'percent', percent: 100 } })).toMatch(/^survives/)
  })

  it('have a narrower range of memory if there are metrics besides the log', () => {
    const widthOf = (texts: readonly string[]) => {
      const { low, high } = supposeOf(texts, gogc50).spread.peakContainerBytes
      return high / low
    }
    expect(widthOf(STEADY)).toBeLessThan(0.9 * widthOf(STEADY.slice(0, 1)))
  })

  it('are answered for the whole program of a manifest: a quota changes GOMAXPROCS', () => {
    const manifest =
      'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {limits: {memory: 512Mi, cpu: "4"}}}]}\n'
    const { scenario } = supposeOf([STEADY[1]!, manifest], { cpuQuota: { kind: 'cpus', cpus: 1 } })
    expect(scenario.containerLimit).toEqual({ kind: 'bytes', bytes: 512 * MIB })
    expect(scenario.procs).toBe(2)
  })

  it('have no sure answer while another setting in force is unknown', () => {
    const env = '{name: GOGC, valueFrom: {secretKeyRef: {name: s, key: k}}}'
    const manifest = `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, resources: {limits: {memory: 512Mi}}, env: [${env}]}]}\n`
    const log = [STEADY[0]!.split('\n').slice(0, 40).join('\n'), manifest]
    const unreadOf = (settings: Settings) => supposeOf(log, settings).unread
    expect(unreadOf(in100MiB)).toHaveLength(1)
    expect(unreadOf(in100MiB)[0]).toContain('GOGC')
    expect(unreadOf(gogc50)).toEqual([])
  })

  it('have the measured GC CPU if they are its own settings, in another container', () => {
    const scrapes = ['metrics-0.txt', 'metrics-4.txt'].map((name) =>
      readFileSync(`tests/fixtures/metrics/steady/${name}`, 'utf8'),
    )
    const reasonOf = (settings: Settings) => supposeOf(scrapes, settings).verdict.reason
    const roomy: Settings = { containerLimit: { kind: 'bytes', bytes: 512 * MIB } }
    expect(reasonOf(roomy)).toContain('The whole process was measured at')
    expect(reasonOf({ ...roomy, gogc: { kind: 'percent', percent: 100 } })).toBe(reasonOf(roomy))
    expect(reasonOf(gogc50)).not.toContain('measured')
  })

  it('say what the ranges leave out, each reason once', () => {
    const { notes, verdict } = supposeOf(STEADY.slice(1), in100MiB)
    expect(notes.join(' ')).toContain('shows what marking costs')
    for (const note of notes)
      expect(toWholeReason(verdict).toLowerCase()).not.toContain(note.toLowerCase().slice(0, 40))
  })
})

describe('an engine that replaces a broken one', () => {
  const CHOICES = { ...NO_CHOICES, typed: { liveHeap: 1e8, allocRate: 1e8 } }
  const lost = /has stopped.*Remove all inputs, then add them again/
  const bytes = new TextEncoder().encode(LOG).buffer

  it('gives no answer and no advice without the inputs that had been read, and says what to do', () => {
    const asked = { inputs: [{ id: 1, name: 'input', fileSeconds: undefined }], choices: CHOICES }
    expect(() => startEngine()({ kind: 'answer', ...asked })).toThrow(lost)
    const advise = { kind: 'advise', ...asked, demand: USUAL_DEMAND, trust: undefined } as const
    expect(() => startEngine()(advise)).toThrow(lost)
    expect(() => startEngine()({ kind: 'suppose', ...asked, settings: {} })).toThrow(lost)
  })

  it('refuses an input that starts in the middle', () => {
    expect(() => startEngine()({ kind: 'push', input: 1, from: 1 << 22, as: undefined, bytes })).toThrow(lost)
    expect(() => startEngine()({ kind: 'end', input: 1 })).toThrow(lost)
    expect(() => startEngine()({ kind: 'measure', input: 1, run: 0 })).toThrow(lost)
  })

  it('answers for an input that was read again, not for what it was', () => {
    const run = startEngine()
    const readAs = (text: string) => {
      run({ kind: 'forget', input: 1 })
      const inputs = read(run, [text])
      const answer = run({ kind: 'answer', inputs, choices: NO_CHOICES })
      return answer.kind === 'answer' ? answer.known.find(({ key }) => key === 'cyclesPerSecond')?.value : undefined
    }
    const [first, again] = [readAs(LOG), readAs(LOG.split('\n').slice(0, 20).join('\n'))]
    expect(again).toBeGreaterThan(0)
    expect(again).not.toBe(first)
    expect(readAs(LOG)).toBe(first)
  })

  it('reads an input that is given again, from its beginning', () => {
    const run = startEngine()
    expect(() => run({ kind: 'end', input: 1 })).toThrow(lost)
    run({ kind: 'forget', input: 1 })
    run({ kind: 'push', input: 1, from: 0, as: undefined, bytes })
    expect(run({ kind: 'end', input: 1 })).toMatchObject({ kind: 'read', as: 'gctrace' })
  })
})

describe('processes to choose from', () => {
  const scrape = (total: number, start: number, labels = '') =>
    `go_memstats_alloc_bytes_total${labels} ${total}\nprocess_start_time_seconds${labels} ${start}\n`

  it('are numbered if their labels do not differ', () => {
    const labelsOf = (text: string) => answerTo(text).runs.map(({ label }) => label)
    expect(labelsOf(scrape(1e9, 1000))).toEqual(['one process'])
    expect(labelsOf(scrape(1e9, 1000, '{pod="a"}') + scrape(1e9, 1000, '{pod="b"}'))).toEqual(['a', 'b'])
    expect(labelsOf(`${scrape(1e9, 1000)}# EOF\n${scrape(1e8, 2000)}# EOF\n`)).toEqual(['process 1', 'process 2'])
  })
})

describe('several logs, or runs in one', () => {
  const OTHER = readFileSync('tests/fixtures/services/quiet/logs/queue-gogc100-limitoff.log', 'utf8')
  const cyclesPerSecond = ({ known }: ProgramAnswer) => known.find(({ key }) => key === 'cyclesPerSecond')?.value

  it('answer for the longest run, or for the one that is picked, and say which', () => {
    const two = `${LOG}${OTHER}`
    const { logs, log } = answerTo(two)
    expect(logs.map(({ run }) => run)).toEqual([0, 1])
    const longest = logs.toSorted((a, b) => b.cycles - a.cycles)[0]!
    expect(log).toEqual({ input: 1, run: longest.run })
    for (const [run, alone] of [LOG, OTHER].entries()) {
      const picked = answerTo(two, {}, { input: 1, run })
      expect(picked.log).toEqual({ input: 1, run })
      expect(cyclesPerSecond(picked)).toBe(cyclesPerSecond(answerTo(alone)))
    }
  })

  it('answer for the existing run if the picked one is gone', () => {
    expect(answerTo(LOG, {}, { input: 1, run: 9 }).log).toEqual({ input: 1, run: 0 })
    expect(answerTo(LOG, {}, { input: 7, run: 0 }).log).toEqual({ input: 1, run: 0 })
  })
})

describe('a log', () => {
  const STEADY_A = readFileSync('tests/fixtures/runs/logs/steady-a.log', 'utf8')
  const loggedIn = (text: string) => answerTo(text).simulated!.logged!

  it('has GC’s share of the CPU by its lines, beside the simulated one', () => {
    const sums = { spent: 0, idle: 0, end: 0 }
    for (const line of STEADY_A.split('\n')) {
      const [, at, stop, assist, background, idle, end] =
        /@([\d.]+)s .* ms clock, ([\d.]+)\+([\d.]+)\/([\d.]+)\/([\d.]+)\+([\d.]+) ms cpu/.exec(line)?.map(Number) ?? []
      if (at === undefined) continue
      sums.spent += (stop! + assist! + background! + end!) / 1000
      sums.idle += idle! / 1000
      sums.end = at
    }
    const share = sums.spent / (2 * sums.end - sums.idle)
    // The program may have gone on for half a gap after its last cycle, and forced that one itself.
    expect(Math.abs(loggedIn(STEADY_A).compulsoryGcFraction / share - 1)).toBeLessThan(0.05)
  })

  it('has no warning that its memory limit is inferred where scrapes beside it show the limit', () => {
    const [log, scrape] = ['gctrace-off.log', 'metrics-off-1.txt'].map((name) =>
      readFileSync(`tests/fixtures/metrics/batches/${name}`, 'utf8'),
    ) as [string, string]
    const warningsOf = (texts: readonly string[]) => {
      const run = startEngine()
      const answer = run({ kind: 'answer', inputs: read(run, texts), choices: NO_CHOICES })
      return answer.kind === 'answer' ? answer.simulated!.logged!.warnings.join() : undefined
    }
    expect(warningsOf([log])).toContain('A memory limit was in effect. Its size is inferred from the goals')
    expect(warningsOf([log, scrape])).not.toContain('memory limit')
  })

  it('counts only the cycles that its pacer started, and so does the simulation', () => {
    const { logged, spread, trust } = answerTo(FORCED_LOG).simulated!
    expect(logged?.figures).toMatchObject({ cycles: 3, forcedCycles: 15 })
    expect(spread.cycles.likely).toBe(3)
    expect(trust?.grade).not.toBe('good')
  })

  it('to which no program can be fitted keeps typed values from a certain verdict, and says why', () => {
    const forced = STEADY_A.split('\n').flatMap((line) => (line.startsWith('gc ') ? [`${line} (forced)`] : []))
    const run = startEngine()
    const inputs = read(run, [forced.join('\n').replaceAll('(forced) (forced)', '(forced)')])
    const answerIn = (containerLimit: number) => {
      const choices = { ...NO_CHOICES, typed: { liveHeap: 39 * MIB, allocRate: MIB, containerLimit } }
      const answer = run({ kind: 'answer', inputs, choices })
      return answer.kind === 'answer' ? answer.simulated : undefined
    }
    for (const container of [40 * MIB, 4096 * MIB]) {
      const simulated = answerIn(container)
      expect(simulated?.outlook?.kind).toBe('could-be-killed')
      expect(simulated?.verdict.warnings.join()).toContain('no program can be fitted to the log')
    }
  })

  it('alone leaves memory outside the heap open: the reason says what is assumed, and what would show it', () => {
    const whyOf = (...texts: readonly string[]) => {
      const run = startEngine()
      const answer = run({ kind: 'answer', inputs: read(run, texts), choices: NO_CHOICES })
      return answer.kind === 'answer' ? answer.simulated?.whyWide : undefined
    }
    expect(whyOf(STEADY_A)).toMatch(
      /^No memory limit set a goal in this log, .*\. We assume [\d.]+ to [\d.]+ MiB\. Paste \/metrics or a MemStats dump to narrow this\.$/,
    )
    const folder = 'tests/fixtures/metrics/steady'
    const [log, metrics] = ['gctrace.log', 'metrics-1.txt'].map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    expect(whyOf(log!)).toBeDefined()
    expect(whyOf(log!, metrics!)).toBeUndefined()
    expect(whyOf(metrics!)).toBeUndefined()
  })

  it('leads to the settings that the command line finds, and to none if it cannot be reproduced', async () => {
    const adviceOf = (text: string) => {
      const run = startEngine()
      const inputs = read(run, [text])
      const choices = { ...NO_CHOICES, typed: { containerLimit: 128 * MIB } }
      const answer = run({ kind: 'answer', inputs, choices })
      const trust = answer.kind === 'answer' ? answer.simulated?.trust : undefined
      const advice = run({ kind: 'advise', inputs, choices, demand: USUAL_DEMAND, trust })
      return { trust, recommended: advice.kind === 'advice' ? advice.advice.recommended : undefined }
    }
    const { lines } = await call(['advise', 'tests/fixtures/runs/logs/steady-a.log', '--container', '128MiB'])
    const { recommended } = lines[0] as unknown as { recommended: string }
    expect(recommended).toBeTruthy()
    expect(adviceOf(STEADY_A).recommended).toBe(recommended)
    const little = `${STEADY_A.split('\n').slice(7, 9).join('\n')}\n`
    expect(adviceOf(little)).toMatchObject({ trust: { grade: 'poor' }, recommended: null })
  })
})

it('an engine lets others have a turn while it calibrates on a log, and while it simulates for long', () => {
  const run = startEngine()
  const inputs = read(run, [readFileSync('tests/fixtures/runs/logs/steady-a.log', 'utf8')])
  const turnsOf = (job: Job) => {
    let turns = 0
    run(job, () => turns++)
    return turns
  }
  const ask: Job = { kind: 'answer', inputs, choices: NO_CHOICES }
  const first = turnsOf(ask)
  // The log is calibrated on once: the second time, only the program is simulated.
  expect(first).toBeGreaterThan(turnsOf(ask) + 10)
  // With so little room, cycles follow each other by the thousand.
  const settings: Settings = { gogc: { kind: 'percent', percent: 1 } }
  expect(turnsOf({ kind: 'suppose', inputs, choices: NO_CHOICES, settings })).toBeGreaterThan(3)
})

describe('the simulated program', () => {
  const scrapes = ['metrics-0.txt', 'metrics-4.txt'].map((name) =>
    readFileSync(`tests/fixtures/metrics/steady/${name}`, 'utf8'),
  )
  /** Simulated from two scrapes of a process with GOGC=100 and two CPUs. */
  const withTyped = (typed: Partial<Record<QuantityKey, number>>) => {
    const run = startEngine()
    const answer = run({ kind: 'answer', inputs: read(run, scrapes), choices: { ...NO_CHOICES, typed } })
    if (answer.kind !== 'answer' || !answer.simulated) throw new Error(answer.kind)
    return answer.simulated
  }

  it('is compared with what was measured, unless typed values change the program', () => {
    for (const typed of [{}, { gogc: 100 }, { cpuQuota: 16 }, { containerLimit: 512 * MIB }])
      expect(withTyped(typed).isAsMeasured, JSON.stringify(typed)).toBe(true)
    for (const typed of [{ gogc: 70 }, { procs: 1 }, { memoryLimit: 80 * MIB }, { liveHeap: 90 * MIB }])
      expect(withTyped(typed).isAsMeasured, JSON.stringify(typed)).toBe(false)
  })

  it('has no more GC CPU than the whole process was measured to use', () => {
    const { spread, measuredCpus, scenario } = withTyped({})
    expect(spread.compulsoryGcFraction.high).toBeLessThanOrEqual(measuredCpus! / scenario.procs)
    expect(withTyped({ gogc: 20 }).spread.compulsoryGcFraction.high).toBeGreaterThan(measuredCpus! / scenario.procs)
  })

  it('is trusted as far as its log, for the same reasons', () => {
    const made = calibrate(columnsOfRun(readLog(LOG).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const { trust } = answerTo(LOG).simulated!
    expect(trust?.grade).toBe('fair')
    expect(trust).toEqual(made.value.trust)
  })

  it('has the cycle rate of its whole run', () => {
    const { cycleRate, trace } = answerTo(LOG).simulated!
    expect(cycleRate.likely).toBe(trace.result.cycles / trace.result.wallSeconds)
  })

  it('has the cycle rate that was measured, where the program forces most of its cycles', () => {
    const answer = answerTo(FORCED_LOG)
    // The run lasts half a gap longer than the log.
    expect(measuredRate(answer.known)).toBeCloseTo(18 / 7.93, 2)
    expect(answer.simulated?.cycleRate.likely).toBeCloseTo(18 / 7.93, 2)
    expect(missesOf(answer.simulated!, measuredRate(answer.known))).toEqual([])
  })

  it('has too little for a verdict with a log of one cycle', () => {
    const { simulated } = answerTo(`${LOG.split('\n').find((line) => line.startsWith('gc 1 '))}\n`)
    expect(simulated?.trust?.tooLittle).toContain('One GC cycle is too little')
  })

  it('has no grade without a log', () => {
    const { simulated } = answerTo(undefined, { liveHeap: 50 << 20, allocRate: 100 << 20 })
    expect(simulated).toBeDefined()
    expect(simulated?.trust).toBeUndefined()
  })
})

it('offers every container, each by a name of its own: with that of its workload if another one has the same name', () => {
  const pod = (name: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: server}, {name: istio-proxy}]}\n---\n`
  const run = startEngine()
  const inputs = read(run, [pod('checkout') + pod('mail').replace('istio-proxy', 'envoy')])
  const answer = run({ kind: 'answer', inputs, choices: { ...NO_CHOICES, container: 2 } })
  expect(answer).toMatchObject({
    containers: ['checkout/server', 'istio-proxy', 'mail/server', 'envoy'],
    container: 2,
  })
})

it('names the inputs whose ConfigMaps no container uses, whatever their order', () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: t}\ndata: {GOGC: "50"}\n'
  const pod = 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, envFrom: [{configMapRef: {name: t}}]}]}\n'
  const aloneIn = (...texts: readonly string[]) => {
    const run = startEngine()
    const answer = run({ kind: 'answer', inputs: read(run, texts), choices: NO_CHOICES })
    return answer.kind === 'answer' && answer.mapsAlone
  }
  expect([aloneIn(map), aloneIn(map, pod), aloneIn(pod, map)]).toEqual([[1], [], []])
  expect(aloneIn(pod, map.replace('name: t', 'name: u'))).toEqual([2])
})
