import { afterAll, describe, expect, it } from 'vitest'
import { gcLine } from '../gctrace/support.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(folder.remove)

describe('sawtooth gctrace', () => {
  it('prints the cycles and problems of a file as one object', async () => {
    const file = folder.write('app.log', `starting\n${gcLine(1, 0.5)}\r\n${gcLine(2, 1.25)} (forced)\n`)
    const { code, lines } = await call(['gctrace', file])
    expect(code).toBe(0)
    const [{ cycles, problems } = {}] = lines as unknown as Record<string, unknown>[]
    expect(cycles).toMatchObject([
      { number: 1, startSeconds: 0.5, heapLiveMiB: 20, forced: false, run: 0, stream: 0, line: 2 },
      { number: 2, startSeconds: 1.25, forced: true, line: 3 },
    ])
    expect(problems).toMatchObject([{ path: 'line 1', kind: 'other-output', count: 1 }])
  })

  it('prints what the cycles show beside them', async () => {
    const { lines } = await call(['gctrace', 'tests/fixtures/settings/forcedgc-gogc100-limitoff.log'])
    expect(lines[0]?.findings).toEqual([
      expect.objectContaining({ run: 0, kind: 'forced', title: 'The program calls runtime.GC again and again' }),
    ])
  })

  it('also diagnoses a log of forced cycles only', async () => {
    const stdin = Array.from({ length: 20 }, (_, i) => `${gcLine(i + 1, i)} (forced)`).join('\n')
    const { lines } = await call(['gctrace', '-'], { stdin })
    expect(lines[0]?.findings).toEqual([
      expect.objectContaining({ kind: 'forced', title: 'The program calls runtime.GC again and again' }),
    ])
  })

  it('reads standard input, cut anywhere, even within a character', async () => {
    const bytes = new TextEncoder().encode(`${gcLine(1, 0.5).replaceAll('->', '→')}\n`)
    const { code, lines } = await call(['gctrace', '-'], { stdin: Array.from(bytes, (byte) => Uint8Array.of(byte)) })
    expect(code).toBe(0)
    expect(lines[0]).toMatchObject({ cycles: [{ heapStartMiB: 40, heapEndMiB: 42 }], problems: [] })
  })

  it('writes many cycles piece by piece', async () => {
    const stdin = Array.from({ length: 2500 }, (_, i) => gcLine(i + 1, i)).join('\n')
    const { lines } = await call(['gctrace', '-'], { stdin })
    expect((lines[0]!.cycles as { number: number }[]).map(({ number }) => number).at(-1)).toBe(2500)
  })

  it.each([
    ['nothing', '', 'empty'],
    ['something else', 'hello\n', 'not-gctrace'],
    ['the form of Go 1.4', 'gc8(4): 3+15+900+40 us, 7 -> 14 MB, 902 (4000-3097) objects\n', 'too-old'],
  ])('says what is wrong with %s, and exits 1', async (_, stdin, kind) => {
    const { code, lines } = await call(['gctrace', '-'], { stdin })
    expect(code).toBe(1)
    expect((lines[0]!.problems as { kind: string }[])[0]?.kind).toBe(kind)
  })

  it('says that a file is not there, or a folder', async () => {
    const missing = await call(['gctrace', `${folder.path}/no.log`])
    expect(missing).toMatchObject({
      code: 1,
      lines: [{ problems: [{ message: expect.stringContaining('no such file') }] }],
    })
    expect(await call(['gctrace', folder.path])).toMatchObject({ code: 1 })
  })

  it('wants one file', async () => {
    expect((await call(['gctrace'])).code).toBe(2)
    expect((await call(['gctrace', 'a', 'b'])).code).toBe(2)
    expect((await call(['gctrace', '-', '--cycles'])).code).toBe(2)
  })
})
