import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readLicences } from '../../build/licences.ts'

it('every package that a build may hold ships its licence, and none that only tests use', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const text = readLicences()
  for (const name of [...Object.keys(dependencies), 'internmap', 'scheduler'])
    expect(text, name).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC|BSD-3-Clause|Apache-2.0|Unlicense)\\)$`, 'm'),
    )
  expect(text).toContain('Permission is hereby granted')
  for (const name of Object.keys(devDependencies)) expect(text).not.toMatch(new RegExp(`^${name} \\d`, 'm'))
})
