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
}

interface AxisChannel {
  readonly store: StoreApi<Axis>
  publish(axis: Axis): void
  /** How far the charts' axis should reach at least, in seconds: what stands under them may go on after the run. */
  readonly reach: StoreApi<number>
  extend(reach: number): void
}

const CHANNELS = new WeakMap<App, AxisChannel>()

/** The axis of an app's figure; of no width until it has been drawn. */
export function axisOf(app: App): AxisChannel {
  const known = CHANNELS.get(app)
  if (known) return known
  const store = createStore<Axis>()(() => ({ window: [0, 1], width: 0, em: 13 }))
  const reach = createStore<number>()(() => 0)
  const channel = {
    store,
    reach,
    extend: (until: number) => reach.setState(until, true),
    publish(axis: Axis) {
      const { window, width, em } = store.getState()
      const [start, end] = axis.window
      if (window[0] !== start || window[1] !== end || width !== axis.width || em !== axis.em) store.setState(axis)
    },
  }
  CHANNELS.set(app, channel)
  return channel
}
