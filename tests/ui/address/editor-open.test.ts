import { expect, it } from 'vitest'
import type { Address, Entry } from '../../../src/ui/address/address.ts'
import { connectAddress } from '../../../src/ui/address/address-bridge.ts'
import { createBareApp } from '../support/app.ts'

/** The page under an address that writes down its entries: a step adds one, a preview replaces the last. */
function open(link: string) {
  const entries = [link]
  const address = {
    read: () => link,
    own: () => undefined,
    onNavigate: () => {},
    commit: ({ fragment }: Entry) => entries.push(fragment),
    preview: (toEntry: () => Entry) => entries.splice(-1, 1, toEntry().fragment),
    flush: () => {},
    hrefOf: (fragment: string) => fragment,
  } as unknown as Address
  const app = createBareApp()
  return { entries, toHref: connectAddress(app, address), state: app.store.getState }
}

it('the address says that the editor is open, after a step too, but copied links do not', () => {
  const { entries, toHref, state } = open('#v=1&preset=spike&edit=1')
  expect(state().isEditing).toBe(true)
  state().loadPreset('steady')
  expect(entries.slice(1)).toEqual(['#v=1&preset=steady&edit=1'])
  expect(toHref()).toBe('#v=1&preset=steady')
  state().showEditor(false)
  expect(entries.slice(1)).toEqual(['#v=1&preset=steady'])
  state().showEditor(true)
  expect(entries.slice(1)).toEqual(['#v=1&preset=steady&edit=1'])
})
