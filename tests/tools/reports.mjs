import { existsSync, readFileSync } from 'node:fs'

/**
 * `again`: those of the passed ones that needed a second try, where one is allowed.
 *
 * @typedef {{passed: number, failed: number, skipped: number, again?: number}} Count
 */

/**
 * How many tests a finished step passed and failed. A step that failed has at least one failure, whatever its report
 * says, and so has one that left no report or ran nothing. Without a report, the step itself is the test.
 *
 * @param {boolean} succeeded whether the step exited with 0
 * @param {string} [report] path of the Vitest or Playwright JSON report that it was to write
 * @returns {Count}
 */
export function countTests(succeeded, report) {
  if (!report) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const json = JSON.parse(readFileSync(report, 'utf8'))
  const count = 'stats' in json ? countPlaywright(json) : countVitest(json)
  if (count.failed === 0 && (!succeeded || count.passed === 0)) return { ...count, failed: 1 }
  return count
}

/**
 * @param {{stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors: unknown[]}} report
 * @returns {Count}
 */
function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    again: stats.flaky,
  }
}

/**
 * A file that could not even be loaded fails as one test.
 *
 * @param {{numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: {status: string, assertionResults: unknown[]}[]}} report
 * @returns {Count}
 */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/**
 * The names of the unit tests that failed, and of files that could not be loaded: said again at the end, where Playwright
 * says its own.
 *
 * @param {string} [report] path of a Vitest JSON report
 * @returns {string[]}
 */
export function listFailures(report) {
  if (!report || !existsSync(report)) return []
  /** @type {{testResults?: {name: string, status: string, assertionResults: {status: string, fullName: string}[]}[]}} */
  const { testResults = [] } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length > 0 ? failed.map(({ fullName }) => `${name}: ${fullName}`) : [name]
    })
}
