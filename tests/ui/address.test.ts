import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AddressWindow, createAddress } from '../../src/ui/address.ts'

/** A window of plain objects: history as browsers keep it, a clock that tests move. */
function createWindow(href = 'https://example.org/app/') {
  const entries = [href]
  let at = 0
  let now = 0
  const timers: { due: number; callback: () => void }[] = []
  const listeners = new Map<string, Set<() => void>>()
  const fire = (type: string) => {
    for (const listener of listeners.get(type) ?? []) listener()
  }
  const push = (url: string) => {
    entries.splice(at + 1, Infinity, url)
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
        fire('hashchange')
      },
      assign(url: string) {
        push(url)
        fire('hashchange')
      },
    },
    history: {
      pushState: vi.fn((_data: unknown, _unused: string, url: string) => push(url)),
      replaceState: vi.fn((_data: unknown, _unused: string, url: string) => {
        entries[at] = url
      }),
    },
    addEventListener(type: string, listener: () => void) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    removeEventListener(type: string, listener: () => void) {
      listeners.get(type)?.delete(listener)
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
    address.commit('#v=1&gogc=50')
    address.commit('#v=1&gogc=50')
    address.commit('#v=1&gogc=60')
    expect(world.entries).toEqual([
      'https://example.org/app/',
      'https://example.org/app/#v=1&gogc=50',
      'https://example.org/app/#v=1&gogc=60',
    ])
  })

  it('writes a drag at most 4 times a second and its last moment always', () => {
    const address = createAddress(world.win)
    address.commit('#v=1&gogc=100')
    for (let i = 0; i < 100; i++) {
      address.preview(`#v=1&gogc=${i}`)
      world.advance(10)
    }
    // One second: at 0, 250, 500, 750 ms, and what follows.
    expect(world.win.history.replaceState.mock.calls.length).toBeLessThanOrEqual(5)
    expect(world.win.history.replaceState.mock.calls.length).toBeGreaterThanOrEqual(4)
    world.advance(250)
    expect(world.entries.at(-1)).toBe('https://example.org/app/#v=1&gogc=99')
    expect(world.entries).toHaveLength(2)
    world.advance(1000)
    expect(world.pendingTimers()).toBe(0)
  })

  it('writes the last moment at once when the pointer is lifted, or the page is left', () => {
    for (const end of ['flush', 'pagehide'] as const) {
      const own = createWindow()
      const address = createAddress(own.win)
      address.preview('#v=1&gogc=1')
      address.preview('#v=1&gogc=2')
      expect(own.win.location.hash).toBe('#v=1&gogc=1')
      if (end === 'flush') address.flush()
      else own.fire('pagehide')
      expect(own.win.location.hash).toBe('#v=1&gogc=2')
    }
  })

  it('a commit overtakes a preview that still waits', () => {
    const address = createAddress(world.win)
    address.preview('#v=1&gogc=1')
    address.preview('#v=1&gogc=2')
    address.commit('#v=1&gogc=3')
    world.advance(1000)
    expect(world.entries).toEqual(['https://example.org/app/#v=1&gogc=1', 'https://example.org/app/#v=1&gogc=3'])
  })

  it('tells of Back once, and of a fragment edited by hand', () => {
    const address = createAddress(world.win)
    const heard: string[] = []
    const stop = address.onNavigate((link) => heard.push(link))
    address.commit('#v=1&gogc=50')
    address.commit('#v=1&gogc=60')
    world.back()
    expect(heard).toEqual(['#v=1&gogc=50'])
    world.win.location.assign('https://example.org/app/#v=1&gogc=70')
    expect(heard).toEqual(['#v=1&gogc=50', '#v=1&gogc=70'])
    stop()
    world.back()
    expect(heard).toHaveLength(2)
  })

  it('a preview that waits does not undo a step back', () => {
    const address = createAddress(world.win)
    address.commit('#v=1&gogc=50')
    address.preview('#v=1&gogc=51')
    address.preview('#v=1&gogc=52')
    world.back()
    world.advance(1000)
    expect(world.win.location.hash).toBe('')
  })

  it('does not hear itself, with the history API or without', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    world.win.history.pushState.mockImplementation(refuse)
    world.win.history.replaceState.mockImplementation(refuse)
    const address = createAddress(world.win)
    const heard = vi.fn()
    address.onNavigate(heard)
    address.commit('#v=1&gogc=50')
    address.preview('#v=1&gogc=60')
    expect(world.entries).toEqual(['https://example.org/app/', 'https://example.org/app/#v=1&gogc=60'])
    expect(heard).not.toHaveBeenCalled()
  })

  it('works on where nothing can be written at all', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    const { win } = createWindow('about:srcdoc')
    Object.assign(win.history, { pushState: refuse, replaceState: refuse })
    Object.assign(win.location, { assign: refuse, replace: refuse })
    const address = createAddress(win)
    address.commit('#v=1&gogc=50')
    address.preview('#v=1&gogc=60')
    expect(address.read()).toBe('')
  })

  it('works in a file', () => {
    const own = createWindow('file:///home/me/sawtooth.html')
    createAddress(own.win).commit('#v=1&gogc=50')
    expect(own.entries.at(-1)).toBe('file:///home/me/sawtooth.html#v=1&gogc=50')
  })

  it('takes a jump to a place on the page for no link', () => {
    const address = createAddress(world.win)
    const heard = vi.fn()
    address.onNavigate(heard)
    address.commit('#v=1&gogc=50')
    world.win.location.assign('https://example.org/app/#results')
    world.back()
    expect(heard).not.toHaveBeenCalled()
  })

  it('gives the whole address of a link without going there', () => {
    const own = createWindow('https://example.org/app/?x=1#v=1&gogc=50')
    expect(createAddress(own.win).hrefOf('#v=1&gogc=60')).toBe('https://example.org/app/?x=1#v=1&gogc=60')
    expect(own.entries).toHaveLength(1)
  })

  it('is silent once disposed of', () => {
    const address = createAddress(world.win)
    const heard = vi.fn()
    address.onNavigate(heard)
    address.dispose()
    world.win.location.assign('https://example.org/app/#v=1&gogc=70')
    expect(heard).not.toHaveBeenCalled()
  })
})
