import { formatShare } from '../../format.ts'
import { bucketAt, gcShareAt } from '../../model/gc-share.ts'
import { scale } from '../path.ts'
import type { Crosshair, ReadoutRow } from '../readout/crosshair.ts'
import { explainedRegion } from '../readout/explained.ts'
import type { Scene } from '../scene.ts'

/** Shows the crosshair with the values of the GC CPU chart at an instant, or hides it. */
export function readOutCpu(crosshair: Crosshair, scene: Scene, time: number | null): void {
  const { trace, window, frame, y } = scene
  const share = time === null ? undefined : gcShareAt(trace, time)
  if (time === null || time < window[0] || time > window[1]) {
    crosshair.hide()
    return
  }
  const rows: ReadoutRow[] = []
  if (share !== undefined) rows.push({ kind: 'gc', name: 'GC share', value: formatShare(share) })
  const fill = bucketAt(trace, time)
  if (!Number.isNaN(fill)) rows.push({ kind: 'bucket', name: 'bucket', value: formatShare(fill) })
  const dots = share === undefined ? [] : [scale(y, share)]
  crosshair.show(frame, scale(frame.x, time), rows, dots, explainedRegion(scene, time, share ?? 0))
}
