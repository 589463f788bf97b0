import { describe, expect, it, vi } from 'vitest'
import type { AppState, Patch } from '../../../src/store/state.ts'
import type { App } from '../../../src/store/store.ts'
import type { Address } from '../../../src/ui/address/address.ts'
import { connectAddress } from '../../../src/ui/address/address-bridge.ts'
import { createLateAddress } from '../../../src/ui/address/late-address.ts'
import { createBareApp } from '../support/app.ts'

const nowhere = { read: () => '' } as Address

const gogc = (percent: number): Patch => ({ gogc: { kind: 'percent', percent } })

/** An address that writes down the links of its steps. */
function createSteps() {
  const written: string[] = []
  const address = {
    read: () => '',
    own: () => undefined,
    onNavigate: () => {},
    commit: ({ fragment }: { fragment: string }) => written.push(fragment),
    // A test of another file that saves its work in the same process calls these.
    preview: () => {},
    flush: () => {},
  } as unknown as Address
  return { written, address }
}

describe('the part that reads and writes links, loaded late', () => {
  it('gives no address before it is there: a wrong link would be worse than none', async () => {
    const late = createLateAddress(createBareApp(), nowhere, async () => ({ connectAddress: () => () => '#v=1' }))
    expect(late.toHref()).toBeUndefined()
    await late.connect()
    expect(late.toHref()).toBe('#v=1')
  })

  it('connects once, however often it is asked', async () => {
    const connectAddress = vi.fn(() => () => '#v=1')
    const late = createLateAddress(createBareApp(), nowhere, async () => ({ connectAddress }))
    await Promise.all([late.connect(), late.connect()])
    await late.connect()
    expect(connectAddress).toHaveBeenCalledTimes(1)
  })

  it('distinguishes the link that the page was opened with from one that came during a run on screen', async () => {
    const connectAddress = vi.fn((_app: App, _address: Address, _isFirst: boolean) => () => '#v=1')
    const called = { read: () => '#v=1&gogc=50' } as Address
    for (const address of [called, nowhere])
      await createLateAddress(createBareApp(), address, async () => ({ connectAddress })).connect()
    expect(connectAddress.mock.calls.map(([, , isFirst]) => isFirst)).toEqual([true, false])
  })

  it('can be loaded again after a failure', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('offline'))
    load.mockResolvedValue({ connectAddress: () => () => '#v=1' })
    const late = createLateAddress(createBareApp(), nowhere, load)
    await expect(late.connect()).rejects.toThrow('offline')
    expect(late.toHref()).toBeUndefined()
    await late.connect()
    expect(late.toHref()).toBe('#v=1')
  })

  it('writes what was zoomed before it came, as a step that Back undoes, and nothing of an untouched page', async () => {
    const { written, address } = createSteps()
    for (const zoom of [false, true]) {
      const app = createBareApp()
      const late = createLateAddress(app, address, async () => ({ connectAddress }))
      if (zoom) app.store.getState().zoom({ start: 5, end: 7 })
      await late.connect()
    }
    expect(written).toEqual([expect.stringContaining('zoom=5~7')])
  })

  it('makes each gesture that came before it a step of its own, as it was when it ended', async () => {
    const { written, address } = createSteps()
    const app = createBareApp()
    const late = createLateAddress(app, address, async () => ({ connectAddress }))
    const { preview, settle, set } = app.store.getState()
    for (const percent of [60, 50]) preview(gogc(percent))
    settle()
    set(gogc(70))
    await late.connect()
    set(gogc(80))
    expect(written.map((link) => /gogc=(\d+)/.exec(link)?.[1])).toEqual(['50', '70', '80'])
  })

  it('keeps the plain address and the newest 50 gestures, however late it comes', async () => {
    const connectAddress = vi.fn(
      (_app: App, _address: Address, _isFirst: boolean, _before: readonly AppState[]) => () => '#v=1',
    )
    const app = createBareApp()
    const late = createLateAddress(app, nowhere, async () => ({ connectAddress }))
    const plain = app.store.getState()
    for (let percent = 1; percent <= 200; percent++) app.store.getState().set(gogc(percent))
    await late.connect()
    const [first, ...steps] = connectAddress.mock.calls[0]![3]
    expect(first).toBe(plain)
    // The last gesture is the state on screen, which the part itself reads.
    expect(steps.map(({ scenario }) => scenario.gogc)).toEqual(
      Array.from({ length: 50 }, (_, i) => ({ kind: 'percent', percent: 150 + i })),
    )
  })
})
