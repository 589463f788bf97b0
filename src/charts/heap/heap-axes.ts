import { clockOf } from '../../model/clock.ts'
import { createTimeAxis, createValueAxis } from '../axes.ts'
import { append, type Mark } from '../dom.ts'
import { LEADER_EMS } from '../layout.ts'
import type { Scene } from '../scene.ts'
import { memoryTicks, type Ticks } from '../ticks.ts'

const TIME_LABEL_EMS = 1.95
/** The height of one figure on the memory axis, in ems. */
const MEMORY_TICK_EMS = 4.2

/** The unit of the time axis, and a shorter form if there is little room. */
const TIME_TITLES = { cpu: ['CPU seconds', 'CPU s'], wall: ['elapsed seconds', 'elapsed s'] } as const

/** Draws the time axis and the memory axis. @returns the unit of the memory axis */
export function createHeapAxes(root: Mark): (scene: Scene, memoryMax: number) => Ticks {
  const drawTime = createTimeAxis(root, TIME_LABEL_EMS)
  const drawMemory = createValueAxis(root)
  const unit = append(root, 'text', 'unit')
  const timeTitle = append(root, 'text', 'title')
  return (scene, memoryMax) => {
    const { trace, frame, y } = scene
    const { left, right, top, bottom, em, height } = frame
    const memory = memoryTicks(memoryMax, Math.max(2, Math.floor(height / (MEMORY_TICK_EMS * em))))
    drawMemory(frame, memory.list, y)
    drawTime(scene)
    unit.at(left - 0.6 * em, Math.round(top - 0.65 * em)).text(memory.unit.name)
    timeTitle.at(right + LEADER_EMS * em, Math.round(bottom + TIME_LABEL_EMS * em))
    timeTitle.text(TIME_TITLES[clockOf(trace)][frame.isNarrow ? 1 : 0])
    return memory
  }
}
