import { expect, it } from 'vitest'
import type { Address, Entry } from '../../../src/ui/address/address.ts'
import { connectAddress } from '../../../src/ui/address/address-bridge.ts'
import { createBareApp } from '../support/app.ts'

/** An address that writes down its entries: a step adds one, a preview replaces the last. */
function createEntries() {
  const entries: string[] = ['']
  const address = {
    read: () => '',
    own: () => undefined,
    onNavigate: () => {},
    commit: ({ fragment }: Entry) => entries.push(fragment),
    preview: (toEntry: () => Entry) => entries.splice(-1, 1, toEntry().fragment),
    flush: () => {},
  } as unknown as Address
  return { entries, address }
}

it('makes entering a zoom a step that Back undoes, and leaving it another; moves of the zoom replace its step', () => {
  const app = createBareApp()
  const { entries, address } = createEntries()
  connectAddress(app, address)
  const { zoom } = app.store.getState()
  zoom({ start: 5, end: 7 })
  zoom({ start: 5.5, end: 7.5 })
  expect(entries).toEqual(['', expect.stringContaining('zoom=5.5~7.5')])
  zoom(undefined)
  expect(entries).toHaveLength(3)
  expect(entries[2]).not.toContain('zoom')
})

it('makes one step of a change that also leaves the zoom', () => {
  const app = createBareApp()
  const { entries, address } = createEntries()
  connectAddress(app, address)
  app.store.getState().zoom({ start: 5, end: 7 })
  app.store.getState().loadPreset('steady')
  expect(entries).toHaveLength(3)
})
