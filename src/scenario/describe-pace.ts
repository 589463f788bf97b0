import { formatCount, formatSize, sizeUnit } from '../format.ts'
import { busyCpus, fastestPhase, ownSecond, type Paced } from './pace.ts'
import type { Scenario } from './types.ts'

// Apart from pace.ts, because the first screen does not show it.

/** What the pace means for this program, in sentences, with its fastest phase as the example. */
export function describePace(scenario: Scenario): string {
  if (scenario.model === 'guide')
    return 'The guide model has one CPU and one clock: rates are per second, and GC makes the run longer.'
  if (scenario.program.phases.length === 0) return 'It has no phases, so nothing runs.'
  const fastest = fastestPhase(scenario.program)
  const cpus = busyCpus(scenario, fastest)
  const { pace, peakAllocRate } = scenario.program
  const isBound = pace === 'clock' && peakAllocRate > 0
  const allocRate = isBound ? Math.min(fastest.allocRate, peakAllocRate * cpus) : fastest.allocRate
  if (pace === 'clock')
    return `Rates and durations count elapsed time: ${formatSize(allocRate)} per second in all, on however many CPUs. GC takes idle CPU time first; where there is none, requests wait.`
  const unit = sizeUnit(allocRate * cpus)
  const all = formatSize(allocRate * cpus, unit)
  const example =
    cpus === 1
      ? `On one busy CPU ${all} per CPU-second is ${all} per second`
      : `${formatSize(allocRate, unit)} per CPU-second on ${formatNumberOfCpus(cpus)} busy CPUs is ${all} per second of elapsed time`
  return `Rates and durations count CPU time. ${example}, while no cycle runs. GC makes the run longer.`
}

/** What the instants of a program's events count. */
export function describeOwnTime(scenario: Paced): string {
  if (scenario.model === 'runtime' && ownSecond(scenario) === 's') return 'Elapsed time since the program started.'
  return 'CPU time of the program’s own work. An axis of CPU time also counts the time of GC, so an event is later there.'
}

function formatNumberOfCpus(cpus: number): string {
  return Number.isInteger(cpus) ? formatCount(cpus) : String(Number(cpus.toPrecision(3)))
}
