import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readLicences, SHIPPED } from '../../build/licences.ts'
import { listModules } from '../tools/modules.ts'

/** On the command line alone, where it is installed. */
const OPTIONAL = '@resvg/resvg-js'

/** A package's name without the path in it. */
const nameOf = (specifier: string) => specifier.split('/')[0] ?? ''
const imported = listModules('src')
  .flatMap(({ imports }) => imports)
  .filter((to) => /^[a-z]/.test(to) && !to.startsWith('node:') && to !== OPTIONAL)

it('every package that the source imports ships, and no other', () => {
  expect([...new Set(imported.map(nameOf))].filter((name) => name !== 'vite').sort()).toEqual(SHIPPED)
})

it('every package that a build may hold ships its licence, and none that only tests use', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const text = readLicences()
  for (const name of [...SHIPPED, 'internmap', 'scheduler'])
    expect(text, name).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC|BSD-3-Clause|Apache-2.0|Unlicense)\\)$`, 'm'),
    )
  expect(text).toContain('Permission is hereby granted')
  for (const name of Object.keys(devDependencies).filter((name) => !SHIPPED.includes(name)))
    expect(text).not.toMatch(new RegExp(`^${name} \\d`, 'm'))
})
