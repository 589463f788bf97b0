import { describe, expect, it } from 'vitest'
import { type KnownCells, keyOf, type MapKey } from '../../../src/charts/map/cells.ts'
import { SHARE_COLOURS, shareClass } from '../../../src/charts/map/colours.ts'
import { createLegendChart } from '../../../src/charts/map/legend-chart.ts'
import { createMapChart, frameOf, type MapModel } from '../../../src/charts/map/map-chart.ts'
import { placeAt, positionOf } from '../../../src/charts/map/map-frame.ts'
import { drawMapStill } from '../../../src/charts/map/map-picture.ts'
import { createStripChart } from '../../../src/charts/map/strip-chart.ts'
import { StillDocument, type StillElement } from '../../../src/charts/still/document.ts'
import { toAxes } from '../../../src/explore/map/axes.ts'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { levelOf, placeOf } from '../../../src/explore/map/order.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { MIB, OFF } from '../../../src/units.ts'
import { simulateCell } from '../../support/cell.ts'

const scenario = { ...toScenario(findPreset('spike')!), containerLimit: { kind: 'bytes', bytes: 70 * MIB } } as const
const axes = toAxes(scenario, { columns: 24, rows: 18 })
const size = { columns: axes.gogcs.length, rows: axes.limits.length }
const cells = axes.limits.flatMap((limit) => axes.gogcs.map((gogc) => simulateCell(scenario, gogc, limit)))
const whole: KnownCells = { ...size, cells }
const coarse: KnownCells = {
  ...size,
  cells: cells.map((cell, i) => (levelOf(placeOf(i, size), size) === 0 ? cell : undefined)),
}

const modelOf = (known: KnownCells): MapModel => ({
  axes,
  known,
  setting: { gogc: 100, memoryLimit: Infinity },
  pointed: undefined,
  container: 70 * MIB,
  size: { width: 640, height: 400 },
  label: 'A map',
})

function draw(known: KnownCells, width = 640): StillElement {
  const chart = createMapChart(new StillDocument() as unknown as Document)
  chart.update({ ...modelOf(known), size: { width, height: 400 } })
  return chart.node as unknown as StillElement
}

const elementsIn = (root: StillElement): StillElement[] => [root, ...root.children.flatMap(elementsIn)]
const pathsIn = (root: StillElement) => elementsIn(root).filter(({ localName }) => localName === 'path')
const textsIn = (root: StillElement) => elementsIn(root).filter(({ localName }) => localName === 'text')
const ofClass = (root: StillElement, name: string) =>
  pathsIn(root).filter((path) => path.getAttribute('class')?.split(' ').includes(name))
const drawn = (root: StillElement, name: string) => ofClass(root, name).some((path) => path.getAttribute('d'))
const rectsOf = (root: StillElement) =>
  pathsIn(root)
    .filter((path) => /^(filled|blank)$/.test(path.parentNode?.getAttribute('class') ?? ''))
    .reduce((count, path) => count + (path.getAttribute('d')?.match(/Z/g)?.length ?? 0), 0)
/** The colour of every rectangle over a place, in pixels. */
const coloursAt = (root: StillElement, x: number, y: number) =>
  pathsIn(root).flatMap((path) => {
    const holder = path.parentNode
    const name = holder?.getAttribute('class') ?? ''
    if (name !== 'filled' && name !== 'blank') return []
    const rects = (path.getAttribute('d') ?? '').matchAll(/M([\d.]+),([\d.]+)H([\d.]+)V([\d.]+)H/g)
    const isOver = ([, left, top, right, bottom]: RegExpMatchArray) =>
      Number(left) < x && x < Number(right) && Number(top) < y && y < Number(bottom)
    return [...rects].filter(isOver).map(() => holder?.getAttribute('fill') ?? name)
  })

describe('the map', () => {
  it('draws each cell once, in its own colour, and those that look alike together', () => {
    const root = draw(whole)
    const frame = frameOf(modelOf(whole))
    for (const [i, { result, dangers }] of cells.entries()) {
      const { column, row } = placeOf(i, size)
      const [x, y] = [positionOf(frame.x, axes.gogcs[column]!), positionOf(frame.y, axes.limits[row]!)]
      const isBlank = dangers[0] === 'killed' || dangers[0] === 'stopped'
      expect(coloursAt(root, x, y)).toEqual([
        isBlank ? 'blank' : SHARE_COLOURS[shareClass(result.compulsoryGcFraction)],
      ])
    }
    expect(rectsOf(root)).toBeLessThan(cells.length / 2)
  })

  it('draws only the cells that were filled in since the last update', () => {
    const filled = [...coarse.cells]
    const chart = createMapChart(new StillDocument() as unknown as Document)
    chart.update(modelOf({ ...size, cells: filled }))
    const root = chart.node as unknown as StillElement
    const before = rectsOf(root)
    const missing = filled.findIndex((cell, i) => !cell && levelOf(placeOf(i, size), size) === 1)
    filled[missing] = cells[missing]
    chart.update(modelOf({ ...size, cells: filled }))
    // The coarse grid stays below; on the finer one its cells are of their own size, with the new one among them.
    expect(rectsOf(root)).toBe(2 * before + 1)
  })

  it('draws the lines with the cells, or after them', () => {
    const chart = createMapChart(new StillDocument() as unknown as Document)
    const root = chart.node as unknown as StillElement
    chart.update({ ...modelOf(whole), areLinesLater: true })
    expect([rectsOf(root) > 0, drawn(root, 'isoline')]).toEqual([true, false])
    chart.update({ ...modelOf(whole), areLinesLater: false })
    expect(drawn(root, 'isoline')).toBe(true)
  })

  it('draws no line over the name of a line, and no name over the ring of the present setting', () => {
    const classes = elementsIn(draw(whole)).map((element) => element.getAttribute('class') ?? '')
    const last = (name: string) => classes.findLastIndex((one) => one.startsWith(name))
    expect(last('isoline-labels')).toBeGreaterThan(Math.max(last('handle-lines'), last('isoline ')))
    expect(last('isoline-labels')).toBeLessThan(classes.indexOf('handle'))
  })

  it('draws the coarse grid as blocks, without isolines', () => {
    const root = draw(coarse)
    expect(rectsOf(root)).toBe(coarse.cells.filter((cell) => cell !== undefined).length)
    expect(drawn(root, 'isoline')).toBe(false)
    expect(drawn(draw(whole), 'isoline')).toBe(true)
  })

  it('names lines of equal memory as figures, the ticks beside them as Go reads limits', () => {
    const texts = textsIn(draw(whole))
    const inside = (name: string) =>
      texts.filter((text) => text.parentNode?.getAttribute('class')?.includes(name)).map((text) => text.textContent)
    expect(inside('memory-line').length).toBeGreaterThan(0)
    for (const name of inside('memory-line')) expect(name).toMatch(/^[\d.]+ [MG]iB$/)
    expect(texts.filter((text) => /^[\d.]+MiB$/.test(text.textContent)).length).toBeGreaterThan(1)
  })

  it('marks killed and nearly killed cells by patterns', () => {
    const root = draw(whole)
    expect(cells.some(({ dangers }) => dangers[0] === 'killed')).toBe(true)
    expect(drawn(root, 'killed')).toBe(true)
    expect(drawn(root, 'could-be-killed')).toBe(cells.some(({ dangers }) => dangers[0] === 'could-be-killed'))
    expect(drawn(root, 'stopped')).toBe(false)
  })

  it('maps each setting to a pixel and back', () => {
    const frame = frameOf(modelOf(whole))
    for (const [column, gogc] of axes.gogcs.entries())
      for (const [row, limit] of axes.limits.entries())
        expect(placeAt(frame, positionOf(frame.x, gogc), positionOf(frame.y, limit))).toEqual({ column, row })
  })

  it.each([300, 480, 900])('keeps GOGC off apart from the settings beside it, %i pixels wide', (width) => {
    const texts = textsIn(draw(whole, width))
    const placeOf = (name: RegExp) =>
      Math.max(
        ...texts
          .filter(({ textContent }) => name.test(textContent ?? ''))
          .map((text) => Number(text.getAttribute('x'))),
      )
    expect(placeOf(/^off$/) - placeOf(/^\d+$/)).toBeGreaterThan(2.5 * 13)
  })

  it('is exported as a picture in light and dark', () => {
    for (const shade of ['light', 'dark'] as const) {
      const { svg } = drawMapStill({ ...modelOf(whole), scenario, modelVersion: 'guide-1', shade })
      expect(svg).toMatch(/^<svg xmlns=/)
      expect(svg).toContain('GOMEMLIMIT')
      expect(svg).toContain('model guide-1')
      expect(svg).not.toContain('var(--')
    }
  })
})

describe('a strip of the map', () => {
  const strip: KnownCells = {
    columns: size.columns,
    rows: 1,
    cells: axes.gogcs.map((gogc) => simulateCell({ ...scenario, containerLimit: OFF }, gogc, 60 * MIB)),
  }

  function drawStrip() {
    const chart = createStripChart(new StillDocument() as unknown as Document)
    const model = { along: 'gogc', axes, known: strip, value: 100, pointed: undefined, label: 'A strip' } as const
    chart.update({ ...model, size: { width: 640, height: 300 } })
    return chart.node as unknown as StillElement
  }

  it('has more figures than two on its memory axis, and its curves stay below the edge', () => {
    const root = drawStrip()
    const right = textsIn(root).filter((text) => /ticks start/.test(text.getAttribute('class') ?? ''))
    expect(right.length).toBeGreaterThan(3)
    const top = 2 * 13
    for (const name of ['memory-curve', 'gc-curve']) {
      const path = ofClass(root, name)[0]!.getAttribute('d')!
      const heights = [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y))
      expect(Math.min(...heights), name).toBeGreaterThan(top + 5)
    }
  })

  it('is exported as a picture that says which setting it varies', () => {
    const picture = {
      ...modelOf(strip),
      setting: { gogc: 100, memoryLimit: 60 * MIB },
      scenario,
      modelVersion: 'guide-1',
    }
    const { svg } = drawMapStill({ ...picture, along: 'gogc', shade: 'light' })
    expect(svg).toContain('every GOGC with GOMEMLIMIT=60MiB')
    expect(svg).toContain('peak memory')
    expect(svg).not.toContain('var(--')
  })
})

describe('the legend of the map', () => {
  const legend = (hasIdle: boolean, shown: MapKey = { dangers: [], fineness: 1 }) => {
    const chart = createLegendChart(new StillDocument() as unknown as Document)
    chart.update({ width: 600, em: 12, hasIdle, shown })
    return textsIn(chart.node as unknown as StillElement).map(({ textContent }) => textContent)
  }

  it('speaks of idle CPUs only for a model that has them', () => {
    expect(legend(true)).toContain('GC CPU, without marking on idle CPUs')
    expect(legend(false)).toContain('GC CPU')
    expect(legend(false).join()).not.toContain('idle')
  })

  it('explains only the patterns that are on the map', () => {
    const only = legend(false, { dangers: ['over-limit'], fineness: 1 })
    expect(only).toContain('memory over GOMEMLIMIT')
    expect(only.join()).not.toContain('killed')
  })

  it('says that the steps of the colours are finer than on other maps', () => {
    expect(legend(false)).toContain('50 %')
    const fine = legend(false, { dangers: [], fineness: 10 })
    expect(fine).toContain('GC CPU; steps 10 times finer than on other maps')
    expect(fine).toContain('0.1')
    expect(fine).toContain('5 %')
    expect(fine).not.toContain('50 %')
  })
})

describe('the key of a map', () => {
  const cell = simulateCell(scenario, 100, Infinity)
  const toKey = (shares: readonly number[], dangers: Cell['dangers'] = []) =>
    keyOf({
      columns: shares.length,
      rows: 1,
      cells: shares.map((compulsoryGcFraction) => ({
        ...cell,
        dangers,
        result: { ...cell.result, outcome: { kind: 'completed' }, compulsoryGcFraction },
      })),
    })

  it('has the same steps for every map where GC costs more than the first of them somewhere', () => {
    expect(toKey([0.001, 0.004, 0.02]).fineness).toBe(1)
    expect(toKey([0.3]).fineness).toBe(1)
    expect(keyOf({ columns: 1, rows: 1, cells: [undefined] })).toEqual({ dangers: [], fineness: 1 })
  })

  it('has finer steps where GC costs less than the first with nearly every setting that no limit rules', () => {
    expect(toKey([0.0005, 0.002, 0.009]).fineness).toBe(10)
    expect(toKey([0.0002, 0.0003]).fineness).toBe(100)
    expect(toKey([0.0002, 0.0003], ['over-limit']).fineness).toBe(1)
  })

  it('has the worst danger of each cell', () => {
    expect(toKey([0.1], ['killed', 'over-limit']).dangers).toEqual(['killed'])
  })
})
