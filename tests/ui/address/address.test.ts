import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AddressWindow, createAddress, type Entry } from '../../../src/ui/address/address.ts'

const entry = (fragment: string, isUnsaved = false): Entry => ({ fragment, isUnsaved })
const later = (fragment: string) => () => entry(fragment)

/** A window of plain objects: history as browsers keep it, a clock that tests move. */
function createWindow(href = 'https://example.org/app/') {
  const entries = [href]
  const states: unknown[] = [null]
  let at = 0
  let now = 0
  const timers: { due: number; callback: () => void }[] = []
  const listeners = new Map<string, Set<() => void>>()
  const fire = (type: string) => {
    for (const listener of listeners.get(type) ?? []) listener()
  }
  const push = (url: string, state: unknown = null) => {
    entries.splice(at + 1, Infinity, url)
    states.splice(at + 1, Infinity, state)
    at = entries.length - 1
  }
  const win = {
    location: {
      get href() {
        return entries[at] ?? ''
      },
      get hash() {
        const i = this.href.indexOf('#')
        return i < 0 || i === this.href.length - 1 ? '' : this.href.slice(i)
      },
      replace(url: string) {
        entries[at] = url
        states[at] = null
        fire('hashchange')
      },
      assign(url: string) {
        push(url)
        fire('hashchange')
      },
    },
    history: {
      get state() {
        return states[at]
      },
      pushState: vi.fn((data: unknown, _unused: string, url: string) => push(url, data)),
      replaceState: vi.fn((data: unknown, _unused: string, url: string) => {
        entries[at] = url
        states[at] = data
      }),
    },
    addEventListener(type: string, listener: () => void) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    setTimeout(callback: () => void, milliseconds: number) {
      timers.push({ due: now + milliseconds, callback })
    },
  } satisfies AddressWindow
  return {
    win,
    entries,
    fire,
    back() {
      at--
      fire('popstate')
      fire('hashchange')
    },
    advance(milliseconds: number) {
      const end = now + milliseconds
      for (;;) {
        timers.sort((a, b) => a.due - b.due)
        const next = timers[0]
        if (!next || next.due > end) break
        timers.shift()
        now = next.due
        next.callback()
      }
      now = end
    },
    pendingTimers: () => timers.length,
  }
}

describe('the address', () => {
  let world: ReturnType<typeof createWindow>
  beforeEach(() => {
    world = createWindow()
  })

  it('reads the link it was opened with', () => {
    expect(createAddress(world.win).read()).toBe('')
    expect(createAddress(createWindow('https://example.org/app/#v=1&preset=steady').win).read()).toBe(
      '#v=1&preset=steady',
    )
  })

  it('reads a link whose # came as %23, from the whole address', () => {
    const href = 'https://example.org/app/%23v=1&preset=steady'
    expect(createAddress(createWindow(href).win).read()).toBe(href)
  })

  it('gives a committed change a history entry of its own, the same change only one', () => {
    const address = createAddress(world.win)
    address.commit(entry('#v=1&gogc=50'))
    address.commit(entry('#v=1&gogc=50'))
    address.commit(entry('#v=1&gogc=60'))
    expect(world.entries).toEqual([
      'https://example.org/app/',
      'https://example.org/app/#v=1&gogc=50',
      'https://example.org/app/#v=1&gogc=60',
    ])
  })

  it('writes a drag when it rests, and encodes nothing before', () => {
    const address = createAddress(world.win)
    address.commit(entry('#v=1&gogc=100'))
    const encode = vi.fn(later('#v=1&gogc=99'))
    for (let i = 0; i < 100; i++) {
      address.preview(encode)
      world.advance(10)
    }
    expect(encode).not.toHaveBeenCalled()
    expect(world.entries.at(-1)).toBe('https://example.org/app/#v=1&gogc=100')
    world.advance(300)
    expect(encode).toHaveBeenCalledTimes(1)
    expect(world.entries.at(-1)).toBe('https://example.org/app/#v=1&gogc=99')
    expect(world.entries).toHaveLength(2)
    world.advance(1000)
    expect(world.pendingTimers()).toBe(0)
  })

  it('writes at most four times a second, however the user drags', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 5, maxLength: 60 }), (rests) => {
        const own = createWindow()
        const address = createAddress(own.win)
        const written: number[] = []
        let time = 0
        own.win.history.replaceState.mockImplementation(() => void written.push(time))
        for (const [i, rest] of rests.entries()) {
          address.preview(later(`#v=1&gogc=${i}`))
          for (const until = time + rest; time < until; time++) own.advance(1)
        }
        for (const [i, at] of written.entries()) expect((written[i + 4] ?? Infinity) - at).toBeGreaterThan(1000)
      }),
    )
  })

  it('writes the last moment at once when the pointer is lifted, or the page is left', () => {
    for (const end of ['flush', 'pagehide'] as const) {
      const own = createWindow()
      const address = createAddress(own.win)
      address.preview(later('#v=1&gogc=1'))
      address.preview(later('#v=1&gogc=2'))
      expect(own.win.location.hash).toBe('')
      if (end === 'flush') address.flush()
      else own.fire('pagehide')
      expect(own.win.location.hash).toBe('#v=1&gogc=2')
    }
  })

  it('knows its own entries after a reload, and whether their work was saved', () => {
    const address = createAddress(world.win)
    expect(address.own()).toBeUndefined()
    address.commit(entry('#v=1&gogc=50', true))
    expect(createAddress(world.win).own()).toEqual({ isUnsaved: true })
    // Saving does not change the link, and makes no step of its own.
    address.preview(() => entry('#v=1&gogc=50'))
    address.flush()
    expect(createAddress(world.win).own()).toEqual({ isUnsaved: false })
    expect(world.entries).toHaveLength(2)
    world.win.location.assign('https://example.org/app/#v=1&gogc=70')
    expect(address.own()).toBeUndefined()
    world.back()
    expect(address.own()).toEqual({ isUnsaved: false })
  })

  it('a commit overtakes a preview that still waits', () => {
    const address = createAddress(world.win)
    address.preview(later('#v=1&gogc=1'))
    address.preview(later('#v=1&gogc=2'))
    address.commit(entry('#v=1&gogc=3'))
    world.advance(1000)
    expect(world.entries).toEqual(['https://example.org/app/', 'https://example.org/app/#v=1&gogc=3'])
  })

  it('reports Back once, and a fragment edited by hand', () => {
    const address = createAddress(world.win)
    const heard: string[] = []
    address.onNavigate((link) => heard.push(link))
    address.commit(entry('#v=1&gogc=50'))
    address.commit(entry('#v=1&gogc=60'))
    world.back()
    expect(heard).toEqual(['#v=1&gogc=50'])
    world.win.location.assign('https://example.org/app/#v=1&gogc=70')
    expect(heard).toEqual(['#v=1&gogc=50', '#v=1&gogc=70'])
  })

  it('a preview that waits does not undo a step back', () => {
    const address = createAddress(world.win)
    address.commit(entry('#v=1&gogc=50'))
    address.preview(later('#v=1&gogc=51'))
    address.preview(later('#v=1&gogc=52'))
    world.back()
    world.advance(1000)
    expect(world.win.location.hash).toBe('')
  })

  it('ignores its own writes, with history API or without', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    world.win.history.pushState.mockImplementation(refuse)
    world.win.history.replaceState.mockImplementation(refuse)
    const address = createAddress(world.win)
    const heard = vi.fn()
    address.onNavigate(heard)
    address.commit(entry('#v=1&gogc=50'))
    address.preview(later('#v=1&gogc=60'))
    address.flush()
    expect(world.entries).toEqual(['https://example.org/app/', 'https://example.org/app/#v=1&gogc=60'])
    expect(heard).not.toHaveBeenCalled()
  })

  it('works even if nothing can be written', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    const { win } = createWindow('about:srcdoc')
    Object.assign(win.history, { pushState: refuse, replaceState: refuse })
    Object.assign(win.location, { assign: refuse, replace: refuse })
    const address = createAddress(win)
    address.commit(entry('#v=1&gogc=50'))
    address.preview(later('#v=1&gogc=60'))
    address.flush()
    expect(address.read()).toBe('')
  })

  it('works in a file', () => {
    const own = createWindow('file:///home/me/sawtooth.html')
    createAddress(own.win).commit(entry('#v=1&gogc=50'))
    expect(own.entries.at(-1)).toBe('file:///home/me/sawtooth.html#v=1&gogc=50')
  })

  it('takes no jump to a place on the page for a link', () => {
    const address = createAddress(world.win)
    const heard = vi.fn()
    address.onNavigate(heard)
    address.commit(entry('#v=1&gogc=50'))
    world.win.location.assign('https://example.org/app/#results')
    world.back()
    expect(heard).not.toHaveBeenCalled()
  })

  it('gives the whole address of a link without going there', () => {
    const own = createWindow('https://example.org/app/?x=1#v=1&gogc=50')
    expect(createAddress(own.win).hrefOf('#v=1&gogc=60')).toBe('https://example.org/app/?x=1#v=1&gogc=60')
    expect(own.entries).toHaveLength(1)
  })
})
