import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TimeRange } from '../charts/chart.ts'
import type { App } from '../store/store.ts'

/** The time axis as the charts drew it last: what stands under them on the same axis follows it. */
export interface Axis {
  readonly window: TimeRange
  /** Of the chart, in pixels, margins included. */
  readonly width: number
  /** Height of the type. */
  readonly em: number
  /** Of the heap chart, in pixels, and the top of its memory axis in bytes. */
  readonly height: number
  readonly memoryMax: number
}

/** How far the axes should reach at least: seconds and bytes. */
export interface AxisReach {
  readonly time: number
  readonly memory: number
}

interface AxisChannel {
  readonly store: StoreApi<Axis>
  publish(axis: Axis): void
  /** What stands under the charts may go on after the run; what is drawn over them may stand above it. */
  readonly reach: StoreApi<AxisReach>
  extend(time: number, memory?: number): void
}

const CHANNELS = new WeakMap<App, AxisChannel>()

/** The axis of an app's figure; of no width until it has been drawn. */
export function axisOf(app: App): AxisChannel {
  const known = CHANNELS.get(app)
  if (known) return known
  const store = createStore<Axis>()(() => ({ window: [0, 1], width: 0, em: 13, height: 0, memoryMax: 1 }))
  const reach = createStore<AxisReach>()(() => ({ time: 0, memory: 0 }))
  const channel = {
    store,
    reach,
    extend: (time: number, memory = 0) => reach.setState({ time, memory }),
    publish(axis: Axis) {
      const toText = ({ window, ...rest }: Axis) => JSON.stringify([...window, ...Object.values(rest)])
      if (toText(axis) !== toText(store.getState())) store.setState(axis)
    },
  }
  CHANNELS.set(app, channel)
  return channel
}
