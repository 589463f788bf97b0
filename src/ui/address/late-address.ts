import type { AppState } from '../../store/state.ts'
import type { App } from '../../store/store.ts'
import type { Address } from './address.ts'
import type { PageAddress } from './address-context.ts'

type LoadBridge = () => Promise<{
  connectAddress(app: App, address: Address, isFirst: boolean, before: readonly AppState[]): () => string
}>

/** Loads the part that reads and writes links late: a first screen without a link does not need it. */
export function createLateAddress(app: App, address: Address, load: LoadBridge): PageAddress {
  // A link that comes while the part loads is opened over the run that the page shows by then.
  const hasLink = address.read() !== ''
  const before = [app.store.getState()]
  const stopKeeping = app.store.subscribe(
    ({ gesture: { id } }, last) => id > last.gesture.id && last.gesture.id > 0 && before.push(last),
  )
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
