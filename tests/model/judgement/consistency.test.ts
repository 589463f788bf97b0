import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toResultsText } from '../../../src/charts/still/caption.ts'
import { cycleLiveBefore, cycleStart, segmentAt } from '../../../src/model/cycles.ts'
import { factsOf } from '../../../src/model/judgement/facts.ts'
import { cyclesAside, gogcAside, liveAside } from '../../../src/model/judgement/headline.ts'
import { hintOf } from '../../../src/model/judgement/hints.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { GOAL_RULES, type Trace } from '../../../src/model/trace.ts'
import { toEnding, toVerdict } from '../../../src/model/verdict.ts'
import type { ModelKind, Scenario } from '../../../src/scenario/types.ts'
import { RESULT_NOTES } from '../../../src/ui/results/note.tsx'
import { fullFields } from '../../arbitraries/program.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { scenarioOf } from '../../support/run.ts'

/** All judgements of one run on the page. */
function wordsOn(trace: Trace) {
  const ending = toEnding(trace, {})
  return {
    verdict: toVerdict(trace, {}),
    ending: ending.word + ending.rest,
    caption: toResultsText(trace, {}),
    gogc: hintOf('gogc', trace),
    memoryLimit: hintOf('memoryLimit', trace),
    containerLimit: hintOf('containerLimit', trace),
    cpuLimiter: hintOf('cpuLimiter', trace),
    procs: hintOf('procs', trace),
    live: liveAside(trace),
    cycles: cyclesAside(trace),
    effective: gogcAside(trace),
  }
}

/** From the points alone: whether memory is above the limit in force, away from the instants of changes. */
function passes(trace: Trace, key: 'memoryLimit' | 'containerLimit'): boolean {
  const { points, segments } = trace
  const instants = new Set(segments.map(({ time }) => time))
  for (let i = 0; i < points.count; i++) {
    const time = points.time[i]!
    if (instants.has(time)) continue
    const { otherMemory, outsideMemory, ...limits } = segmentAt(trace, time)
    const heap = points.live[i]! + points.fresh[i]!
    const { counted, container } = points.runtime ?? {}
    const memory =
      key === 'memoryLimit'
        ? (counted?.[i] ?? heap + otherMemory)
        : (container?.[i] ?? heap + otherMemory + outsideMemory)
    if (memory > limits[key] * 1.00001) return true
  }
  return false
}

/** Whether the memory limit, and not GOGC, set the goal of any cycle. */
function limitSetSomeGoal(trace: Trace): boolean {
  return Array.from(trace.cycles.rule.subarray(0, trace.cycles.count)).some((rule, i) => {
    if (GOAL_RULES[rule] === 'memory-limit') return true
    if (GOAL_RULES[rule] !== 'live-heap-floor') return false
    const { gogc, memoryLimit, otherMemory } = segmentAt(trace, cycleStart(trace, i))
    const wanted = gogc.kind === 'off' ? Infinity : cycleLiveBefore(trace, i) * (1 + gogc.percent / 100)
    return trace.model === 'runtime' || wanted + otherMemory > memoryLimit
  })
}

function check(scenario: Scenario): void {
  const trace = simulate(scenario, { maxCycles: 1000 })
  const { result, cycles } = trace
  const words = wordsOn(trace)
  const { kind, label, reason } = words.verdict
  const all = [label, reason, ...Object.values(words).filter((text) => typeof text === 'string')].join('\n')

  expect(all).not.toMatch(/NaN|Infinity|undefined|−|\d e\+/)
  expect(RESULT_NOTES[`verdict-${kind}`]).toBeDefined()
  // The same word everywhere.
  expect(words.caption).toContain(label)
  if (result.outcome.kind === 'completed') expect(words.ending).toContain(label)

  if (passes(trace, 'memoryLimit')) {
    expect(kind).not.toMatch(/^(healthy|uncollected)$/)
    expect(all).not.toMatch(/within its limits/)
  }
  expect(passes(trace, 'containerLimit')).toBe(false)
  if (limitSetSomeGoal(trace)) {
    expect(words.memoryLimit).toMatch(/sets the goal of \d|leaves the heap no room|passed by/)
    expect(words.effective).toMatch(/^(lowest:|the lowest set;) the memory limit set (under |over )?\d+ % of goals$/)
    expect(words.gogc).not.toBe('goal = live heap × 2')
  } else expect(words.memoryLimit).not.toMatch(/sets the goal of \d|leaves the heap no room/)

  if (result.outcome.kind === 'oom-killed') {
    expect(kind).toBe('killed')
    expect([words.ending, words.containerLimit, words.caption, reason].every((text) => text.includes('killed'))).toBe(
      true,
    )
    expect(all).not.toMatch(/completed|survive|to spare|kept running|healthy|no kill is/)
  } else expect(all).not.toMatch(/killed at|was killed|no container.*killed/)
  if (result.outcome.kind === 'stopped') expect(all).not.toMatch(/completed|healthy/)

  if (cycles.count === 0) expect(words.live).not.toContain('at most')
  else expect(words.cycles).not.toMatch(/none|nothing/)
  if (kind === 'healthy' && result.gcCpuFraction > 0.25) expect(reason).toContain('of the CPU time used')
  const { limitedSeconds } = factsOf(trace)
  expect(limitedSeconds).toBeLessThanOrEqual(result.limiterSeconds)
  if (limitedSeconds > 0) expect(words.cpuLimiter).toMatch(/^limited for/)
  if (limitedSeconds > 0.11 * result.wallSeconds && result.outcome.kind === 'completed') expect(kind).toBe('thrashing')
}

describe.each(['guide', 'runtime'] as const)(
  'all that is said of a run agrees, in the %s model',
  (model: ModelKind) => {
    it('over plausible scenarios', () => {
      fc.assert(fc.property(plausibleScenario({ model, maxPhases: 3 }), check), { numRuns: 300 })
    })

    it('over small programs whose settings change during the run', () => {
      const wholePercent = (gogc: unknown) =>
        model === 'runtime' && typeof gogc === 'number' ? Math.round(gogc) : gogc
      const scenario = fullFields.map((fields) => scenarioOf({ ...fields, gogc: wholePercent(fields.gogc), model }))
      fc.assert(fc.property(scenario, check), { numRuns: 300 })
    })
  },
)
