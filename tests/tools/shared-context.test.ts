import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What Playwright leaves as it is between tests that share a context. */
const LASTING =
  /\b(grantPermissions|setOffline|setGeolocation|setExtraHTTPHeaders|window\.name|history\.length|caches\.)/

/** `freshTest(…)` at the beginning of a line, to its end. */
const FRESH = /^freshTest\([\s\S]*?^}\)$/gm
/** All tests of such a file have contexts of their own. */
const UNSHARED = /^import { freshTest as test } from/m

it('only tests with their own context change or count what is not reset between tests', () => {
  const files = readdirSync('tests/browser', { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name))
  expect(files).toContain('page-links.test.ts')
  const wrong = files.filter((name) => {
    const text = readFileSync(`tests/browser/${name}`, 'utf8')
    return !UNSHARED.test(text) && LASTING.test(text.replace(FRESH, ''))
  })
  expect(wrong.filter((name) => name !== 'support/fresh.ts')).toEqual([])
})
