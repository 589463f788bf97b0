import { describe, expect, it } from 'vitest'
import { call } from './harness.ts'

describe('sawtooth export', () => {
  it('draws the run as an SVG document with its settings and results in the picture', async () => {
    const { code, out } = await call(['export', 'spike', '--as', 'svg'])
    expect(code).toBe(0)
    expect(out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(out).toContain('Transient spike')
    expect(out).toContain('GOGC=100')
    // The guide's published figures for this run.
    expect(out).toContain('GC CPU 6.3 % · peak memory 60.0 MiB · total CPU time 10.67 s')
  })

  it('leads from the picture back to where the link came from', async () => {
    const { out } = await call(['export', 'https://example.org/sawtooth/#v=1&preset=spike&gogc=200', '--as', 'svg'])
    expect(out).toContain('href="https://example.org/sawtooth/#v=1&amp;preset=spike&amp;gogc=200"')
  })

  it('takes the theme, the zoom and hidden charts from the link', async () => {
    const light = await call(['export', '#v=1&preset=spike', '--as', 'svg'])
    const dark = await call(['export', '#v=1&preset=spike&theme=dark', '--as', 'svg'])
    const heapOnly = await call(['export', '#v=1&preset=spike&hide=cpu', '--as', 'svg'])
    expect(dark.out).not.toBe(light.out)
    expect(light.out).toContain('GC share of CPU time')
    expect(heapOnly.out).not.toContain('GC share of CPU time')
  })

  it('gives the settings as environment lines', async () => {
    const { out } = await call(['export', '#v=1&preset=spike&gogc=off&memoryLimit=1.5GiB&procs=4', '--as=env'])
    expect(out).toBe('GOGC=off\nGOMEMLIMIT=1536MiB\n')
  })

  it.each(['csv', 'cycles', 'scenario', 'yaml', 'go'])('gives %s', async (format) => {
    const { code, out } = await call(['export', 'steady', '--as', format])
    expect(code).toBe(0)
    expect(out).toMatch(/\S\r?\n$/)
  })

  it('prints a run of the runtime model as lines that the log reader reads, with its cycles', async () => {
    const link = '#v=1&preset=spike&model=runtime&procs=4'
    const { code, out } = await call(['export', link, '--as', 'gctrace'])
    expect(code).toBe(0)
    const read = await call(['gctrace', '-'], { stdin: out })
    const { cycles, problems } = JSON.parse(read.out) as { cycles: unknown[]; problems: unknown[] }
    const [result] = (await call(['simulate', link])).lines
    expect(cycles).toHaveLength(Number(result?.cycles))
    expect(problems).toEqual([])
  })

  it('has no gctrace of the guide model, which is not Go’s collector', async () => {
    const { code, lines } = await call(['export', 'spike', '--as', 'gctrace'])
    expect(code).toBe(1)
    expect(lines[0]).toMatchObject({ problems: [{ path: 'model' }] })
  })

  it('refuses a format that there is not, and says which there are', async () => {
    expect(await call(['export', 'spike', '--as', 'yml'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('did you mean "yaml"?'),
    })
    expect(await call(['export', 'spike'])).toMatchObject({ code: 2, err: expect.stringContaining('--as takes svg') })
    expect(await call(['export', '--as', 'svg'])).toMatchObject({ code: 2 })
    expect(await call(['export', 'spike', 'steady', '--as', 'svg'])).toMatchObject({ code: 2 })
    expect(await call(['export', 'spike', '--as', 'svg', '--dark'])).toMatchObject({ code: 2 })
  })

  it('prints the problems of a damaged link, and no picture', async () => {
    const { code, lines } = await call(['export', '#v=1&preset=spke', '--as', 'svg'])
    expect(code).toBe(1)
    expect(lines[0]).toHaveProperty('problems')
  })
})
