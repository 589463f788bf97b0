import { isRecord, type Problem } from '../../../result.ts'
import type { PacerLoad, PacerScenario } from './pacer-driver.ts'

/* Reads the inputs of the recordings of Go's own pacer and limiter from parsed JSON of unknown origin. */

export type Fields = Readonly<Record<string, unknown>>

/** Collects problems. It returns numbers in any case, so that one reading finds every problem. */
export class Reader {
  readonly problems: Problem[] = []

  note(path: string, message: string): void {
    this.problems.push({ path, message })
  }

  fields(raw: unknown, path: string): Fields | undefined {
    if (isRecord(raw)) return raw as Fields
    this.note(path, 'an object is expected here')
    return undefined
  }

  list(raw: unknown, path: string): readonly unknown[] {
    if (Array.isArray(raw)) return raw
    this.note(path, 'an array is expected here')
    return []
  }

  number(raw: unknown, path: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
    if (typeof raw === 'number' && raw >= min && raw <= max) return raw
    this.note(path, `a number from ${min} to ${max} is expected here`)
    return min
  }

  whole(raw: unknown, path: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
    if (typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max) return raw
    this.note(path, `a whole number from ${min} to ${max} is expected here`)
    return min
  }

  flag(raw: unknown, path: string): boolean {
    if (typeof raw === 'boolean') return raw
    this.note(path, 'true or false is expected here')
    return false
  }
}

const MAX_INT32 = 2 ** 31 - 1
const MAX_PROCS = 4096

/** One controller state of goal-trigger.json, in bytes. A field that is not listed is zero. */
export function readGoalState(reader: Reader, raw: unknown, path: string) {
  const fields = reader.fields(raw, path)
  if (fields === undefined) return undefined
  const whole = (key: string) => reader.whole(fields[key] ?? 0, `${path}.${key}`)
  return {
    gcPercent: readGcPercent(reader, fields.GCPercent ?? 0, `${path}.GCPercent`),
    memoryLimit: whole('MemoryLimit'),
    heapMarked: whole('HeapMarked'),
    heapLive: whole('HeapLive'),
    lastHeapScan: whole('LastHeapScan'),
    lastStackScan: whole('LastStackScan'),
    globals: whole('GlobalsScan'),
    heapFree: whole('HeapFree'),
    heapAlloc: whole('TotalAlloc') - whole('TotalFree'),
    mappedReady: whole('MappedReady'),
    consMark: reader.number(fields.ConsMark ?? 0, `${path}.ConsMark`),
    isSweepDone: reader.flag(fields.SweepDone ?? false, `${path}.SweepDone`),
  }
}

export type GoalState = NonNullable<ReturnType<typeof readGoalState>>

/** A scenario's inputs; `cycles` are the recorded objects, inputs and outputs together. */
export function readPacerScenario(reader: Reader, raw: unknown): { scenario: PacerScenario; cycles: Fields[] } {
  const fields = reader.fields(raw, '') ?? {}
  const gcPercent = readGcPercent(reader, fields.gcPercent, 'gcPercent')
  const memoryLimit = fields.memoryLimit === null ? Infinity : reader.whole(fields.memoryLimit, 'memoryLimit')
  if (gcPercent === Infinity && memoryLimit === Infinity)
    reader.note('memoryLimit', 'with gcPercent -1 a limit is needed: nothing would ever start a cycle')
  const globalsBytes = reader.whole(fields.globalsBytes, 'globalsBytes')
  const cores = reader.whole(fields.cores, 'cores', 1, MAX_PROCS)
  const cycles: Fields[] = []
  const loads: PacerLoad[] = []
  for (const [i, item] of reader.list(fields.cycles, 'cycles').entries()) {
    const cycle = reader.fields(item, `cycles[${i}]`)
    if (cycle === undefined) continue
    cycles.push(cycle)
    loads.push(readLoad(reader, cycle, `cycles[${i}]`))
  }
  return { scenario: { gcPercent, memoryLimit, globalsBytes, cores, cycles: loads }, cycles }
}

function readLoad(reader: Reader, cycle: Fields, path: string): PacerLoad {
  const rate = (key: string) => reader.number(cycle[key], `${path}.${key}`, Number.MIN_VALUE, 1e12)
  return {
    allocRate: rate('allocRate'),
    scanRate: rate('scanRate'),
    growthRate: rate('growthRate'),
    scannableFrac: reader.number(cycle.scannableFrac, `${path}.scannableFrac`, 0, 1),
    stackBytes: reader.whole(cycle.stackBytes, `${path}.stackBytes`),
  }
}

/** −1 is off, as Go's API has it. */
function readGcPercent(reader: Reader, raw: unknown, path: string): number {
  const percent = reader.whole(raw, path, -1, MAX_INT32)
  return percent === -1 ? Infinity : percent
}

export function readProcs(reader: Reader, raw: unknown, path: string): number {
  return reader.whole(raw, path, 1, MAX_PROCS)
}
