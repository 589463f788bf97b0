// Runs every test there is: types, lint, unit, build and size, browser. Passes each step's output through and ends
// with "N passed, N failed" alone on the last line. A step without a report of its own counts as one test.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { countTests, listFailures } from './tools/reports.mjs'

const UNIT_REPORT = 'test-results/unit.json'
const BROWSER_REPORT = 'test-results/browser.json'
const ENGINES_REPORT = 'test-results/engines.json'

/** @typedef {{script: string, args?: string[], report?: string, needs?: string}} Step */

/** @type {Step[]} */
const STEPS = [
  { script: 'types' },
  { script: 'lint' },
  {
    script: 'test:unit',
    args: ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
    report: UNIT_REPORT,
  },
  { script: 'build' },
  { script: 'size', needs: 'build' },
  { script: 'build:single', needs: 'build' },
  { script: 'check:go' },
  { script: 'test:browser', report: BROWSER_REPORT, needs: 'build' },
  // Firefox and WebKit are installed for it, as root: nobody's own machine is changed like that unasked.
  ...(process.env.CI ? [{ script: 'test:engines', report: ENGINES_REPORT, needs: 'build' }] : []),
]

/** @type {Map<string, import('./tools/reports.mjs').Count & {seconds: number}>} */
const results = new Map()
for (const step of STEPS) results.set(step.script, run(step))

console.log('')
for (const { script, report } of STEPS) for (const name of listFailures(report)) console.log(`${script}: ${name}`)
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

/** @param {Step} step */
function run({ script, args = [], report, needs }) {
  console.log(`\n# ${script}`)
  if (needs && results.get(needs)?.failed) {
    console.log(`not run: ${needs} failed`)
    return { passed: 0, failed: 1, skipped: 0, seconds: 0 }
  }
  if (report) rmSync(report, { force: true })
  const start = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', script, ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return { ...countTests(status === 0, report), seconds: (performance.now() - start) / 1000 }
}
