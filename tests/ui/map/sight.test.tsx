// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AddressContext } from '../../../src/ui/address/address-context.ts'
import { AppContext } from '../../../src/ui/context.ts'
import { MapPanel } from '../../../src/ui/map/panel.tsx'
import { createBareApp } from '../support/app.ts'

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

it('the map is scrolled into sight when a link opens it, once it has its height', async () => {
  const host = document.createElement('div')
  host.className = 'figure-column'
  document.body.replaceChildren(host)
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {
    expect(host.querySelector('.map-charts')).not.toBeNull()
  })
  const address = { toHref: () => '#v=1', connect: async () => {} }
  await act(async () =>
    createRoot(host).render(
      <AppContext value={createBareApp()}>
        <AddressContext value={address}>
          <MapPanel onClose={() => {}} />
        </AddressContext>
      </AppContext>,
    ),
  )
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledOnce())
})
