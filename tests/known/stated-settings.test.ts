import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { notesOf } from '../../src/known/input/read-input.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

// Recorded with this limit and GOGC off. Its goals leave the limit open by a third.
const LOG = readFileSync('tests/fixtures/settings/httpjson-gogcoff-limit96MiB.log', 'utf8')
const COMMAND = '$ GOGC=off GOMEMLIMIT=96MiB GODEBUG=gctrace=1 ./httpjson\n'

const settingsOf = async (...texts: readonly string[]) => {
  const known = toKnown(await readEvidence(texts))
  return ['gogc', 'memoryLimit'].map((key) => find(known, key as 'gogc'))
}

describe('a log with its command above it', () => {
  it('was recorded with the settings of the command', async () => {
    const [gogc, limit] = await settingsOf(COMMAND + LOG)
    expect(gogc).toMatchObject({ value: 'off', source: expect.stringContaining('command') })
    expect(limit).toMatchObject({ value: 96 * 2 ** 20, source: expect.stringContaining('command') })
    const [, inferred] = await settingsOf(LOG)
    expect(inferred?.value).not.toBe(limit?.value)
    expect(inferred?.source).not.toContain('command')
  })

  it('says so', async () => {
    const read = await readText(COMMAND + LOG)
    expect(read.ok && notesOf(read.value)).toEqual([
      'the command in line 1 says GOGC=off and GOMEMLIMIT=96MiB: that counts, unless goals of the log show something else',
    ])
  })

  it('gives way to goals that show something else: a program may change its settings', async () => {
    const gogc100 = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')
    const [gogc] = await settingsOf(`$ GOGC=400 GODEBUG=gctrace=1 ./api\n${gogc100}`)
    expect(gogc).toMatchObject({ value: 100, source: expect.stringContaining('goals') })
    for (const limit of ['4GiB', '20MiB', 'off']) {
      const [, found] = await settingsOf(`$ GOMEMLIMIT=${limit} GODEBUG=gctrace=1 ./httpjson\n${LOG}`)
      expect(found?.source, limit).toContain('goals')
    }
  })

  it('leaves the last word to a manifest', async () => {
    const [, limit] = await settingsOf(COMMAND + LOG, 'GOMEMLIMIT=200MiB\n')
    expect(limit).toMatchObject({ value: 200 * 2 ** 20, sureness: 'set' })
  })
})
