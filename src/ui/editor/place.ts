import type { Drawing } from '../../scenario/draw/drawing.ts'
import type { Geometry } from './geometry.ts'
import type { Session } from './session.ts'

/*
 * Each handle is told numbers alone, and renders again only when one of them is another; what it does it reads when it
 * is taken hold of. Of what a drag moves most handles only change their place.
 */

export function drawingOf({ state }: Session): Drawing {
  return state.getState().draft.drawing
}

export interface PlaceProps {
  readonly phase: number
  /** Pixels from the strip's left edge. */
  readonly x: number
  /** The geometry as it is when asked. */
  readonly getGeometry: () => Geometry
}
