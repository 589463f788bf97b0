// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AddressContext } from '../../../src/ui/address/address-context.ts'
import { AppContext } from '../../../src/ui/context.ts'
import { MapButton, MapOpener } from '../../../src/ui/map/opener.tsx'
import { MapPanel } from '../../../src/ui/map/panel.tsx'
import { createBareApp } from '../support/app.ts'

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
const panel = () => document.querySelector('.map-panel')

async function show(children: ReactNode): Promise<void> {
  const host = document.createElement('div')
  host.className = 'figure-column'
  document.body.replaceChildren(host)
  const address = { toHref: () => '#v=1', connect: async () => {} }
  await act(async () =>
    createRoot(host).render(
      <AppContext value={createBareApp()}>
        <AddressContext value={address}>{children}</AddressContext>
      </AppContext>,
    ),
  )
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
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('the map takes the focus when its button opens it, and gives it back when it closes', async () => {
  await show(
    <>
      <MapButton />
      <MapOpener />
    </>,
  )
  button('Map').focus()
  await act(async () => button('Map').click())
  await vi.waitFor(() => expect(button('Close map')).toBeDefined(), 10_000)
  expect(document.activeElement).toBe(panel())
  await act(async () => button('Close map').click())
  expect(document.activeElement).toBe(button('Map'))
})

it('the map is scrolled into sight when a link opens it, once it has its height', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {
    expect(document.querySelector('.map-charts')).not.toBeNull()
  })
  await show(<MapPanel opener="map-button" />)
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledOnce())
})
