// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AddressContext } from '../../../src/ui/address/address-context.ts'
import { AppContext } from '../../../src/ui/context.ts'
import { MapButton, MapOpener } from '../../../src/ui/map/opener.tsx'
import { createBareApp } from '../support/app.ts'

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
const panel = () => document.querySelector('.map-panel')

async function show(children: ReactNode): Promise<void> {
  const host = document.createElement('div')
  host.className = 'figure-column'
  document.body.replaceChildren(host)
  await act(async () => createRoot(host).render(children))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener() {}
      postMessage() {}
      terminate() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

it('the map takes the focus when its button opens it, and gives it back when it closes', async () => {
  const app = createBareApp()
  const address = { toHref: () => '#v=1', connect: async () => {} }
  await show(
    <AppContext value={app}>
      <AddressContext value={address}>
        <MapButton />
        <MapOpener />
      </AddressContext>
    </AppContext>,
  )
  button('Map').focus()
  await act(async () => button('Map').click())
  await vi.waitFor(() => expect(button('Close map')).toBeDefined(), 10_000)
  expect(document.activeElement).toBe(panel())
  await act(async () => button('Close map').click())
  expect(document.activeElement).toBe(button('Map'))
})
