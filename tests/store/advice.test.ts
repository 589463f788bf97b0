import { expect, it, vi } from 'vitest'
import { findAdvice } from '../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../src/explore/advice/demand.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { type AdviceJob, type AdvicePort, createAdvisor } from '../../src/store/advice.ts'
import { searchInTurns } from '../../src/store/advice-search.ts'
import { OFF } from '../../src/units.ts'
import type { Message } from '../../src/work/dispatcher.ts'
import { runAll } from '../support/tasks.ts'
import { until } from '../support/until.ts'

const LITTLE = { ...USUAL_DEMAND, share: 0.1 }
const MORE = { ...USUAL_DEMAND, share: 0.2 }

const scenario = { ...toScenario(findPreset('spike')!), gogc: OFF }

/** An advisor whose workers and idle moments are in the test's hands. */
function createTestAdvisor({ hasWorkers = true } = {}) {
  const told: Message<AdviceJob>[] = []
  const idle: (() => void)[] = []
  const port: AdvicePort = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => void told.push(message),
    terminate() {},
  }
  const advisor = createAdvisor({
    createWorker() {
      if (!hasWorkers) throw new Error('workers are not allowed here')
      return port
    },
    load: async () => searchInTurns,
    defer: (callback) => void idle.push(callback),
  })
  const answer = (message: Message<AdviceJob>) =>
    'job' in message &&
    port.onmessage?.({ data: { id: message.id, answer: findAdvice(message.job.scenario, message.job.demand) } })
  return { advisor, port, told, idle, answer }
}

it('a cancelled search never answers', () => {
  const { advisor, told, answer } = createTestAdvisor()
  const onAdvice = vi.fn()
  advisor({ scenario, circumstances: {} }, LITTLE, onAdvice)()
  answer(told[0]!)
  expect(told[1]).toEqual({ id: told[0]!.id, isCancelled: true })
  expect(onAdvice).not.toHaveBeenCalled()
})

it('without workers the search runs in idle time, one run at a time, and stops when cancelled', async () => {
  const { advisor, idle } = createTestAdvisor({ hasWorkers: false })
  const onAdvice = vi.fn()
  advisor({ scenario, circumstances: {} }, LITTLE, onAdvice)
  expect(await runAll(idle)).toBeGreaterThan(10)
  expect(onAdvice).toHaveBeenCalledExactlyOnceWith(findAdvice(scenario, LITTLE))
  const cancel = advisor({ scenario, circumstances: {} }, MORE, onAdvice)
  await runAll(idle, 2)
  cancel()
  expect(await runAll(idle)).toBeLessThan(2)
  expect(onAdvice).toHaveBeenCalledTimes(1)
})

it('a search that fails says so, and another try begins anew', () => {
  const { advisor, port, told } = createTestAdvisor()
  const onEnd = vi.fn()
  advisor({ scenario, circumstances: {} }, LITTLE, onEnd)
  port.onmessage?.({ data: { id: told[0]!.id, problem: 'broken' } })
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined)
  advisor({ scenario, circumstances: {} }, LITTLE, onEnd)
  expect(told).toHaveLength(2)
})

it('a search that cannot be loaded counts as failed', async () => {
  const advisor = createAdvisor({
    createWorker: () => {
      throw new Error('no workers')
    },
    load: () => Promise.reject(new Error('offline')),
    defer: (callback) => queueMicrotask(callback),
  })
  const onEnd = vi.fn()
  advisor({ scenario, circumstances: {} }, LITTLE, onEnd)
  await until(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined))
})
