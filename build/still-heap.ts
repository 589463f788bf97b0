import { createRoot } from '../src/charts/dom.ts'
import { createHeapLines } from '../src/charts/heap/heap-lines.ts'
import { toLinearScale } from '../src/charts/path.ts'
import { fitScales } from '../src/charts/scales.ts'
import type { Scene } from '../src/charts/scene.ts'
import { createStack } from '../src/charts/stack.ts'
import { StillDocument, type StillElement } from '../src/charts/still/document.ts'
import { endOf } from '../src/model/steps.ts'
import type { Trace } from '../src/model/trace.ts'

/** The plot is stretched to its place (first-paint.css), so it is finer than it is ever shown. */
const SIDE = 2000

/** A run's stack and lines as the heap chart draws them, without what has to be written in a size of its own. */
export function drawStillHeap(trace: Trace): string {
  const root = createRoot(new StillDocument() as unknown as Document, 'still-heap')
  const window = [0, endOf(trace)] as const
  const plot = { left: 0, right: SIDE, top: 0, bottom: SIDE, width: SIDE, height: SIDE, outerWidth: SIDE }
  const frame = { ...plot, em: 13, isNarrow: false, x: toLinearScale(window, [0, SIDE]) }
  const y = toLinearScale([0, fitScales(trace, undefined).memoryMax], [SIDE, 0])
  const scene: Scene = { trace, window, frame, y }
  for (const create of [createStack, createHeapLines]) create(root)(scene)
  const { children } = root.element as unknown as StillElement
  const paths = children
    .filter((path) => path.getAttribute('d'))
    .map((path) => `<path class="${path.getAttribute('class')}" d="${path.getAttribute('d')}"/>`)
  return `<svg class="chart still-heap" viewBox="0 0 ${SIDE} ${SIDE}" preserveAspectRatio="none">${paths.join('')}</svg>`
}
