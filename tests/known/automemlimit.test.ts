import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'

/** What is known of the memory limit of a service in 512 MiB with these variables. */
function limitOf(environment: string, size = '512m') {
  const text = `services: {api: {mem_limit: ${size}, environment: {${environment}}}}\n`
  const manifest = parseManifest(text, 'compose')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  const known = toKnown({ runs: [], manifests: [manifest.value], typed: {} })
  return { value: find(known, 'memoryLimit')?.value, unread: known.unread.map(({ place }) => place) }
}

describe('AUTOMEMLIMIT', () => {
  it('sets GOMEMLIMIT to a share of the container', () => {
    expect(limitOf('AUTOMEMLIMIT: "0.75"')).toEqual({ value: 384 * MIB, unread: [] })
  })

  it('sets nothing if GOMEMLIMIT is set, or if it is off', () => {
    expect(limitOf('GOMEMLIMIT: 100MiB, AUTOMEMLIMIT: "0.75"').value).toBe(100 * MIB)
    expect(limitOf('AUTOMEMLIMIT: "off"')).toEqual({ value: 'off', unread: [] })
  })

  it.each([
    ['$SHARE', '512m'],
    ['0.75', '$SIZE'],
  ])('is not known where the share or the container is not: %s of %s', (share, size) => {
    expect(limitOf(`AUTOMEMLIMIT: "${share}"`, size).unread.join()).toMatch(/from automemlimit \(line 1\)/)
  })
})
