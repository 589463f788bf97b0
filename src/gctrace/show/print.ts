import { isForced, segmentAt } from '../../model/cycles.ts'
import { HEADROOM_PERCENT } from '../../model/runtime/pacer/constants.ts'
import type { ClockedCycles, RuntimeCycles, Trace } from '../../model/trace.ts'
import type { Scenario } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'

/** No limit is one of 2⁶³ − 1 bytes (Go 1.26 mgcpacer.go, readGOMEMLIMIT), here in MiB. */
const NO_LIMIT_MIB = 2 ** 43

/**
 * What Go prints, in MiB, without a goal: what that greatest limit leaves for the heap, less 3 % (memoryLimitHeapGoal).
 */
function noGoalMiB(nonHeapBytes: number): number {
  return Math.floor((1 - HEADROOM_PERCENT / 100) * (NO_LIMIT_MIB - nonHeapBytes / MIB))
}

/**
 * A run of the runtime model as GODEBUG=gctrace=1 would have printed it, in the form of Go 1.26 (runtime/mgc.go,
 * gcMarkTermination), with `GC forced` before cycles that the two-minute timer started. A run of the guide model has no
 * such lines: the text is empty.
 */
export function printGctrace(trace: Trace, scenario: Scenario): string {
  const { runtime: parts, clocks } = trace.cycles
  if (!parts || !clocks) return ''
  const lines: string[] = []
  for (let i = 0; i < trace.cycles.count; i++) {
    if (parts.periodic[i] === 1) lines.push('GC forced')
    lines.push(printCycle(trace, parts, clocks, i, scenario))
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : ''
}

function printCycle(
  trace: Trace,
  parts: RuntimeCycles,
  clocks: ClockedCycles,
  i: number,
  { program }: Scenario,
): string {
  const { cycles, points } = trace
  const { procs, otherMemory } = segmentAt(trace, points.time[cycles.startPoint[i]!]!)
  const start = parts.startWall[i]!
  const end = parts.endWall[i]!
  const pause = parts.pause[i]! / procs
  const clock = [pause / 2, end - start - pause, pause / 2].map(printTime).join('+')
  const [stopped, assist, background, idle] = [
    parts.pause[i]! / 2,
    clocks.assist[i]!,
    clocks.background[i]!,
    clocks.idle[i]!,
  ]
  const cpu = `${printTime(stopped)}+${printTime(assist)}/${printTime(background)}/${printTime(idle)}+${printTime(stopped)}`
  const heap = [parts.heapStart[i]!, parts.heapEnd[i]!, parts.liveFound[i]!].map(printMiB).join('->')
  const nonHeap = otherMemory + Math.max(program.stacks, program.stackMemory)
  const goal = parts.goalEnd[i] === Infinity ? noGoalMiB(nonHeap) : printMiB(parts.goalEnd[i]!)
  return `gc ${i + 1} @${printStart(start)}s ${Math.floor(100 * clocks.gcFraction[i]!)}%: ${clock} ms clock, ${cpu} ms cpu, ${heap} MB, ${goal} MB goal, ${printMiB(program.stacks)} MB stacks, ${printMiB(program.globals)} MB globals, ${procs} P${isForced(trace, i) ? ' (forced)' : ''}`
}

function printMiB(bytes: number): string {
  return String(Math.floor(bytes / MIB))
}

/** A start in seconds, to the millisecond, rounded down. */
function printStart(seconds: number): string {
  const ms = Math.floor(nanoseconds(seconds) / 1e6)
  return `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`
}

/**
 * Milliseconds as Go 1.26 prints them (mgc.go, fmtNSAsMS): whole from 10 ms on, below with two significant digits, but
 * no finer than microseconds; always rounded down.
 */
export function printTime(seconds: number): string {
  const ns = nanoseconds(seconds)
  if (ns >= 10e6) return String(Math.floor(ns / 1e6))
  let digits = Math.floor(ns / 1e3)
  if (digits === 0) return '0'
  let decimals = 3
  while (digits >= 100) {
    digits = Math.floor(digits / 10)
    decimals--
  }
  const text = String(digits).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

function nanoseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1e9))
}
