import { describe, expect, it } from 'vitest'
import { cutUpdates, summarize, type TraceEvent } from './trace.mjs'

const event = (name: string, startMs: number, durationMs: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: 'X',
  ts: startMs * 1000,
  dur: durationMs * 1000,
  pid: 1,
  tid: 1,
  ...more,
})
const input = (startMs: number, durationMs: number) =>
  event('EventDispatch', startMs, durationMs, { args: { data: { type: 'input' } } })

describe('script time per update', () => {
  it('adds up handlers, microtasks and animation frames until the next input event', () => {
    const trace = [input(0, 4), event('RunMicrotasks', 4, 2), event('FireAnimationFrame', 10, 3), input(20, 1)]
    expect(cutUpdates(trace).updates).toEqual([9, 1])
  })

  it('counts nested script once, and neither rendering nor other threads nor what came before', () => {
    const trace = [
      event('FunctionCall', -9, 5),
      input(0, 4),
      event('FunctionCall', 1, 2),
      event('Layout', 5, 7),
      event('FunctionCall', 6, 7, { tid: 2 }),
    ]
    expect(cutUpdates(trace).updates).toEqual([4])
  })

  it('finds the longest task', () => {
    expect(cutUpdates([input(0, 4), event('RunTask', 0, 12)]).longestTaskMs).toBe(12)
  })

  it('refuses a trace in which nothing was dragged', () => {
    expect(() => cutUpdates([event('FunctionCall', 0, 1)])).toThrow('no input event')
  })
})

it('summarizes 0 to 100 by median, 95th percentile and maximum', () => {
  const values = Array.from({ length: 101 }, (_, i) => 100 - i)
  expect(summarize(values)).toEqual({ 'median ms': '50.00', 'p95 ms': '95.00', 'max ms': '100.00' })
})
