import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countTests, listFailures } from './reports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'sawtooth-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(json: object): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(json))
  return path
}

const unit = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] as object[] }
const browser = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] as object[] }

describe('counting tests', () => {
  it('counts a step without a report as one test', () => {
    expect(countTests(true)).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(countTests(false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts what a unit report holds', () => {
    expect(countTests(true, report(unit))).toEqual({ passed: 7, failed: 0, skipped: 0 })
    const mixed = report({ ...unit, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })
    expect(countTests(false, mixed)).toEqual({ passed: 7, failed: 2, skipped: 2 })
  })

  it('counts a unit test file that could not be loaded as one failure', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(countTests(false, report({ ...unit, testResults })).failed).toBe(1)
  })

  it('counts what a browser report holds, errors outside of tests as failures', () => {
    expect(countTests(true, report(browser))).toEqual({ passed: 5, failed: 0, skipped: 0, again: 0 })
    const mixed = report({ stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 3 }, errors: [{ message: 'x' }] })
    expect(countTests(false, mixed)).toEqual({ passed: 5, failed: 2, skipped: 3, again: 0 })
  })

  it('counts the passed tests that needed a second try, if that is allowed', () => {
    const twice = report({ ...browser, stats: { ...browser.stats, flaky: 2 } })
    expect(countTests(true, twice)).toEqual({ passed: 7, failed: 0, skipped: 0, again: 2 })
  })

  it('never takes a step for a success that failed, left no report or ran nothing', () => {
    expect(countTests(false, report(unit)).failed).toBe(1)
    expect(countTests(true, join(folder, 'none.json')).failed).toBe(1)
    expect(countTests(true, report({ ...unit, numPassedTests: 0 })).failed).toBe(1)
    expect(countTests(true, report({ ...browser, stats: { ...browser.stats, expected: 0 } })).failed).toBe(1)
  })
})

describe('naming what failed', () => {
  it('names each unit test that failed, and each file that could not be loaded', () => {
    const failed = { status: 'failed', fullName: 'a rule holds' }
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'another' }] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a third' }] },
    ]
    expect(listFailures(report({ ...unit, testResults }))).toEqual(['a.test.ts: a rule holds', 'b.test.ts'])
  })

  it('names nothing where there is no report, or another kind of one', () => {
    expect(listFailures()).toEqual([])
    expect(listFailures(join(folder, 'none.json'))).toEqual([])
    expect(listFailures(report(browser))).toEqual([])
  })
})
