import type { AppState } from '../../store/state.ts'
import type { App } from '../../store/store.ts'
import type { Address } from './address.ts'
import type { PageAddress } from './address-context.ts'

type LoadBridge = () => Promise<{
  connectAddress(app: App, address: Address, isFirst: boolean, before: readonly AppState[]): () => string
}>

/** How many gestures we keep until that part has come: as many steps as Back then undoes. It may never come. */
const MOST_STEPS = 50

/** Loads the part that reads and writes links late: a first screen without a link does not need it. */
export function createLateAddress(app: App, address: Address, load: LoadBridge): PageAddress {
  // A link that comes while the part loads is opened over the run that the page shows by then.
  const hasLink = address.read() !== ''
  const before = [app.store.getState()]
  const stopKeeping = app.store.subscribe(({ gesture: { id } }, last) => {
    if (id > last.gesture.id && last.gesture.id > 0) before.push(last)
    // The first one is the state of the plain address.
    if (before.length > 1 + MOST_STEPS) before.splice(1, 1)
  })
  let bridge: (() => string) | undefined
  let coming: Promise<void> | undefined
  const connectOnce = async () => {
    const { connectAddress } = await load()
    stopKeeping()
    bridge = connectAddress(app, address, hasLink, before)
  }
  return {
    toHref: () => bridge?.(),
    connect() {
      coming ??= connectOnce().catch((error: unknown) => {
        coming = undefined
        throw error
      })
      return coming
    },
  }
}
