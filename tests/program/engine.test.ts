import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { USUAL_DEMAND } from '../../src/explore/advice/demand.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import type { LogChoice } from '../../src/known/evidence.ts'
import { createEngine } from '../../src/program/engine.ts'
import type { Answer, Job, ProgramAnswer } from '../../src/program/jobs.ts'
import { measuredRate, missesOf } from '../../src/program/misses.ts'
import { readLog } from '../gctrace/support.ts'
import { FORCED_LOG } from '../log/support/forced.ts'

const LOG = readFileSync('tests/fixtures/services/quiet/logs/queue-gogcoff-limit36MiB.log', 'utf8')

/** An engine that does each job in one go. */
function startEngine() {
  const engine = createEngine()
  return (job: Job): Answer => {
    const computation = engine(job)
    for (;;) {
      const step = computation.next()
      if (step.done) return step.value
    }
  }
}

/** What the page is told of typed numbers and of one input, if any. */
function answerTo(
  text: string | undefined,
  typed: Partial<Record<'liveHeap' | 'allocRate', number>> = {},
  log?: LogChoice,
): ProgramAnswer {
  const run = startEngine()
  const inputs = text === undefined ? [] : [{ id: 1, name: 'input', fileSeconds: undefined }]
  if (text !== undefined) {
    run({ kind: 'push', input: 1, from: 0, as: undefined, bytes: new TextEncoder().encode(text).buffer })
    run({ kind: 'end', input: 1 })
  }
  const choices = { interval: undefined, run: 0, log, container: undefined, typed }
  const answer = run({ kind: 'answer', inputs, choices })
  if (answer.kind !== 'answer') throw new Error(answer.kind)
  return answer
}

describe('an engine that takes the place of one that broke', () => {
  const CHOICES = { interval: undefined, run: 0, container: undefined, typed: { liveHeap: 1e8, allocRate: 1e8 } }
  const lost = /has stopped.*Remove all inputs, then add them again/
  const bytes = new TextEncoder().encode(LOG).buffer

  it('gives no answer and no advice without the inputs that had been read, and says what to do', () => {
    const asked = { inputs: [{ id: 1, name: 'input', fileSeconds: undefined }], choices: CHOICES }
    expect(() => startEngine()({ kind: 'answer', ...asked })).toThrow(lost)
    const advise = { kind: 'advise', ...asked, demand: USUAL_DEMAND, trust: undefined } as const
    expect(() => startEngine()(advise)).toThrow(lost)
  })

  it('reads no input from its middle on', () => {
    expect(() => startEngine()({ kind: 'push', input: 1, from: 1 << 22, as: undefined, bytes })).toThrow(lost)
    expect(() => startEngine()({ kind: 'end', input: 1 })).toThrow(lost)
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

  it('are told apart by number where no label does', () => {
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

  it('answer for what is there where the picked one is not', () => {
    expect(answerTo(LOG, {}, { input: 1, run: 9 }).log).toEqual({ input: 1, run: 0 })
    expect(answerTo(LOG, {}, { input: 7, run: 0 }).log).toEqual({ input: 1, run: 0 })
  })
})

describe('the simulated program', () => {
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
    expect(measuredRate(answer)).toBeCloseTo(18 / 7.93, 2)
    expect(answer.simulated?.cycleRate.likely).toBeCloseTo(18 / 7.93, 2)
    expect(missesOf(answer.simulated!, measuredRate(answer))).toEqual([])
  })

  it('has too little for a verdict with a log of one cycle', () => {
    const { simulated } = answerTo(`${LOG.split('\n').find((line) => line.startsWith('gc 1 '))}\n`)
    expect(simulated?.trust?.tooLittle).toContain('One GC cycle is too little')
  })

  it('has no grade where there is no log to give back', () => {
    const { simulated } = answerTo(undefined, { liveHeap: 50 << 20, allocRate: 100 << 20 })
    expect(simulated).toBeDefined()
    expect(simulated?.trust).toBeUndefined()
  })
})
