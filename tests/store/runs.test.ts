import { describe, expect, it } from 'vitest'
import { isEmptyTrace } from '../../src/model/empty.ts'
import { simulateGuideInSlices } from '../../src/model/guide/simulate.ts'
import type { RunResult } from '../../src/model/result.ts'
import { simulateRuntimeInSlices } from '../../src/model/runtime/simulate.ts'
import { simulate, simulateInSlices } from '../../src/model/simulate.ts'
import type { Simulator } from '../../src/model/simulators.ts'
import { inSlices } from '../../src/model/slices.ts'
import type { Trace } from '../../src/model/trace.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { withModel } from '../../src/scenario/with-model.ts'
import { createRuns, MAIN_THREAD_STEPS, type RunsWorker } from '../../src/store/runs.ts'
import type { Message } from '../../src/work/dispatcher.ts'
import { toTransferList } from '../../src/work/transfer.ts'
import { digestOf, scenarioOf } from '../support/run.ts'
import { runAll } from '../support/tasks.ts'
import { until } from '../support/until.ts'

const thrash = () => toScenario(findPreset('thrash')!)

/** Runs whose worker is in the test's hands. */
function createWithWorker() {
  const sent: Message<Scenario>[] = []
  const deferred: (() => void)[] = []
  const port: RunsWorker = {
    postMessage: (message) => sent.push(message),
    terminate() {},
    onmessage: null,
    onerror: null,
  }
  const runs = createRuns({
    simulators: { guide: simulateInSlices, runtime: simulateInSlices },
    loadSimulator: () => Promise.reject(new Error('all are at hand')),
    createWorker: () => port,
    defer: (task) => deferred.push(task),
    cycleCeiling: 10,
  })
  const arrived: (Scenario | undefined)[] = []
  runs.onArrival((scenario) => arrived.push(scenario))
  const answer = (message: Message<Scenario>) =>
    'job' in message && port.onmessage?.({ data: { id: message.id, answer: simulate(message.job) } })
  return { runs, port, sent, deferred, arrived, answer }
}

it('a short run is whole at once, without the worker', () => {
  const { runs, sent } = createWithWorker()
  const scenario = toScenario(findPreset('guide-200')!)
  expect(runs.runOf(scenario).isWhole).toBe(true)
  runs.complete(scenario)
  expect(sent).toEqual([])
})

it('a long run goes to the worker once; its answer becomes the run', () => {
  const { runs, sent, arrived, answer } = createWithWorker()
  const scenario = thrash()
  expect(runs.runOf(scenario).isWhole).toBe(false)
  runs.complete(scenario)
  runs.complete(scenario)
  expect(sent).toHaveLength(1)
  answer(sent[0]!)
  expect(arrived).toEqual([scenario])
  expect(runs.runOf(scenario)).toEqual({ trace: simulate(scenario), isWhole: true })
})

it('a long run says in a sentence why only a part of it is known', () => {
  const { runs, sent, port } = createWithWorker()
  const scenario = thrash()
  const reasonOf = () => toVerdict(runs.runOf(scenario).trace, {}).reason
  expect(reasonOf()).toBe('The run was computed only in part so far.')
  runs.complete(scenario)
  port.onmessage?.({ data: { id: sent[0]!.id, problem: 'Array buffer allocation failed.' } })
  expect(reasonOf()).toBe('The run was stopped by an error: Array buffer allocation failed.')
})

it('answers that are no longer wanted, or come twice, are dropped', () => {
  const { runs, sent, arrived, answer } = createWithWorker()
  const [first, second] = [thrash(), thrash()]
  for (const scenario of [first, second]) {
    runs.runOf(scenario)
    runs.complete(scenario)
  }
  const job = sent[0]!
  answer(job)
  expect(arrived).toEqual([])
  answer(job)
  expect(sent.map((message) => ('job' in message ? message.job : 'cancelled'))).toEqual([first, 'cancelled', second])
  answer(sent[2]!)
  expect(arrived).toEqual([second])
})

it('a worker that fails to load is replaced by this thread', async () => {
  const { runs, port, deferred, arrived } = createWithWorker()
  const scenario = thrash()
  runs.runOf(scenario)
  runs.complete(scenario)
  port.onerror?.(new Event('error'))
  await until(() => {
    deferred.shift()?.()
    expect(arrived).toEqual([scenario])
  })
})

describe('a model that is not loaded', () => {
  const runtime = () => withModel(toScenario(findPreset('spike')!), 'runtime')

  /** Runs whose runtime model comes, or fails to, when the test says so. */
  function createWithLoader() {
    const asked: { come: (simulator: Simulator) => void; fail: () => void }[] = []
    const runs = createRuns({
      simulators: { guide: simulateInSlices },
      loadSimulator: () => new Promise((come, fail) => asked.push({ come, fail: () => fail(new Error('offline')) })),
      createWorker: () => {
        throw new Error('no worker here')
      },
      defer: (task) => task(),
    })
    const failed: string[] = []
    let arrivals = 0
    runs.onArrival(() => arrivals++)
    runs.onFailure((model) => failed.push(model))
    return { runs, asked, failed, arrivals: () => arrivals }
  }

  it('gives the same empty run each time, until the model is loaded', async () => {
    const { runs, asked, arrivals } = createWithLoader()
    const scenario = runtime()
    const before = runs.runOf(scenario)
    expect(before.isWhole).toBe(false)
    expect(isEmptyTrace(before.trace)).toBe(true)
    expect(runs.runOf(scenario)).toBe(before)
    runs.complete(scenario)
    asked[0]!.come(simulateInSlices)
    await until(() => expect(arrivals()).toBe(1))
    expect(runs.runOf(scenario)).toEqual({ trace: simulate(scenario), isWhole: true })
  })

  it('is requested once, however many scenarios of a drag need it', async () => {
    const { runs, asked, arrivals } = createWithLoader()
    for (let i = 0; i < 5; i++) runs.complete(runtime())
    void runs.prepare('runtime')
    expect(asked).toHaveLength(1)
    asked[0]!.come(simulateInSlices)
    await until(() => expect(arrivals()).toBe(1))
  })

  it('is requested again after loading failed', async () => {
    const { runs, asked, failed } = createWithLoader()
    runs.complete(runtime())
    asked[0]!.fail()
    await until(() => expect(failed).toEqual(['runtime']))
    runs.complete(runtime())
    expect(asked).toHaveLength(2)
  })

  it('reports no failure if no run waits for it', async () => {
    const { runs, asked, failed } = createWithLoader()
    const prepared = runs.prepare('runtime')
    asked[0]!.fail()
    expect(await prepared).toBe(false)
    expect(failed).toEqual([])
  })
})

it('every column of a trace moves between threads, each buffer once', () => {
  const trace = simulate(thrash())
  const list = toTransferList(trace)
  expect(new Set(list).size).toBe(list.length)
  const moved = structuredClone(trace, { transfer: list })
  expect(moved).toEqual(simulate(thrash()))
  expect(trace.points.time.length).toBe(0)
})

describe('a run of many steps per cycle', () => {
  /** 2 processors, 400 MiB live under a limit of 300: some 100 steps in each of some 4000 cycles. */
  const heavy = () =>
    scenarioOf({
      model: 'runtime',
      procs: 2,
      memoryLimit: '300MiB',
      program: { initialLive: '400MiB', phases: [{ duration: 1800, allocRate: '100MiB' }] },
    })

  function createWithoutWorker() {
    const tasks: (() => void)[] = []
    const runs = createRuns({
      simulators: { guide: simulateGuideInSlices, runtime: simulateRuntimeInSlices },
      loadSimulator: () => Promise.reject(new Error('all are at hand')),
      createWorker: () => {
        throw new Error('no worker in a frame')
      },
      defer: (task) => tasks.push(task),
    })
    const arrived: (Scenario | undefined)[] = []
    runs.onArrival((scenario) => arrived.push(scenario))
    return { runs, tasks, arrived }
  }

  it('pauses after so many steps, even with few cycles', () => {
    const { runs } = createWithoutWorker()
    const scenario = heavy()
    const { isWhole, trace } = runs.runOf(scenario)
    expect(isWhole).toBe(false)
    const bounded = simulate(scenario, { maxSteps: MAIN_THREAD_STEPS })
    const outcome = { ...bounded.result.outcome, reason: 'computed only in part so far' }
    expect(digestOf(trace)).toEqual(digestOf({ ...bounded, result: { ...bounded.result, outcome } as RunResult }))
    expect(trace.cycles.count).toBeLessThan(2000)
  })

  it('is computed in slices where there is no worker, one per task, and becomes the run', async () => {
    const { runs, tasks, arrived } = createWithoutWorker()
    const scenario = heavy()
    runs.runOf(scenario)
    runs.complete(scenario)
    const count = await runAll(tasks)
    expect(count).toBeGreaterThan(10)
    expect(arrived[0]).toBe(scenario)
    expect(runs.runOf(scenario).isWhole).toBe(true)
    expect(digestOf(runs.runOf(scenario).trace)).toEqual(digestOf(simulate(scenario)))
  })

  it('stops after a slice if another run is wanted, or none', async () => {
    const { runs, tasks, arrived } = createWithoutWorker()
    const [first, second] = [heavy(), heavy()]
    for (const scenario of [first, second]) {
      runs.runOf(scenario)
      runs.complete(scenario)
      await runAll(tasks, 1)
    }
    await runAll(tasks)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]).toBe(second)
    runs.complete(first)
    runs.complete(undefined)
    expect(await runAll(tasks)).toBeLessThan(2)
  })

  it('that is cancelled keeps its computed part, as stopped', async () => {
    const { runs, tasks, arrived } = createWithoutWorker()
    const scenario = heavy()
    const before = runs.runOf(scenario).trace
    runs.complete(scenario)
    await runAll(tasks, 1)
    runs.cancel(scenario)
    expect(arrived).toEqual([scenario])
    const { trace, isWhole } = runs.runOf(scenario)
    expect(isWhole).toBe(true)
    expect(trace.cycles).toBe(before.cycles)
    expect(trace.result.outcome).toMatchObject({ kind: 'stopped', atSeconds: before.result.totalSeconds })
    await runAll(tasks)
    expect(runs.runOf(scenario).trace).toBe(trace)
  })

  it('that is cancelled is no longer computed by the worker either', () => {
    const { runs, sent, arrived, answer } = createWithWorker()
    const scenario = thrash()
    runs.runOf(scenario)
    runs.complete(scenario)
    runs.cancel(scenario)
    expect(sent.at(-1)).toEqual({ id: sent[0]!.id, isCancelled: true })
    answer(sent[0]!)
    expect(arrived).toEqual([scenario])
  })
})

it('a run of the guide model whose cycles are held back goes on in slices too', () => {
  const program = { initialLive: '20MiB', phases: [{ duration: 5000, allocRate: '100MiB' }] }
  const scenario = scenarioOf({ memoryLimit: '10MiB', cpuLimiter: true, program })
  const slices = inSlices(simulateGuideInSlices, scenario)
  let count = 1
  let next = slices.next()
  for (; !next.done; next = slices.next()) count++
  expect(count).toBeGreaterThan(5)
  expect(next.value && digestOf(next.value as Trace)).toEqual(digestOf(simulate(scenario)))
})
