import { expect, it } from 'vitest'
import type { Address, Entry } from '../../../src/ui/address/address.ts'
import { connectAddress } from '../../../src/ui/address/address-bridge.ts'
import { createBareApp } from '../support/app.ts'

it('keeps the parts that an author has hidden in the address, until another link is opened', () => {
  const app = createBareApp()
  let navigate = (_link: string) => {}
  let fragment = ''
  const address = {
    read: () => '#v=1&preset=spike&hide=gogc.cpu',
    own: () => ({ isUnsaved: false }),
    onNavigate: (listener: (link: string) => void) => {
      navigate = listener
    },
    commit: (entry: Entry) => {
      fragment = entry.fragment
    },
    preview: (toEntry: () => Entry) => {
      fragment = toEntry().fragment
    },
    flush: () => {},
    hrefOf: (link: string) => `https://example.org/${link}`,
  } as unknown as Address
  const toHref = connectAddress(app, address)
  const { zoom } = app.store.getState()
  zoom({ start: 5, end: 7 })
  expect(fragment).toBe('#v=1&preset=spike&zoom=5~7&hide=gogc.cpu')
  expect(toHref()).toBe(`https://example.org/${fragment}`)

  navigate('#v=1&preset=steady')
  zoom({ start: 1, end: 2 })
  expect(fragment).toBe('#v=1&preset=steady&zoom=1~2')
})
