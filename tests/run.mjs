// Runs every test there is: types, lint, build and size, unit, browser. Passes each step's output through and ends
// with "N passed, N failed" alone on the last line. A step without a report of its own counts as one test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { countTests, listFailures } from './tools/reports.mjs'

const UNIT_REPORT = 'test-results/unit.json'
const BROWSER_REPORT = 'test-results/browser.json'
const ENGINES_REPORT = 'test-results/engines.json'

/** @typedef {{script: string, args?: string[], report?: string, needs?: string}} Step */

/**
 * Steps that keep one processor busy at most: two rows of about the same length, beside each other.
 *
 * @type {Step[][]}
 */
const ROWS = [
  [{ script: 'types' }, { script: 'check:go' }],
  [
    { script: 'lint' },
    { script: 'build' },
    { script: 'size', needs: 'build' },
    { script: 'build:single', needs: 'build' },
  ],
]

/**
 * Steps that take all there are.
 *
 * @type {Step[]}
 */
const AFTER = [
  {
    script: 'test:unit',
    args: ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
    report: UNIT_REPORT,
  },
  { script: 'test:browser', report: BROWSER_REPORT, needs: 'build' },
  // Firefox and WebKit are installed for it, as root: nobody's own machine is changed like that unasked.
  ...(process.env.CI ? [{ script: 'test:engines', report: ENGINES_REPORT, needs: 'build' }] : []),
]

/** @type {Map<string, import('./tools/reports.mjs').Count & {seconds: number}>} */
const results = new Map()
await Promise.all(ROWS.map((row) => runAll(row, true)))
await runAll(AFTER, false)

console.log('')
for (const { script, report } of AFTER) for (const name of listFailures(report)) console.log(`${script}: ${name}`)
const total = { passed: 0, failed: 0 }
for (const [script, { passed, failed, skipped, again, seconds }] of results) {
  total.passed += passed
  total.failed += failed
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  const twice = again ? `, ${again} of them at the second try` : ''
  console.log(`${script.padEnd(12)} ${passed} passed${twice}, ${failed} failed${left} (${seconds.toFixed(1)} s)`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

/**
 * @param {Step[]} steps one after the other
 * @param {boolean} isBeside whether others run meanwhile: each then says what it has to say when it has ended
 */
async function runAll(steps, isBeside) {
  for (const step of steps) results.set(step.script, await run(step, isBeside))
}

/**
 * @param {Step} step
 * @param {boolean} isBeside
 */
async function run({ script, args = [], report, needs }, isBeside) {
  if (needs && results.get(needs)?.failed) {
    console.log(`\n# ${script}\nnot run: ${needs} failed`)
    return { passed: 0, failed: 1, skipped: 0, seconds: 0 }
  }
  if (!isBeside) console.log(`\n# ${script}`)
  if (report) rmSync(report, { force: true })
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', script, ...args], {
    stdio: isBeside ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text))
  const [status] = await once(child, 'close')
  if (isBeside) console.log(`\n# ${script}\n${said.trimEnd()}`)
  return { ...countTests(status === 0, report), seconds: (performance.now() - start) / 1000 }
}
