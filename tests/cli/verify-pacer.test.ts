import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from './harness.ts'

const RECORDED = fileURLToPath(new URL('../fixtures/pacer', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'sawtooth-verify-'))
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(root, 'recorded-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function verify(...args: string[]) {
  const { code, out, err } = await call(['verify-pacer', ...args])
  const lines = out.split('\n').slice(0, -1)
  return { code, out: lines, err, last: lines.at(-1) }
}

function copy(...files: string[]): void {
  for (const file of files) cpSync(join(RECORDED, file), join(folder, file))
}

describe('verify-pacer', () => {
  it('on recordings of Go’s own: no mismatch, and the number of values', async () => {
    const { code, out } = await verify(RECORDED)
    // 80 states of 7 values, 620 calls of 4, 405 cycles of 12.
    expect(out).toEqual([`${80 * 7 + countCalls() * 4 + 405 * 12} values, 0 mismatches`])
    expect(code).toBe(0)
  })

  it('prints what differs, then the counts, and fails', async () => {
    copy('limiter.json')
    const text = readFileSync(join(RECORDED, 'limiter.json'), 'utf8')
    writeFileSync(join(folder, 'limiter.json'), text.replace('"Fill":0,', '"Fill":7,'))
    const { code, out } = await verify(folder)
    expect(out).toEqual(['limiter.json [0].Steps[0].Fill: Go 7, here 0', `${countCalls() * 4} values, 1 mismatches`])
    expect(code).toBe(1)
  })

  it.each([
    ['text that is no JSON', () => writeFileSync(join(folder, 'pacer-x.json'), '{"cycles": [')],
    ['a file of a wrong shape', () => writeFileSync(join(folder, 'pacer-x.json'), '{"cycles": []}')],
    ['a folder in a file’s place', () => mkdirSync(join(folder, 'pacer-x.json'))],
  ])('fails on %s, and compares the rest', async (_, spoil) => {
    copy('limiter.json')
    spoil()
    const { code, out, last } = await verify(folder)
    const { problems } = JSON.parse(out[0] ?? '')
    expect(problems[0].path).toMatch(/^pacer-x\.json/)
    expect(last).toBe(`${countCalls() * 4} values, 0 mismatches`)
    expect(code).toBe(1)
  })

  it.each([
    ['a folder without recordings', () => folder],
    ['a folder that is not there', () => join(folder, 'nowhere')],
  ])('fails on %s', async (_, where) => {
    const { code, out, last } = await verify(where())
    expect(JSON.parse(out[0] ?? '').problems).toHaveLength(1)
    expect(last).toBe('0 values, 0 mismatches')
    expect(code).toBe(1)
  })

  it('fails on an empty recording', async () => {
    writeFileSync(join(folder, 'limiter.json'), '[]')
    expect(await verify(folder)).toMatchObject({ code: 1, last: '0 values, 0 mismatches' })
  })

  it.each([[[]], [['a', 'b']]])('asks for one folder: %j', async (args) => {
    expect(await verify(...args)).toMatchObject({ code: 2, out: [], err: 'usage: sawtooth verify-pacer DIR\n' })
  })
})

function countCalls(): number {
  const runs: { Steps: unknown[] }[] = JSON.parse(readFileSync(join(RECORDED, 'limiter.json'), 'utf8'))
  return runs.reduce((sum, { Steps }) => sum + Steps.length, 0)
}
