import { expect, it, vi } from 'vitest'
import { findAdvice, searchAdvice } from '../../src/explore/advice.ts'
import { USUAL_DEMAND } from '../../src/explore/advice-demand.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { type AdviceJob, type AdvicePort, createAdvisor } from '../../src/store/advice.ts'
import { OFF } from '../../src/units.ts'

const LITTLE = { ...USUAL_DEMAND, share: 0.1 }
const MORE = { ...USUAL_DEMAND, share: 0.2 }

const scenario = { ...toScenario(findPreset('spike')!), gogc: OFF }

/** An advisor whose workers and idle moments are in the test's hands. */
function createTestAdvisor({ hasWorkers = true } = {}) {
  const ports: (AdvicePort & { readonly sent: AdviceJob[]; isTerminated: boolean })[] = []
  const idle: (() => void)[] = []
  const advisor = createAdvisor({
    createWorker() {
      if (!hasWorkers) throw new Error('workers are not allowed here')
      const sent: AdviceJob[] = []
      const port = {
        sent,
        isTerminated: false,
        postMessage: (job: AdviceJob) => void sent.push(job),
        terminate: () => {
          port.isTerminated = true
        },
        onmessage: null,
        onerror: null,
      }
      ports.push(port)
      return port
    },
    loadSearch: async () => searchAdvice,
    whenIdle: (callback) => void idle.push(callback),
  })
  const answer = (i: number, job = ports[i]!.sent.at(-1)!) =>
    ports[i]!.onmessage?.({ data: { id: job.id, advice: findAdvice(job.scenario, job.demand) } })
  return { advisor, ports, idle, answer }
}

it('a search that is superseded is stopped, and only the newest answers', () => {
  const { advisor, ports, answer } = createTestAdvisor()
  const [first, second] = [vi.fn(), vi.fn()]
  advisor.request(scenario, LITTLE, first)
  advisor.request(scenario, MORE, second)
  expect(ports.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  answer(0)
  answer(1)
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledExactlyOnceWith(findAdvice(scenario, MORE))
})

it('one that has answered leaves its worker to the next', () => {
  const { advisor, ports, answer } = createTestAdvisor()
  advisor.request(scenario, LITTLE, () => {})
  answer(0)
  advisor.request(scenario, MORE, () => {})
  expect(ports).toHaveLength(1)
  expect(ports[0]!.sent).toHaveLength(2)
})

it('a cancelled search never answers', () => {
  const { advisor, ports, answer } = createTestAdvisor()
  const onAdvice = vi.fn()
  advisor.request(scenario, LITTLE, onAdvice)()
  answer(0)
  expect(ports[0]!.isTerminated).toBe(true)
  expect(onAdvice).not.toHaveBeenCalled()
})

it('without workers the search goes on in idle moments, one run in each, and stops when cancelled', async () => {
  const { advisor, idle } = createTestAdvisor({ hasWorkers: false })
  const onAdvice = vi.fn()
  advisor.request(scenario, LITTLE, onAdvice)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  let moments = 0
  for (let next = idle.shift(); next; next = idle.shift(), moments++) {
    next()
    await Promise.resolve()
    await Promise.resolve()
  }
  expect(moments).toBeGreaterThan(10)
  expect(onAdvice).toHaveBeenCalledExactlyOnceWith(findAdvice(scenario, LITTLE))
  const cancel = advisor.request(scenario, MORE, onAdvice)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  cancel()
  idle.shift()!()
  expect(idle).toHaveLength(0)
  expect(onAdvice).toHaveBeenCalledTimes(1)
})

it('a search that fails in the worker is tried here, and one that fails here too says so', async () => {
  let fails = 0
  const advisor = createAdvisor({
    createWorker: () => {
      const port: AdvicePort = {
        postMessage: () => queueMicrotask(() => port.onerror?.(new Error('broken'))),
        terminate() {},
        onmessage: null,
        onerror: null,
      }
      return port
    },
    loadSearch: async () => () => ({
      next() {
        fails++
        throw new Error('broken here too')
      },
    }),
    whenIdle: (callback) => queueMicrotask(callback),
  })
  const onEnd = vi.fn()
  advisor.request(scenario, LITTLE, onEnd)
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined))
  expect(fails).toBe(1)
  // Another try begins anew, and its end is told again.
  advisor.request(scenario, LITTLE, onEnd)
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(2))
})

it('where the search itself cannot be loaded, that is told', async () => {
  const advisor = createAdvisor({
    createWorker: () => {
      throw new Error('no workers')
    },
    loadSearch: () => Promise.reject(new Error('offline')),
    whenIdle: (callback) => queueMicrotask(callback),
  })
  const onEnd = vi.fn()
  advisor.request(scenario, LITTLE, onEnd)
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined))
})
