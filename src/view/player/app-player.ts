import { type App, shownRun } from '../../store/store.ts'
import { toSpokenValues } from '../spoken-values.ts'
import { listenToSpace } from './play-button.ts'
import { createPlayer, type PlayerPart } from './player-part.ts'

interface AppPlayerOptions {
  readonly charts: () => HTMLElement | null
  /** Also shows the values at the cursor. */
  readonly hasValues?: boolean
}

export function createAppPlayer({ store, runs, axis }: App, { charts, hasValues }: AppPlayerOptions): PlayerPart {
  const run = () => shownRun(store.getState(), runs).trace
  const player = createPlayer({
    place: () => ({ trace: run(), cursor: store.getState().cursor, window: store.getState().view.window }),
    moveTo: (time) => store.getState().moveCursor(time),
    zoom: (window) => store.getState().zoom(window),
    figures() {
      const element = charts()
      const isWall = store.getState().view.clock === 'wall'
      return element ? [{ charts: element, window: axis.getState().window, trace: run(), isWall }] : []
    },
    ...(hasValues && { values: (time: number) => toSpokenValues(run(), time) }),
  })
  const subscriptions = [store.subscribe(player.update), axis.subscribe(player.update), listenToSpace(player.toggle)]
  return {
    ...player,
    destroy() {
      for (const unsubscribe of subscriptions) unsubscribe()
      player.destroy()
    },
  }
}
