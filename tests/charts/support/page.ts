import { Window } from 'happy-dom'
import type { AxisModel, ChartHandlers, HeapChartModel } from '../../../src/charts/chart.ts'
import { fitScales } from '../../../src/charts/scales.ts'
import { endOf } from '../../../src/model/steps.ts'
import type { Trace } from '../../../src/model/trace.ts'

/** A page without a browser. happy-dom's types are its own, the objects are the DOM's. */
export function createPage() {
  const window = new Window()
  const document = window.document as unknown as Document
  const send = (node: SVGSVGElement, type: string, init: Record<string, unknown> = {}) => {
    const event = new window.PointerEvent(type, {
      bubbles: true,
      button: 0,
      pointerType: 'mouse',
      pointerId: 1,
      ...init,
    })
    node.dispatchEvent(event as unknown as Event)
  }
  return { document, send }
}

/** Handlers that write down what they were told. */
export function createRecorder() {
  const cursors: (number | undefined)[] = []
  const zooms: (readonly [number, number] | undefined)[] = []
  const handlers: ChartHandlers = {
    onCursor: (time) => cursors.push(time),
    onZoom: (window) => zooms.push(window),
  }
  return { cursors, zooms, handlers }
}

export function heapModel(trace: Trace, rest: Partial<HeapChartModel> = {}): HeapChartModel {
  return {
    trace,
    window: [0, endOf(trace)],
    memoryMax: fitScales(trace, undefined).memoryMax,
    size: { width: 900, height: 380 },
    label: 'a run',
    ...rest,
  }
}

export function cpuModel(trace: Trace, rest: Partial<AxisModel> = {}): AxisModel {
  return {
    trace,
    window: [0, endOf(trace)],
    size: { width: 900, height: 120 },
    label: 'its GC',
    ...rest,
  }
}

/** Every attribute of every element of a drawing, and every text, that holds something that is no number. */
export function notNumbers(node: Element): string[] {
  const found: string[] = []
  for (const element of [node, ...node.querySelectorAll('*')]) {
    for (const { name, value } of element.attributes) {
      if (/NaN|Infinity|undefined/.test(value))
        found.push(`${element.tagName}.${element.getAttribute('class')} ${name}`)
    }
    if (element.children.length === 0 && /NaN|Infinity|undefined/.test(element.textContent ?? ''))
      found.push(`text ${element.textContent}`)
  }
  return found
}

/** The prototype that a method of an object comes from: where a spy sees the calls on every such object. */
export function prototypeWith<K extends string>(
  object: object,
  method: K,
): Record<K, (...given: unknown[]) => unknown> {
  let found: object | null = object
  while (found && !Object.hasOwn(found, method)) found = Object.getPrototypeOf(found)
  if (!found) throw new Error(`no ${method}`)
  return found as Record<K, (...given: unknown[]) => unknown>
}
