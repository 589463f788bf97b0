import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { searchAsked } from '../../src/known/asked.ts'
import { type Choices, toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { notesOnAsked, programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

/** A log as a Go before 1.18 writes it: without stacks and globals. */
const OLD_LOG = readFileSync('src/program/samples/steady.log', 'utf8').replaceAll(
  /, \d+ MB stacks, \d+ MB globals/g,
  '',
)

const scrape = (second: number, version: string) =>
  [
    `go_info{version="${version}"} 1`,
    `go_memstats_alloc_bytes_total ${1e9 + 20 * MIB * second}`,
    `go_memstats_next_gc_bytes ${40 * MIB}`,
    `go_gc_duration_seconds_count ${50 + second}`,
  ].join('\n')
const scrapes = (version: string) => [scrape(0, version), scrape(60, version)]
const OLD = [['its log', [OLD_LOG]] as const, ['go_info', scrapes('go1.18.10')] as const]

async function knownFrom(texts: readonly string[], typed: Choices['typed'] = {}) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { interval: 60, typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const known = toKnown(evidence.value)
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const findings = findingsOf(evidence.value.manifests, known)
  // The log ran under GOGC=100, and shows so: here the question is what is wrong with the manifest.
  return { known, program: program.value, findings: findings.filter(({ kind }) => kind !== 'not-in-force') }
}

const OFF = { kind: 'off' } as const

describe('a Go without a memory limit', () => {
  it('is not that of an image if the log shows a later one', async () => {
    const log = readFileSync('tests/fixtures/services/kinds/logs/cache-gogc100-limit220MiB.log', 'utf8')
    const { known } = await knownFrom([log, 'FROM golang:1.17\nWORKDIR /src\nENV GOGC=100\n'])
    expect(find(known, 'gogc')?.value).toBe(100)
    expect(Math.abs(Number(find(known, 'memoryLimit')?.value) / MIB - 220)).toBeLessThan(15)
  })

  it.each(OLD)('is the same program with GOMEMLIMIT and without: by %s', async (_, inputs) => {
    const off = await knownFrom([...inputs, 'GOGC=off\n'])
    const both = await knownFrom([...inputs, 'GOGC=off\nGOMEMLIMIT=64MiB\n'])
    expect(both.program.scenario).toEqual(off.program.scenario)
    expect(both.program.scenario.memoryLimit).toEqual(OFF)
    for (const { scenario } of ensembleOf(both.program).candidates) expect(scenario.memoryLimit).toEqual(OFF)
    expect(find(both.known, 'memoryLimit')).toMatchObject({ value: 'off', source: expect.stringContaining('ignored') })
  })

  it.each(OLD)('never collects with GOGC=off, whatever GOMEMLIMIT says: by %s', async (_, inputs) => {
    const { findings } = await knownFrom([...inputs, 'GOGC=off\nGOMEMLIMIT=64MiB\n'])
    expect(findings.map(({ kind }) => kind)).toEqual(['ignored-limit', 'off-without-limit'])
    expect(findings[0]?.title).toMatch(/ignores GOMEMLIMIT=64MiB: it has no memory limit$/)
    // Another limit would be ignored as well.
    expect(findings[1]).toMatchObject({ mended: 'GOGC=100', line: 1 })
    const alone = await knownFrom([...inputs, 'GOGC=off\n'])
    expect(alone.findings.map(({ kind }) => kind)).toEqual(['off-without-limit'])
  })

  it.each(OLD)('starts with a limit that a later Go refuses: by %s', async (_, inputs) => {
    const { known, findings } = await knownFrom([...inputs, 'GOGC=50\nGOMEMLIMIT=1G\n'])
    expect(known.refusal).toBeUndefined()
    expect(find(known, 'gogc')?.value).toBe(50)
    expect(findings.map(({ kind, isFatal }) => ({ kind, isFatal }))).toEqual([{ kind: 'ignored-limit' }])
  })

  it('is known from the image that a Dockerfile builds with, if no process shows another version', async () => {
    const build = (...images: string[]) =>
      `${images.map((image) => `FROM ${image}\nRUN go build .\n`).join('')}FROM scratch\nENV GOMEMLIMIT=500MiB GOGC=200\n`
    const typed = { liveHeap: 20 * MIB, allocRate: 20 * MIB }
    const kindsOf = async (...inputs: string[]) =>
      (await knownFrom(inputs, typed)).findings.map(({ kind, title }) => [kind, title])
    const ignored = [['ignored-limit', 'go1.18 ignores GOMEMLIMIT=500MiB: it has no memory limit']]
    for (const image of [
      'golang:1.18',
      'golang:1.18.10-alpine AS build',
      '--platform=$ARCH docker.io/library/golang:1.18',
    ])
      expect(await kindsOf(build(image)), image).toEqual(ignored)
    for (const image of ['golang:1.19', 'golang', 'golang:1', 'example.org/not-golang:1.18', 'golang:1.180'])
      expect(await kindsOf(build(image)), image).toEqual([])
    // The older one may build a tool, and a running process knows better.
    expect(await kindsOf(build('golang:1.18', 'golang:1.22'))).toEqual([])
    expect(await kindsOf(build('golang:1.18'), ...scrapes('go1.22.1'))).toEqual([])
  })

  it('ignores a typed limit too', async () => {
    const { program, known } = await knownFrom(scrapes('go1.17.13'), { memoryLimit: 512 * MIB })
    expect(program.scenario.memoryLimit).toEqual(OFF)
    expect(find(known, 'memoryLimit')?.source).toMatch(/^typed: ignored/)
  })

  it.each(OLD)('ignores a limit that the user asks about, and says so: by %s', async (_, inputs) => {
    const { known, program } = await knownFrom(inputs, { liveHeap: 20 * MIB })
    const limit = { memoryLimit: { kind: 'bytes', bytes: 21 * MIB } } as const
    const asked = finish(searchAsked(program, limit))
    expect(asked.scenario.memoryLimit).toEqual(OFF)
    expect(asked.spread).toEqual(finish(searchAsked(program, { memoryLimit: OFF })).spread)
    expect(notesOnAsked(known, limit)).toEqual([expect.stringMatching(/^this Go ignores GOMEMLIMIT/)])
    expect(notesOnAsked(known, { memoryLimit: OFF })).toEqual([])
  })

  it('explains goals by a GOGC that the program lowered, not by a limit, if another input shows its version', async () => {
    // Recorded: debug.SetGCPercent(30) after loading (Go 1.18).
    const loading = ['4->4->3 MB, 4', '7->7->7 MB, 7', '14->14->14 MB, 14', '24->24->24 MB, 28', '40->40->40 MB, 40']
    const heaps = [...loading, ...Array.from({ length: 20 }, (_, i) => `${48 + (i % 4)}->${48 + (i % 4)}->40 MB, 52`)]
    const lines = heaps.map((sizes, i) => {
      const times = `@${(0.5 * (i + 1)).toFixed(3)}s 2%: 0.05+15+0.02 ms clock, 0.10+0/30/0+0.04 ms cpu`
      return `gc ${i + 1} ${times}, ${sizes} MB goal, 0 MB stacks, 0 MB globals, 2 P`
    })
    const settingsOf = async (...others: string[]) => {
      const { known, program } = await knownFrom([lines.join('\n'), ...others])
      const [gogc, memoryLimit] = [find(known, 'gogc')?.value, find(known, 'memoryLimit')?.value]
      const { scenario } = program
      expect(scenario.gogc).toEqual({ kind: 'percent', percent: gogc })
      expect(scenario.memoryLimit.kind === 'off' ? 'off' : scenario.memoryLimit.bytes).toBe(memoryLimit)
      return { gogc, memoryLimit }
    }
    expect((await settingsOf()).memoryLimit).toBeGreaterThan(52 * MIB)
    expect((await settingsOf(...scrapes('go1.19.13'))).memoryLimit).toBeGreaterThan(52 * MIB)
    expect(await settingsOf(...scrapes('go1.18.10'))).toEqual({ gogc: 30, memoryLimit: 'off' })
    expect(await settingsOf('FROM golang:1.18\nRUN go build .\n')).toEqual({ gogc: 30, memoryLimit: 'off' })
  })

  it('ignores a limit that the command above its log sets', async () => {
    const command = '$ GOMEMLIMIT=64MiB GODEBUG=gctrace=1 ./api'
    const { program } = await knownFrom([`${command}\n${OLD_LOG}`])
    expect(program.scenario.memoryLimit).toEqual(OFF)
  })

  it('is not the Go of a process that reports a limit, whatever a Dockerfile builds with', async () => {
    const reporting = scrapes('').map((text) => text.replace(/^go_info.*$/m, `go_gc_gomemlimit_bytes ${137 * MIB}`))
    const { known, program, findings } = await knownFrom([...reporting, 'FROM golang:1.18\nENV GOMEMLIMIT=137MiB\n'])
    expect(known.isBeforeLimits).toBe(false)
    expect(program.scenario.memoryLimit).toEqual({ kind: 'bytes', bytes: 137 * MIB })
    expect(findings).toEqual([])
    // math.MaxInt64: no limit.
    const without = reporting.map((text) => text.replace(`${137 * MIB}`, '9.223372036854775807e+18'))
    expect((await knownFrom([...without, 'FROM golang:1.18\nRUN go build .\n'])).known.isBeforeLimits).toBe(true)
  })

  it('may have written a log if neither the log nor another input shows a later one', async () => {
    const log = readFileSync('src/program/samples/steady.log', 'utf8')
    // Of Go 1.26. Without its first cycle, which started below its goal, it could be of Go 1.18.
    const later = log.split('\n').slice(1).join('\n')
    const mayBeOld = async (...texts: string[]) => (await knownFrom(texts)).known.mayBeBeforeLimits
    expect(await mayBeOld(log)).toBe(false)
    expect(await mayBeOld(later)).toBe(true)
    expect(await mayBeOld(later, ...scrapes('go1.22.1'))).toBe(false)
    expect(await mayBeOld(later, 'FROM golang:1.22\nRUN go build .\n')).toBe(false)
    const reporting = scrapes('').map((text) => text.replace(/^go_info.*$/m, `go_gc_gomemlimit_bytes ${137 * MIB}`))
    expect(await mayBeOld(later, ...reporting)).toBe(false)
  })

  it('does not include Go 1.19 and later', async () => {
    const { program, findings } = await knownFrom([...scrapes('go1.19'), 'GOGC=off\nGOMEMLIMIT=64MiB\n'])
    expect(program.scenario.memoryLimit).toEqual({ kind: 'bytes', bytes: 64 * MIB })
    expect(findings).toEqual([])
  })
})
