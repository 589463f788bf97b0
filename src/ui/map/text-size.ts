import { TEXT_SIZE } from '../../charts/chart.ts'
import { useAppState } from '../context.ts'

/** For a projector, in pixels: the two charts stand beside each other, so it is smaller than that of the figure. */
const PRESENTED = 17
/** In a narrower chart, larger text would leave no room for the chart itself. */
const NARROW = 340

/** The text size of a chart beside the map, in pixels. @param width of the chart */
export function useTextSize(width: number): number {
  const isPresented = useAppState(({ view }) => view.present)
  return isPresented && width >= NARROW ? PRESENTED : TEXT_SIZE
}
