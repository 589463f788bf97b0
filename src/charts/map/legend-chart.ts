import { DANGER_WORDS } from '../../explore/map/words.ts'
import type { Danger } from '../../model/judgement/dangers.ts'
import { append, createRoot, type Mark, nameImage } from '../dom.ts'
import { textEms } from '../layout.ts'
import { sizeRoot } from '../scene.ts'
import { createWriter, type Write } from '../writer.ts'
import type { MapKey } from './cells.ts'
import { SHARE_COLOURS, SHARE_STEPS } from './colours.ts'
import { hatch, toOutline } from './hatch.ts'

interface LegendModel {
  readonly width: number
  readonly em: number
  /** Whether the model has idle CPUs, whose marking does not count. */
  readonly hasIdle: boolean
  /** Whether it is the legend of a strip, whose curves have names at their axes. */
  readonly isStrip?: boolean
  readonly shown: MapKey
}

const SWATCH = { width: 2.2, height: 1.1 }
const LINE_EMS = 1.8
const STEP_EMS = 2.7
/** With less room beside the colours, the patterns are below them. */
const BESIDE_EMS = 22

interface Entry {
  readonly name: string
  readonly draw: (left: number, top: number, right: number, bottom: number) => void
}

/** Patterns and lines are beside or below the colours. `update` returns their height. */
export function createLegendChart(document: Document) {
  const root = createRoot(document, 'map-legend')
  const group = append(root, 'g')
  const add = (className: string, d: string) => append(group, 'path', className).set('d', d)
  const toPattern = (danger: Danger): Entry => ({
    name: DANGER_WORDS[danger],
    draw(left, top, right, bottom) {
      const box = { left, top, right, bottom }
      add('swatch-box', toOutline(box))
      append(append(group, 'g', 'cells'), 'path', `hatch ${danger}`).set('d', hatch(danger, box))
    },
  })
  const line = (className: string, name: string): Entry => ({
    name,
    draw: (left, top, right, bottom) => void add(`isoline ${className}`, `M${left},${(top + bottom) / 2}H${right}`),
  })
  const write = createWriter(group)
  const lines = [line('gc-line', 'GC CPU at 5, 10, 25 %'), line('memory-line', 'peak container memory')]
  return {
    node: root.element,
    update({ width, em, hasIdle, isStrip = false, shown: { dangers, fineness } }: LegendModel) {
      group.element.textContent = ''
      const steps = fineness > 1 ? `; steps ${fineness} times finer than on other maps` : ''
      write(`GC CPU${hasIdle ? ', without marking on idle CPUs' : ''}${steps}`, 0, em, 'ticks start')
      const step = Math.min(STEP_EMS * em, width / SHARE_COLOURS.length)
      const below = drawScale(group, write, step, em, fineness)
      const beside = step * SHARE_COLOURS.length + 2 * em
      const [start, top] = width - beside > BESIDE_EMS * em ? [beside, 1.5 * em] : [0, below]
      let [x, y] = [start, top]
      const entries = dangers.map(toPattern)
      for (const { name, draw } of isStrip ? entries : [...entries, ...lines]) {
        const length = (SWATCH.width + 0.6 + textEms(name)) * em
        if (x > start && x + length > width) [x, y] = [start, y + LINE_EMS * em]
        draw(x, y, x + SWATCH.width * em, y + SWATCH.height * em)
        write(name, x + (SWATCH.width + 0.6) * em, y + 0.95 * em, 'ticks start')
        x += length + 1.2 * em
      }
      const height = Math.ceil(Math.max(below, y + 1.6 * em))
      sizeRoot(root, { width, height }, em)
      nameImage(root, 'Legend of the map')
      return height
    },
  }
}

/** The colours with the shares between them. @returns where the next line begins */
function drawScale(group: Mark, write: Write, step: number, em: number, fineness: number): number {
  const cells = append(group, 'g', 'cells')
  const [top, bottom] = [1.5 * em, 2.5 * em]
  for (const [i, colour] of SHARE_COLOURS.entries()) {
    const holder = append(cells, 'g').set('fill', colour)
    append(holder, 'path').set('d', toOutline({ left: i * step, right: (i + 1) * step, top, bottom }))
  }
  for (const [i, share] of SHARE_STEPS.entries()) {
    const percent = Number(((100 * share) / fineness).toPrecision(2))
    write(i + 1 < SHARE_STEPS.length ? `${percent}` : `${percent} %`, (i + 1) * step, bottom + 1.2 * em, 'ticks middle')
  }
  return bottom + 2.1 * em
}
