import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PARAMETERS } from '../../src/scenario/params.ts'
import { defaultScenario, findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink, SOURCE_KEYS } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { type LinkView, VIEW_KEYS } from '../../src/share/view.ts'

const spike = defaultScenario()
const word = fc.stringMatching(/^[a-z](-?[a-z0-9]){0,9}$/)

/** Each field is present or absent, never undefined, as in links. */
const anyView = fc.record(
  {
    zoom: fc
      .tuple(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.double({ min: 1e-3, max: 1e9, noNaN: true }))
      .map(([start, length]) => ({ start, end: start * 1.001 + length })),
    hold: fc.boolean(),
    axis: fc.constantFrom('cpu' as const, 'wall' as const),
    present: fc.boolean(),
    map: fc.boolean(),
    edit: fc.boolean(),
    advise: fc.boolean(),
    compare: fc.boolean(),
    show: word,
    hide: fc.array(word, { minLength: 1, maxLength: 5 }),
    theme: fc.constantFrom('auto' as const, 'light' as const, 'dark' as const),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<LinkView>

describe('view state in links', () => {
  it('is written as a person would write it', () => {
    const view = { zoom: { start: 2.5, end: 4.75 }, present: true, hide: ['gogc', 'memory-limit'] }
    expect(encodeLink({ scenario: spike, presetId: 'spike', view })).toBe(
      '#v=1&preset=spike&zoom=2.5~4.75&present=1&hide=gogc.memory-limit',
    )
    const long = { zoom: { start: 1.23456789, end: 98.7654321 } }
    expect(encodeLink({ scenario: spike, view: long })).toBe('#v=1&preset=spike&zoom=1.23457~98.7654')
  })

  it('is read back, times to 6 digits', () => {
    fc.assert(
      fc.property(anyView, fc.boolean(), (view, isPacked) => {
        const scenario = isPacked ? { ...spike, title: 'Own' } : spike
        const { theme: _, show: __, ...travels } = view
        const decoded = decodeLink(encodeLink({ scenario, view }))
        expect(decoded.problems).toEqual([])
        const { zoom, ...rest } = decoded.view
        const { zoom: sent, ...sentRest } = travels
        expect(rest).toEqual(sentRest)
        // Rounding to 6 significant digits moves a number by at most half of the sixth: 5e-6 of it.
        if (sent) {
          expect(Math.abs(zoom!.start - sent.start)).toBeLessThanOrEqual(sent.start * 5.1e-6)
          expect(Math.abs(zoom!.end - sent.end)).toBeLessThanOrEqual(sent.end * 5.1e-6)
        } else expect(zoom).toBeUndefined()
      }),
    )
  })

  it('is written again from any link that is read', () => {
    const time = fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.double({ min: 0, noNaN: true }))
    const width = fc.oneof(fc.double({ min: 0, max: 1e-6, noNaN: true }), fc.double({ min: 0, noNaN: true }))
    const zoom = fc.tuple(time, width).map(([start, share]) => [start, start === 0 ? share : start * (1 + share)])
    fc.assert(
      fc.property(zoom, fc.constantFrom('link' as const, 'embed' as const), (times, door) => {
        const text = times.map((seconds) => String(seconds).replace('e+', 'e')).join('~')
        const { scenario, view } = decodeLink(`#v=1&preset=spike&zoom=${text}`)
        const again = decodeLink(encodeLink({ scenario, presetId: 'spike', view }, door))
        expect(again.problems).toEqual([])
        expect(Object.keys(again.view)).toEqual(Object.keys(view))
      }),
    )
  })

  it('keeps a zoom that is narrower than 6 digits can say, and leaves out one without width', () => {
    const link = (zoom: { start: number; end: number }) => encodeLink({ scenario: spike, view: { zoom } })
    expect(link({ start: 2.5, end: 2.5000001 })).toBe('#v=1&preset=spike&zoom=2.5~2.5000001')
    expect(link({ start: 2.5, end: 2.5 })).toBe('#v=1&preset=spike')
  })

  it.each([
    ['zoom=0~2', { zoom: { start: 0, end: 2 } }],
    ['hold=true', { hold: true }],
    ['hold=false', { hold: false }],
    ['hold=0', { hold: false }],
    ['hide=gogc.procs', { hide: ['gogc', 'procs'] }],
  ])('%s is read, as a person may write it', (pair, view) => {
    expect(decodeLink(`#v=1&preset=spike&${pair}`)).toMatchObject({ view, problems: [] })
  })

  it.each(['zoom=2~2', 'zoom=5~2', 'zoom=1~1e999', 'zoom=-1~2', 'hold=off', 'hide=gogc..procs', 'hide=gogc.a_b'])(
    '%s is a problem, and left out',
    (pair) => {
      const [path] = pair.split('=')
      expect(decodeLink(`#v=1&preset=spike&${pair}`)).toMatchObject({ view: {}, problems: [{ path }] })
    },
  )

  it('the clock of the axis is in every link, and an unknown clock is a problem', () => {
    const state = { scenario: spike, presetId: 'spike', view: { axis: 'wall' as const } }
    for (const door of ['link', 'embed'] as const) expect(encodeLink(state, door)).toBe('#v=1&preset=spike&axis=wall')
    expect(decodeLink('#v=1&preset=spike&axis=moon')).toMatchObject({ view: {}, problems: [{ path: 'axis' }] })
  })

  it.each(['auto', 'light', 'dark'] as const)('the theme %s is read from an embed’s link', (theme) => {
    const { view, problems } = decodeLink(`#v=1&preset=spike&theme=${theme}`)
    expect([view.theme, problems]).toEqual([theme, []])
  })

  it('an unknown theme is a problem that names the known ones', () => {
    const { view, problems } = decodeLink('#v=1&preset=spike&theme=blue')
    expect(view.theme).toBeUndefined()
    expect(problems.map(({ message }) => message).join()).toContain('auto, light or dark')
  })

  it('a theme is in the link of an embed, but not in other links', () => {
    const state = { scenario: spike, presetId: 'spike', view: { theme: 'dark' as const, edit: true } }
    expect(encodeLink(state, 'link')).toBe('#v=1&preset=spike&edit=1')
    expect(encodeLink(state, 'embed')).toBe('#v=1&preset=spike&theme=dark')
  })

  it('a name that would break the link throws, since it is our own mistake', () => {
    expect(() => encodeLink({ scenario: spike, view: { hide: ['heap & more'] } })).toThrow('heap & more')
  })

  it('a key that never had an effect is neither a problem nor sent on', () => {
    const { view, problems, kept } = decodeLink('#v=1&preset=spike&chart=heap&lesson=limits&step=0')
    expect({ view, problems, kept }).toEqual({ view: {}, problems: [], kept: ['“Transient spike”'] })
  })

  it('two variations of one preset are a readable link', () => {
    const gogc = (percent: number) => ({ kind: 'percent' as const, percent })
    const state = {
      scenario: { ...spike, gogc: gogc(200) },
      presetId: 'spike',
      pinned: { scenario: { ...spike, gogc: gogc(50) }, presetId: 'spike' },
    }
    expect(encodeLink(state)).toBe('#v=1&preset=spike&gogc=200&pin.preset=spike&pin.gogc=50')
  })

  it('keys of view state, knobs and the link itself are all different', () => {
    const keys = [
      ...VIEW_KEYS,
      ...SOURCE_KEYS,
      'v',
      'z',
      'modelVersion',
      ...PARAMETERS.filter((p) => p.place === 'phase').map((p) => p.key),
    ]
    expect(new Set([...keys, 'phases', 'title', 'at']).size).toBe(keys.length + 3)
    for (const key of keys) expect(key).toMatch(/^[a-z][a-zA-Z]*$/)
  })

  it('says which model computed the sender’s result', () => {
    const link = encodeLink({ scenario: toScenario(findPreset('steady')!), modelVersion: 'runtime-1' })
    expect(link).toBe('#v=1&preset=steady&modelVersion=runtime-1')
    expect(decodeLink(link)).toMatchObject({ modelVersion: 'runtime-1', problems: [] })
  })
})
