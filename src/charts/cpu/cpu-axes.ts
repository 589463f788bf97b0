import { clockOf } from '../../model/clock.ts'
import { createTimeAxis, createValueAxis } from '../axes.ts'
import { append, type Mark } from '../dom.ts'
import type { Part } from '../scene.ts'
import type { Tick } from '../ticks.ts'

const SHARES: readonly Tick[] = [
  { value: 0, text: '0' },
  { value: 0.5, text: '50' },
  { value: 1, text: '100' },
]

/** Along elapsed time a share is one of all CPUs, idle ones included. */
const TITLES = {
  cpu: 'GC share of CPU time, from each cycle’s end to the next',
  wall: 'GC share of all GOMAXPROCS CPUs, from each cycle’s end to the next',
} as const

/** Per cent up the left; the time axis has its figures in the heap chart above. */
export function createCpuAxes(root: Mark): Part {
  const drawTime = createTimeAxis(root)
  const drawShares = createValueAxis(root)
  const title = append(root, 'text', 'title')
  const unit = append(root, 'text', 'unit').text('%')
  return (scene) => {
    const { trace, frame, y } = scene
    const { left, top, em, isNarrow } = frame
    drawShares(frame, SHARES, y)
    drawTime(scene)
    const above = Math.round(top - 0.65 * em)
    title.set('x', left).set('y', above)
    title.text(isNarrow ? 'GC share of CPU' : TITLES[clockOf(trace)])
    unit.set('x', left - 0.6 * em).set('y', above)
  }
}
