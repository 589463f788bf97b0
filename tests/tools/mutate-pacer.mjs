// Breaks the GC controller and the CPU limiter in one place at a time and reports which tests notice:
// mutate-pacer.mjs. Works on a copy in a temporary folder. Exit 1 if a break goes unnoticed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** File, what stands there (exactly once), what is put in its place. */
const MUTATIONS = [
  ['constants', 'BACKGROUND_UTILIZATION = 0.25', 'BACKGROUND_UTILIZATION = 0.26'],
  ['constants', '4 * 1024 * 1024', '4 * 1000 * 1024'],
  ['controller', 'SWEEP_MIN_HEAP_DISTANCE = 1024 * 1024', 'SWEEP_MIN_HEAP_DISTANCE = 1000 * 1024'],
  ['controller', 'isSweepDone ? 0 : c.heapLive', 'isSweepDone ? 0 : c.heapMarked'],
  ['controller', 'percentOf(c.heapMarked + roots, c.gcPercent)', 'percentOf(c.heapMarked, c.gcPercent)'],
  ['controller', 'goal < c.heapMinimum', 'goal > c.heapMinimum'],
  ['controller', 'return Math.floor(product / 100)', 'return product / 100'],
  ['controller', 'return Math.floor(product / 100)', 'return Math.floor(bytes / 100) * percent'],
  ['controller', 'if (product <= Number.MAX_SAFE_INTEGER)', 'if (true)'],
  ['controller', 'Math.floor((rest * percent) / 100)', '(rest * percent) / 100'],
  ['controller', 'bytes >= 0 ? Math.floor(bytes)', 'bytes >= 0 ? bytes'],
  ['controller', 'Math.floor(bytes) : Infinity', 'Math.floor(bytes) : 0'],
  ['controller', 'c.lastHeapScan + roots)', 'c.lastHeapScan)'],
  ['controller', 'c.heapScan = heapScanned', 'c.heapScan = heapMarked'],
  ['goal', 'HEADROOM_PERCENT = 3', 'HEADROOM_PERCENT = 5'],
  ['goal', 'MIN_HEADROOM = 1024 * 1024', 'MIN_HEADROOM = 2 * 1024 * 1024'],
  ['goal', 'Math.floor(room / 100) * HEADROOM_PERCENT', 'Math.floor((room * HEADROOM_PERCENT) / 100)'],
  ['goal', 'if (headroom < MIN_HEADROOM)', 'if (headroom > MIN_HEADROOM)'],
  ['goal', 'Math.max(room - headroom, headroom)', 'room - headroom'],
  ['goal', 'Math.max(goal, heapMarked)', 'goal'],
  ['goal', 'unavailable >= memoryLimit', 'unavailable > memoryLimit'],
  ['goal', 'unavailable += mappedReady - memoryLimit', 'unavailable += 0'],
  ['goal', 'mappedReady - c.heapFree - c.heapAlloc', 'mappedReady - c.heapAlloc'],
  ['goal', 'MIN_RUNWAY = 64 * 1024', 'MIN_RUNWAY = 32 * 1024'],
  ['goal', 'if (limitGoal < goal)', 'if (limitGoal <= goal)'],
  ['goal', 'c.minTrigger = 0', 'c.minTrigger = c.sweepDistance'],
  ['goal', 'c.minTrigger = c.sweepDistance', 'c.minTrigger = 0'],
  ['goal', 'if (c.sweepDistance > goal)', 'if (c.sweepDistance < goal)'],
  ['trigger', 'MIN_RATIO = 45', 'MIN_RATIO = 44'],
  ['trigger', 'MAX_RATIO = 61', 'MAX_RATIO = 60'],
  ['trigger', 'Math.floor((goal - heapMarked) / RATIO)', '(goal - heapMarked) / RATIO'],
  ['trigger', ', goal - DEFAULT_HEAP_MINIMUM, min)', ', min)'],
  ['trigger', 'goal - DEFAULT_HEAP_MINIMUM', 'goal - c.heapMinimum'],
  ['trigger', 'Math.min(Math.max(goal - runway, min), max)', 'Math.max(Math.min(goal - runway, max), min) - 1'],
  ['trigger', 'Math.min(Math.max(goal - runway, min), max)', 'Math.max(goal - runway, min)'],
  ['trigger', 'Math.min(Math.max(goal - runway, min), max)', 'Math.min(goal - runway, max)'],
  ['trigger', 'Math.max(c.minTrigger, step * MIN_RATIO + heapMarked)', 'step * MIN_RATIO + heapMarked'],
  ['revise', 'GC_PERCENT_WHEN_OFF = 100_000', 'GC_PERCENT_WHEN_OFF = 10_000'],
  ['revise', 'MAX_OVERSHOOT = 1.1', 'MAX_OVERSHOOT = 1.2'],
  ['revise', 'MIN_WORK_LEFT = 1000', 'MIN_WORK_LEFT = 1024'],
  ['revise', 'MIN_DISTANCE = 1\n', 'MIN_DISTANCE = 2\n'],
  ['revise', 'if (work > expected)', 'if (work >= expected)'],
  ['revise', 'if (heapLive > goal)', 'if (heapLive >= goal)'],
  ['revise', 'Math.min(extended, hard)', 'extended'],
  ['revise', 'Math.min(extended, hard)', 'Math.max(extended, hard)'],
  ['revise', '? Math.trunc(value)', '? value'],
  ['revise', 'if (distance < -TWO_63) distance += 2 * TWO_63', ''],
  ['revise', 'c.lastHeapScan + c.lastStackScan + globals', 'c.lastHeapScan + c.stacks + globals'],
  ['revise', 'c.heapScan + c.stacks + globals', 'c.heapScan + c.lastStackScan + globals'],
  ['cycle-ends', 'c.heapLive <= c.triggered', 'c.heapLive < c.triggered'],
  ['cycle-ends', 'utilization + idleUtilization', 'utilization'],
  ['cycle-ends', '(1 - utilization)', '(1 - utilization - idleUtilization)'],
  ['cycle-ends', 'if (last[i]! > largest)', 'if (last[i]! < largest)'],
  ['cycle-ends', 'last[i - 1] = last[i]!', 'last[i] = last[i - 1]!'],
  ['cycle-ends', 'dedicated > 0 ? 0 : 1', '0'],
  ['cycle-ends', 'procs - dedicated', 'procs'],
  ['workers', 'MAX_UTILIZATION_ERROR = 0.3', 'MAX_UTILIZATION_ERROR = 0.35'],
  ['workers', 'wanted + 0.5', 'wanted'],
  ['workers', '(wanted - dedicated) / procs', 'wanted - dedicated'],
  ['limiter', 'CAPACITY_PER_PROC = 1e9', 'CAPACITY_PER_PROC = 1e8'],
  ['limiter', 'Math.trunc(total * BACKGROUND_UTILIZATION)', 'total * BACKGROUND_UTILIZATION'],
  [
    'limiter',
    'Math.trunc(total * BACKGROUND_UTILIZATION)',
    'Math.trunc((total - l.idleTimePool) * BACKGROUND_UTILIZATION)',
  ],
  ['limiter', 'change > 0 && change >= room', 'change > 0 && change > room'],
  ['limiter', 'l.overflow += change - room', 'l.overflow += change'],
  ['limiter', 'if (room > 0) l.isLimiting = true', 'l.isLimiting = true'],
  ['limiter', 'Math.max(0, l.fill + change)', 'l.fill + change'],
  ['limiter', 'change !== 0 && room === 0', 'room === 0'],
  ['limiter', '  flush(l, now)\n  l.procs = procs', '  l.procs = procs\n  flush(l, now)'],
  ['limiter', 'l.fill > l.capacity', 'l.fill >= l.capacity'],
  ['limiter', '(now - l.lastUpdate) * l.procs)', 'now - l.lastUpdate)'],
]

const TESTS = [
  'controller',
  'goal',
  'trigger',
  'revise',
  'cycle-ends',
  'workers',
  'limiter',
  'limiter-properties',
  'pacer-behaviour',
  'recorded-cycles',
  'verify/verify',
].map((name) => `tests/model/runtime/${name}.test.ts`)

const root = resolve(import.meta.dirname ?? '.', '../..')
const copy = mkdtempSync(join(tmpdir(), 'sawtooth-mutate-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of readdirSync(root).filter((name) =>
  /^(src|tests|build|package\.json|vite\.config\.ts|tsconfig.*)$/.test(name),
))
  cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

if (failedTests().length > 0) throw new Error('the tests fail before anything is broken')
let unnoticed = 0
for (const [name, from, to] of MUTATIONS) {
  const path = join(copy, `src/model/runtime/${name}.ts`)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${name}.ts does not hold exactly one "${from}"`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  const failed = failedTests()
  writeFileSync(path, source)
  if (failed.length === 0) unnoticed++
  const where = [...new Set(failed.map(({ file }) => file))].join(', ')
  const first = failed.find(({ file }) => !/recorded|verify|behaviour/.test(file)) ?? failed[0]
  console.log(`${name}: ${from.trim()} → ${to.trim() || 'nothing'}`)
  console.log(failed.length === 0 ? '  UNNOTICED' : `  ${failed.length} tests in ${where}; e.g. ${first?.title}`)
}
console.log(`${MUTATIONS.length} breaks, ${unnoticed} unnoticed`)
process.exitCode = unnoticed > 0 ? 1 : 0

/** @returns {{file: string, title: string}[]} */
function failedTests() {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const oneWorker = ['--no-isolate', '--pool=threads', '--maxWorkers=1']
  const arguments_ = ['vitest', 'run', ...TESTS, ...oneWorker, '--reporter=json', `--outputFile=${report}`]
  spawnSync('npx', arguments_, { cwd: copy, stdio: 'ignore' })
  if (!existsSync(report)) throw new Error('the tests did not run')
  /** @type {{testResults: {name: string, assertionResults: {status: string, fullName: string}[]}[]}} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const empty = testResults.find(({ assertionResults }) => assertionResults.length === 0)
  if (empty || testResults.length < TESTS.length) throw new Error(`${empty?.name ?? 'a test file'} did not load`)
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: basename(name, '.test.ts'), title: fullName.trim() })),
  )
}
