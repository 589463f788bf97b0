import { formatCount, formatSeconds, formatSize, formatValue } from '../../format.ts'
import { GOAL_RULES, type Trace } from '../../model/trace.ts'
import type { ParameterKey } from '../../scenario/params.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'

/** What a setting does in the run on screen, in a few words under its control. */
export function effectOf(key: ParameterKey, scenario: Scenario, trace: Trace): string {
  switch (key) {
    case 'gogc':
      return gogcEffect(scenario)
    case 'memoryLimit':
      return limitEffect(scenario, trace)
    case 'containerLimit':
      return containerEffect(scenario, trace)
    case 'cpuLimiter':
      return limiterEffect(scenario, trace)
    case 'procs':
      return `the limit’s bucket holds ${formatCount(scenario.procs)} CPU-second${scenario.procs === 1 ? '' : 's'}`
    case 'otherMemory':
      return 'counts towards GOMEMLIMIT'
    default:
      return ''
  }
}

function gogcEffect({ gogc, memoryLimit }: Scenario): string {
  if (gogc.kind === 'percent') return `goal = live heap × ${formatValue(1 + gogc.percent / 100)}`
  return memoryLimit.kind === 'off'
    ? 'nothing starts a cycle: memory only grows'
    : 'only the memory limit starts cycles'
}

function limitEffect({ memoryLimit }: Scenario, trace: Trace): string {
  if (memoryLimit.kind === 'off') return 'no limit: goals follow GOGC alone'
  const { count, rule } = trace.cycles
  const floor = GOAL_RULES.indexOf('live-heap-floor')
  const limit = GOAL_RULES.indexOf('memory-limit')
  let ruled = 0
  let below = 0
  for (let i = 0; i < count; i++) {
    if (rule[i] === limit) ruled++
    else if (rule[i] === floor) below++
  }
  if (below > 0) return `below the live heap in ${formatCount(below)} of ${formatCount(count)} cycles`
  return ruled > 0 ? `sets the goal of ${formatCount(ruled)} of ${formatCount(count)} cycles` : 'not reached'
}

function containerEffect({ containerLimit }: Scenario, { result }: Trace): string {
  const limit = limitBytes(containerLimit)
  if (limit === Infinity) return 'no container: nothing kills the program'
  if (result.outcome.kind === 'oom-killed') return `killed at ${formatSeconds(result.outcome.atSeconds)}`
  return `${formatSize(limit - result.peakContainerBytes)} to spare`
}

function limiterEffect({ cpuLimiter }: Scenario, { result }: Trace): string {
  if (!cpuLimiter) return 'off: the collector takes all the CPU it asks for'
  const { limiterSeconds } = result
  return limiterSeconds > 0 ? `limited for ${formatSeconds(limiterSeconds)}` : 'on, with nothing to do'
}
