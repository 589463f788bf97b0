import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createHeapChart } from '../../../src/charts/heap/heap-chart.ts'
import { UNKNOWN_SETTINGS } from '../../../src/gctrace/goals.ts'
import { toTrace } from '../../../src/gctrace/to-trace.ts'
import { TERMS } from '../../../src/lessons/terms.ts'
import { readAt } from '../../../src/model/reading.ts'
import { endOf } from '../../../src/model/steps.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { findPreset } from '../../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'
import { run } from '../../support/run.ts'
import { createPage, createRecorder, heapModel } from '../support/page.ts'
import { heightAt, linesOf, outlineOf } from '../support/path.ts'

const SPIKE = findPreset('spike')!.json

function draw(trace: Trace, cursorTime?: number) {
  const { document } = createPage()
  const chart = createHeapChart(document, createRecorder().handlers)
  chart.update(heapModel(trace, { cursorTime }))
  return chart
}

function runWith(memoryLimit: string, program: Readonly<Record<string, string>>) {
  return run({ ...SPIKE, model: 'runtime', memoryLimit, program: { ...(SPIKE.program as object), ...program } })
}

/** The lines of memory, each with whether it is drawn and what stands at its end. */
function memoryLines(memoryLimit: string, program: Readonly<Record<string, string>>) {
  const chart = draw(runWith(memoryLimit, program))
  const isDrawn = (kind: string) => (chart.node.querySelector(`.line.${kind}`)?.getAttribute('d') ?? '') !== ''
  const labels = [...chart.node.querySelectorAll('text')].map((text) => text.textContent ?? '')
  const isNamed = (name: string) => labels.some((label) => label.startsWith(name))
  return {
    total: isDrawn('total') && isNamed('total'),
    counted: isDrawn('counted') || isNamed('counted'),
  }
}

describe('the lines of memory', () => {
  it('are one if the container counts what the limit counts', () => {
    expect(memoryLines('50MiB', {})).toEqual({ total: true, counted: false })
  })

  it('are two under a limit if memory outside Go, or memory that is never touched, makes a difference', () => {
    for (const program of [{ outsideMemory: '8MiB' }, { untouched: '4MiB' }])
      expect(memoryLines('50MiB', program), JSON.stringify(program)).toEqual({ total: true, counted: true })
  })

  it('show as total what the container counts: with memory outside Go, without memory that is never touched', () => {
    const heightOf = (program: Readonly<Record<string, string>>) => {
      const { document } = createPage()
      const chart = createHeapChart(document, createRecorder().handlers)
      const trace = run({ ...SPIKE, model: 'runtime', program: { ...(SPIKE.program as object), ...program } })
      const model = heapModel(trace, { memoryMax: 128 * MIB })
      chart.update(model)
      const ends = linesOf(chart.node.querySelector('.line.total')!.getAttribute('d')!).at(-1)!.at(-1)!
      return { y: ends.y, container: readAt(trace, endOf(trace))!.container! }
    }
    const [plain, outside, untouched] = [{}, { outsideMemory: '8MiB' }, { untouched: '4MiB' }].map(heightOf)
    expect(outside!.container - plain!.container).toBe(8 * MIB)
    expect(untouched!.container - plain!.container).toBe(-4 * MIB)
    expect(outside!.y).toBeLessThan(plain!.y)
    expect(untouched!.y).toBeGreaterThan(plain!.y)
    const { meaning } = TERMS.find(({ name }) => name === 'total memory')!
    expect(meaning).toMatch(/container counts.*never touched/)
  })

  it('are one without a limit, because then nothing counts less', () => {
    expect(memoryLines('off', { outsideMemory: '8MiB' })).toEqual({ total: true, counted: false })
  })
})

describe('the read-out', () => {
  it('has the memory that counts towards GOMEMLIMIT only where its line is drawn', () => {
    const namesIn = (memoryLimit: string, program: Readonly<Record<string, string>>) =>
      [...draw(runWith(memoryLimit, program), 5.2).node.querySelectorAll('.readout .name')].map(
        ({ textContent }) => textContent,
      )
    expect(namesIn('100MiB', { outsideMemory: '8MiB' })).toContain('counted')
    expect(namesIn('100MiB', {})).not.toContain('counted')
    expect(namesIn('off', { outsideMemory: '8MiB' })).not.toContain('counted')
  })
})

describe('the name of new memory', () => {
  it('points into its band where a cycle ends with the run, as in a log', () => {
    const log = readFileSync('tests/fixtures/runs/logs/cache-a.log', 'utf8')
    const trace = toTrace(readLog(log).columns, UNKNOWN_SETTINGS)
    expect(trace.points.fresh[trace.points.count - 1]).toBe(0)
    const { node } = draw(trace)
    const plot = node.querySelector('.plot')!
    const right = Number(plot.getAttribute('x')) + Number(plot.getAttribute('width'))
    const [live, all] = ['live', 'fresh'].map((band) => heightAt(outlineOf(node, band), right - 1))
    const pointed = linesOf(node.querySelector('.leader.fresh')!.getAttribute('d')!)[0]![0]!.y
    expect(pointed).toBeGreaterThan(all!)
    expect(pointed).toBeLessThan(live!)
  })
})
