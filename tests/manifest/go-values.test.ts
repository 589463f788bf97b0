import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { isGoBeforeLimits, readGogc } from '../../src/manifest/go-values.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { isGoGogc, isGoMemLimit, readGomemlimit } from '../../src/scenario/go-env.ts'

/** What Go 1.26.8 did with each text: debug.SetGCPercent and SetMemoryLimit of a program that was started with it. */
const GO: readonly (readonly [text: string, gogc: number | 'off' | 'default', limit: number | 'off' | 'refused'])[] = [
  ['off', 'off', 'off'],
  ['+off', 'default', 'refused'],
  ['OFF', 'default', 'refused'],
  ['off ', 'default', 'refused'],
  ['200', 200, 200],
  ['+200', 200, 200],
  ['0100', 100, 100],
  ['0000000000000000000100', 100, 100],
  ['0', 0, 0],
  ['+0', 0, 0],
  ['-0', 0, 0],
  ['-1', 'off', 'refused'],
  ['+-1', 'default', 'refused'],
  ['--1', 'default', 'refused'],
  ['+', 'default', 'refused'],
  ['1.5', 'default', 'refused'],
  ['1e9', 'default', 'refused'],
  ['0x10', 'default', 'refused'],
  ['1_000', 'default', 'refused'],
  ['100%', 'default', 'refused'],
  ['1\t', 'default', 'refused'],
  ['2147483647', 2147483647, 2147483647],
  ['2147483648', 'default', 2147483648],
  ['-2147483648', 'off', 'refused'],
  ['-2147483649', 'default', 'refused'],
  ['+1GiB', 'default', 2 ** 30],
  [' 1GiB', 'default', 'refused'],
  ['1GiB ', 'default', 'refused'],
  ['1 GiB', 'default', 'refused'],
  ['1GB', 'default', 'refused'],
  ['1Gi', 'default', 'refused'],
  ['1G', 'default', 'refused'],
  ['1kiB', 'default', 'refused'],
  ['1PiB', 'default', 'refused'],
  ['1GiBB', 'default', 'refused'],
  ['GiB', 'default', 'refused'],
  ['1B', 'default', 1],
  ['1KiB', 'default', 1024],
  ['-0KiB', 'default', 0],
  ['-1B', 'default', 'refused'],
  ['8388607TiB', 'default', 8388607 * 2 ** 40],
  ['8388608TiB', 'default', 'refused'],
  ['9223372036854775807', 'default', 'off'],
  ['9223372036854775808', 'default', 'refused'],
]

describe.each(GO)('“%s”', (text, gogc, limit) => {
  it('is read as Go reads it', () => {
    expect(readGogc(text)).toEqual({ value: gogc === 'default' ? 100 : gogc, isRead: gogc !== 'default' })
    expect(readGomemlimit(text)).toBe(limit === 'refused' ? undefined : limit)
    expect(isGoGogc(text)).toBe(gogc !== 'default')
    expect(isGoMemLimit(text)).toBe(limit !== 'refused')
  })

  it('is found in a manifest if Go does not accept it', () => {
    const kinds = (name: string) => findingKinds(name, text)
    expect(kinds('GOGC').includes('malformed-gogc')).toBe(gogc === 'default')
    expect(kinds('GOMEMLIMIT').includes('malformed-limit')).toBe(limit === 'refused')
  })
})

function findingsOf(name: string, value: string) {
  const env = JSON.stringify([{ name, value }])
  const manifest = parseManifest(`{spec: {containers: [{name: app, env: ${env}}]}}`, 'kubernetes')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return findingsIn(manifest.value)
}

const findingKinds = (name: string, value: string) => findingsOf(name, value).map(({ kind }) => kind)

it.each([
  ['go1.18.10', true],
  ['go1.19', false],
  ['go1.26.8', false],
  ['devel +abc', false],
  [undefined, false],
])('a Go %s has no memory limit: %s', (version, isSo) => {
  expect(isGoBeforeLimits(version)).toBe(isSo)
})

describe('a value that is not a setting', () => {
  it('is reported, but not repeated, because it may be a secret', () => {
    expect(findingsOf('GOGC', 'hunter2-s3cr3t')[0]).toMatchObject({
      title: 'Go silently treats the value of GOGC as 100',
      mended: expect.stringContaining('"100"'),
    })
    expect(findingsOf('GOMEMLIMIT', 'hunter2-s3cr3t')[0]).toMatchObject({
      title: 'Go refuses the value of GOMEMLIMIT: the program aborts as it starts',
      mended: expect.stringContaining('…MiB'),
    })
  })

  it.each(['$' + '{GOGC}', '$(GOGC)', '{{ .Values.gogc }}', '<gogc>', '@gogc@', '__GOGC__', '%i', '100 # default'])(
    'is no mistake where something else is written in its place before Go reads it: %s',
    (value) => {
      expect(findingKinds('GOGC', value)).toEqual([])
      expect(findingKinds('GOMEMLIMIT', value)).toEqual([])
    },
  )

  it.each(['GOGC', 'GOMEMLIMIT'])('gives no finding if %s is empty: Go treats it as not set', (name) => {
    expect(findingKinds(name, '')).toEqual([])
  })
})

it.each([
  ['1e9', '1000000000B'],
  ['1_000_000_000', '1000000000B'],
  ['+1G', '1GiB'],
  [' 1GiB', '1GiB'],
  ['off ', 'off'],
])('GOMEMLIMIT=“%s” is mended to %s', (value, mended) => {
  expect(findingsOf('GOMEMLIMIT', value)[0]?.mended).toContain(`"${mended}"`)
})
