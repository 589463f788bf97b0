// Makes the compact record of services, with their memory, that the evidence is measured by, from what
// record-services/record.sh or contained.sh left in a folder: extract-services.mjs FOLDER > tests/fixtures/services/kinds/runs.json
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^(\w+)-gogc(\w+)-limit(\w+)(?:-[\w.]+)*\.log$/
const N = '([\\d.]+)'
const CYCLE = new RegExp(
  `^gc \\d+ @${N}s .*: ${N}\\+${N}\\+${N} ms clock, ${N}\\+${N}/${N}/${N}\\+${N} ms cpu, \\d+->(\\d+)->\\d+ MB, .* P$`,
)

/** The share of a run after which it has started up: what scrapes tell is of the time after that. */
const LATER = 0.2

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: extract-services.mjs FOLDER')
const load = toFigures('load.txt')
const runs = readdirSync(folder)
  .filter((file) => NAME.test(file))
  .sort()
  .map(readRun)
process.stdout.write(`[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}\n]\n`)

/** @param {string} file */
function readRun(file) {
  const run = file.replace(/\.log$/, '')
  const [, program, percent, memoryLimit] = NAME.exec(file) ?? []
  const gogc = percent === 'off' ? 'off' : Number(percent)
  const container = toContainer(`${run}.container`)
  const log = readFileSync(join(folder ?? '', file), 'utf8')
  if (container.isKilled) return { program, run, gogc, memoryLimit, ...container }
  const totals = JSON.parse(readFileSync(join(folder ?? '', `${run}.json`), 'utf8'))
  const [, procs] = / (\d+) P$/m.exec(log) ?? []
  const cycles = log.split('\n').flatMap((line) => {
    const found = CYCLE.exec(line)
    return found ? [found.slice(1).map(Number)] : []
  })
  const later = cycles.filter(([start = 0]) => start >= LATER * totals.wallSeconds)
  return {
    program,
    run,
    gogc,
    memoryLimit,
    procs: Number(procs),
    cycles: cycles.length,
    peakHeapMiB: Math.max(...cycles.map((numbers) => numbers.at(-1) ?? 0)),
    gcCpuSeconds: round(gcSeconds(cycles)),
    wallSeconds: round(totals.wallSeconds),
    peakCountedMiB: round(totals.peak.Counted),
    maxRssMiB: round(totals.maxRssMiB),
    rssFileMiB: round(totals.rssFileMiB),
    peakUnusedMiB: round(totals.peak.Unused),
    peakOtherMiB: round(totals.peak.Other),
    peakStacksMiB: round(totals.peak.Stacks),
    limiterLastCycle: totals.limiterLastCycle,
    ...(load.has(run) && { otherCpus: load.get(run) }),
    ...container,
    ...(container.cpuSeconds && {
      compulsoryGcFraction: round(compulsoryShare(cycles, Number(procs) * totals.wallSeconds)),
    }),
    laterCycles: later.length,
    laterGcCpuSeconds: round(gcSeconds(later)),
    // What metrics said once a second: of those that others are predicted from.
    ...(gogc === 100 &&
      memoryLimit === 'off' &&
      !/-(cpu|memory)/.test(run) && { scrapes: totals.seconds.slice(1).map(toScrape) }),
  }
}

/**
 * The five CPU figures of a line are the fifth to the ninth number in it; the last is the heap as marking ended.
 * @param {number[][]} cycles
 */
function gcSeconds(cycles) {
  return cycles.reduce((sum, numbers) => sum + numbers.slice(4, 9).reduce((a, b) => a + b, 0), 0) / 1000
}

/**
 * GC's share of the CPU without idle marking.
 * @param {number[][]} cycles
 * @param {number} all CPU-seconds that GOMAXPROCS offered
 */
function compulsoryShare(cycles, all) {
  const idle = cycles.reduce((sum, numbers) => sum + (numbers[7] ?? 0) / 1000, 0)
  return (gcSeconds(cycles) - idle) / (all - idle)
}

/**
 * What contained.sh says of the container of a run: its bounds, and what the kernel counted.
 * @param {string} file
 * @returns {{isKilled?: boolean, cpuSeconds?: number, containerPeakMiB?: number}}
 */
function toContainer(file) {
  if (!existsSync(join(folder ?? '', file))) return {}
  const figures = toFigures(file)
  const get = (/** @type {string} */ key) => figures.get(key) ?? 0
  const [quota, memory] = [get('quota'), get('memory')]
  return {
    ...(quota > 0 && {
      cpuQuota: quota,
      periods: get('nr_periods'),
      throttledPeriods: get('nr_throttled'),
      throttledCpuSeconds: round(get('throttled_time') / 1e9),
    }),
    ...(memory > 0 && { containerMiB: round(memory / 2 ** 20) }),
    isKilled: get('status') === 137,
    cpuSeconds: round(get('cpu_ns') / 1e9),
    containerPeakMiB: round(get('max_bytes') / 2 ** 20),
  }
}

/**
 * The figures of a file with a name and a number in each line; none if it does not exist.
 * @param {string} file
 */
function toFigures(file) {
  const path = join(folder ?? '', file)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  const pairs = lines.map((line) => line.split(' ')).filter(([, figure]) => Number.isFinite(Number(figure)))
  return new Map(pairs.map(([name = '', figure]) => [name, Number(figure)]))
}

/** @param {Record<string, number>} sample */
function toScrape(sample) {
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, round(value)]))
}

/** @param {number} value */
function round(value) {
  return Number(value.toPrecision(6))
}
