// Makes the compact record of real runs that the evidence is measured by, from a folder that holds one folder per
// repeat, each with MODE-gogcG-limitL-pP.log (standard error of the program under GODEBUG=gctrace=1) and .json (its
// own totals): extract-runs.mjs FOLDER [PROGRAM…] > tests/fixtures/runs/programs.json
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = ['steady', 'spike', 'step', 'grow', 'cache', 'thrash']
const NAME = /^(.+)-gogc(.+)-limit(.+)-p(\d+)\.log$/
const N = '([\\d.]+)'
const CYCLE = new RegExp(
  `^gc \\d+ @.*: ${N}\\+${N}\\+${N} ms clock, ${N}\\+${N}/${N}/${N}\\+${N} ms cpu, (\\d+)->(\\d+)->(\\d+) MB, .* P(.*)$`,
)
/** A cycle just before the forced one, after the work, finds almost nothing live: less than this of the one before. */
const ALMOST_NOTHING = 0.2

const [folder, ...chosen] = process.argv.slice(2)
if (!folder) throw new Error('usage: extract-runs.mjs FOLDER [PROGRAM…]')
const repeats = readdirSync(folder).sort()
const runs = []
for (const file of readdirSync(join(folder, repeats[0] ?? '')).sort()) {
  const match = NAME.exec(file)
  if (!match || !(chosen.length > 0 ? chosen : PROGRAMS).includes(match[1])) continue
  const [, program, gogc, memoryLimit, procs] = match
  runs.push({
    program,
    gogc: gogc === 'off' ? 'off' : Number(gogc),
    memoryLimit,
    procs: Number(procs),
    repeats: repeats.map((repeat) => readRun(join(folder, repeat, file))),
  })
}
process.stdout.write(`[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}\n]\n`)

/** @param {string} path */
function readRun(path) {
  const totals = JSON.parse(readFileSync(path.replace(/log$/, 'json'), 'utf8'))
  const cycles = workCycles(readFileSync(path, 'utf8'))
  const sum = (/** @type {number} */ i) =>
    round(cycles.reduce((total, cycle) => total + (cycle.cpuMs[i] ?? 0), 0) / 1000)
  return {
    cycles: cycles.length,
    peakHeapMiB: Math.max(0, ...cycles.map((cycle) => cycle.endMiB)),
    // gctrace's five: sweep termination, assists, background, idle, mark termination.
    cpuSeconds: [0, 1, 2, 3, 4].map(sum),
    isLimited: totals['/gc/limiter/last-enabled:gc-cycle'] > 0,
    wallSeconds: round(totals.wallSeconds),
  }
}

/**
 * The cycles of the workload: without the forced one at the end, and an empty one just before it.
 *
 * @param {string} log
 */
function workCycles(log) {
  const cycles = []
  for (const line of log.split('\n')) {
    const found = CYCLE.exec(line)
    if (!found || found[12].includes('forced')) continue
    const numbers = found.slice(1, 12).map(Number)
    cycles.push({ cpuMs: numbers.slice(3, 8), endMiB: numbers[9], liveMiB: numbers[10] })
  }
  const [before, last] = cycles.slice(-2)
  if (before && last && last.liveMiB < ALMOST_NOTHING * before.liveMiB) cycles.pop()
  return cycles
}

/** @param {number} seconds */
function round(seconds) {
  return Math.round(seconds * 1e5) / 1e5
}
