// Makes the fixtures of the controller and the limiter from a folder of whole recordings: what is kept exercises every
// constant, truncation and clamp, in a tenth of the size. cut-recordings.mjs FOLDER tests/fixtures/pacer
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many cycles of each scenario. */
const CYCLES = {
  Steady: 50,
  HighGOGC: 50,
  ExceedMemoryLimit: 30,
  MaintainMemoryLimitNoGCPercent: 25,
  LargeHeapSlowAlloc: 25,
  'random-1-0': 30,
  'random-1-4': 40,
  'random-1-11': 30,
  'random-1-13': 40,
  'random-1-14': 30,
  'random-1-29': 30,
  'random-1-35': 25,
}
const GOAL_STATES = 80
/** How many calls of which limiter runs: one that thrashes, one with many changes of GOMAXPROCS, the scripted one. */
const CALLS = { 12: 220, 13: Infinity, 20: Infinity }

const [from, to] = process.argv.slice(2)
if (!from || !to) throw new Error('usage: cut-recordings.mjs FOLDER OUTPUT')
/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(join(from, file), 'utf8'))
/** @param {string} file @param {unknown} value */
const write = (file, value) => writeFileSync(join(to, file), `${JSON.stringify(value)}\n`)

write('goal-trigger.json', read('goal-trigger.json').slice(0, GOAL_STATES))
const runs = read('limiter.json')
write(
  'limiter.json',
  Object.entries(CALLS).map(([run, calls]) => ({ ...runs[run], Steps: runs[run].Steps.slice(0, calls) })),
)
for (const [name, count] of Object.entries(CYCLES)) {
  const scenario = read(`pacer-${name}.json`)
  write(`pacer-${name}.json`, { ...scenario, cycles: scenario.cycles.slice(0, count) })
}
