import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

const LOG = readFileSync('src/program/samples/steady.log', 'utf8')
/** As a Go before 1.18 writes it: without stacks and globals. */
const OLD_LOG = LOG.replaceAll(/, \d+ MB stacks, \d+ MB globals/g, '')
const image = (minor: number) => `FROM golang:1.${minor}\nRUN go build .\n`
const scrapes = (line: string) =>
  [0, 60].map((second) =>
    [
      line,
      `go_memstats_alloc_bytes_total ${1e9 + 20 * MIB * second}`,
      `go_memstats_next_gc_bytes ${40 * MIB}`,
      `go_gc_duration_seconds_count ${50 + second}`,
    ].join('\n'),
  )

/** What is known of the Go version, and the kinds of findings. */
async function versionFrom(...texts: readonly string[]) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { interval: 60 })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const known = toKnown(evidence.value)
  const { value, source, otherwise } = find(known, 'goVersion') ?? {}
  const kinds = findingsOf(evidence.value.manifests, known).map(({ kind }) => kind)
  return { value, source, otherwise, kinds }
}

describe('a Go version of a Dockerfile that another input disproves is only what the Dockerfile says', () => {
  const otherwise = (minor: number) => [{ value: `go1.${minor}`, source: 'from the Dockerfile' }]

  it('beside the version of the process', async () => {
    const found = await versionFrom(...scrapes('go_info{version="go1.24.3"} 1'), image(20))
    expect(found).toMatchObject({ value: 'go1.24.3', source: 'from the last scrape', otherwise: otherwise(20) })
    expect(found.kinds).toEqual([])
  })

  it('beside a log that only a later Go can have written, or an earlier one', async () => {
    expect(await versionFrom(LOG, image(18))).toMatchObject({
      value: 'at least go1.19',
      source: expect.stringMatching(/^from the gctrace log/),
      otherwise: otherwise(18),
    })
    expect(await versionFrom(OLD_LOG, image(24))).toMatchObject({
      value: 'go1.17 or earlier',
      otherwise: otherwise(24),
    })
  })

  it('beside a process that reports a memory limit', async () => {
    expect(await versionFrom(...scrapes(`go_gc_gomemlimit_bytes ${137 * MIB}`), image(18))).toMatchObject({
      value: 'at least go1.19',
      otherwise: otherwise(18),
    })
  })
})

it('A Go version of a Dockerfile that nothing disproves is known', async () => {
  const known = { value: 'go1.24', source: 'from the Dockerfile', otherwise: undefined }
  expect(await versionFrom(LOG, image(24))).toMatchObject(known)
  expect(await versionFrom(...scrapes('go_memstats_sys_bytes 5e7'), image(24))).toMatchObject(known)
  const ofOneRelease = await versionFrom(...scrapes('go_info{version="go1.24.3"} 1'), image(24))
  expect(ofOneRelease).toMatchObject({ value: 'go1.24.3', otherwise: undefined })
})
