import { countOf, formatCount, formatSize, formatValue } from '../../format.ts'
import type { ParameterKey } from '../../scenario/params.ts'
import { MIB } from '../../units.ts'
import { toElapsedText, toKillText } from '../clock.ts'
import { isEmptyTrace } from '../empty.ts'
import type { Segment, Trace } from '../trace.ts'
import { type Facts, factsOf } from './facts.ts'
import { lowestGogcSet, toPortion, whatLeastSet } from './headline.ts'
import { inForce, isUnlimited } from './limits.ts'
import { throttledPortion, whatNoCycleDid } from './rules.ts'

/** A smaller size would be shown as 0.0 MiB. */
const LEAST_SHOWN = 0.05 * MIB

/** The effect of a setting in a run, in a few words. */
export function hintOf(key: ParameterKey, trace: Trace): string {
  if (key === 'otherMemory') return 'counts towards GOMEMLIMIT'
  if (isEmptyTrace(trace)) return ''
  const facts = factsOf(trace)
  switch (key) {
    case 'gogc':
      return gogcHint(trace, facts)
    case 'memoryLimit':
      return limitHint(trace, facts)
    case 'containerLimit':
      return containerHint(trace, facts)
    case 'cpuLimiter':
      return limiterHint(trace)
    case 'procs':
      return procsHint(trace)
    case 'cpuQuota':
      return trace.result.throttledSeconds > 0 ? `stopped the program for ${throttledPortion(trace)} of the time` : ''
    default:
      return ''
  }
}

/** The settings that a run began with: those that the controls show. */
function firstOf(trace: Trace): Segment {
  const [first] = inForce(trace)
  if (!first) throw new Error('a trace without segments')
  return first
}

function gogcHint(trace: Trace, { rules }: Facts): string {
  const { gogc } = firstOf(trace)
  const { cycles, byLimit } = rules
  const at = lowestGogcSet(trace).isOnly ? '' : 'at first: '
  if (gogc.kind === 'off') {
    const { forced, freed = [] } = trace.cycles
    const starters = [
      !isUnlimited(trace) && 'the memory limit',
      forced.length > freed.length && 'runtime.GC()',
      freed.length > 0 && 'debug.FreeOSMemory()',
    ].filter(Boolean)
    if (starters.length === 0) return `${at}nothing starts a cycle: memory only grows`
    return `${at}only ${starters.join(' and ')} ${starters.length > 1 ? 'start' : 'starts'} cycles`
  }
  if (cycles > 0 && byLimit === cycles) return 'not used: the memory limit set every goal'
  const least = whatLeastSet(rules)
  if (least) return at + least
  const share = gogc.percent / 100
  const portion = toPortion(byLimit, cycles)
  const live = `live${byLimit > 0 || rules.hasRoots ? '' : ' heap'} × ${formatValue(1 + share)}`
  const times = share === 1 ? '' : ` × ${formatValue(share)}`
  if (!rules.hasRoots) return `${at}goal = ${live}${byLimit > 0 ? `; the limit set ${portion} of goals` : ''}`
  if (byLimit > 0) return `${at}goal = ${live} + roots${times}; ${portion} set by the limit`
  return `${at}goal = ${live} + ${times ? `(stacks, globals)${times}` : 'stacks, globals'}`
}

function limitHint(trace: Trace, { rules, excess }: Facts): string {
  const { byLimit, belowLive, cycles } = rules
  if (isUnlimited(trace) && byLimit === 0) return 'no limit: goals follow GOGC alone'
  if (belowLive > 0) return `leaves the heap no room in ${toPortion(belowLive, cycles)} of cycles`
  if (excess) return `passed by ${formatSize(excess.bytes)}`
  if (cycles === 0) return `no cycle ${whatNoCycleDid(trace)}`
  const at = firstOf(trace).memoryLimit < Infinity ? '' : 'off at first; '
  // The goal that a run ends with may be the limit's, and no cycle has started at it.
  return byLimit > 0
    ? `${at}sets the goal of ${formatCount(byLimit)} of ${countOf(cycles, 'cycle')}`
    : `${at}sets the goal of no cycle`
}

function containerHint(trace: Trace, { room }: Facts): string {
  const { outcome } = trace.result
  if (outcome.kind === 'oom-killed') return toKillText(trace, outcome.atSeconds)
  if (!room) return 'no container: no kill is simulated'
  const left = room.bytes < LEAST_SHOWN ? 'no room left' : `${formatSize(room.bytes)} to spare`
  return trace.segments.length > 1 ? `${left} of ${formatSize(room.limit)}` : left
}

/** Real Go always has the CPU limiter on. The switch is there to show why. */
function limiterHint(trace: Trace): string {
  const { limitedSeconds } = factsOf(trace)
  if (limitedSeconds > 0) return `limited for ${toElapsedText(trace, limitedSeconds)}; always on in Go`
  const on = inForce(trace).filter(({ cpuLimiter }) => cpuLimiter).length
  if (on > 0) return `${firstOf(trace).cpuLimiter ? 'did not act' : 'off at first'}; always on in Go`
  return trace.model === 'guide' ? 'off, as in the guide’s figures; always on in Go' : 'off; always on in Go'
}

function procsHint(trace: Trace): string {
  const { procs, cpuLimiter } = firstOf(trace)
  if (cpuLimiter) return `the CPU limiter can bank ${countOf(procs, 'CPU‑second')}`
  return trace.model === 'runtime'
    ? `background marking may use a quarter of ${countOf(procs, 'CPU')}`
    : 'used by the CPU limiter alone, which is off'
}
