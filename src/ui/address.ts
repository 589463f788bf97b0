/** At most 4 writes a second while something is dragged; browsers refuse pages that write more often for long. */
const PREVIEW_MS = 250

/** The part of `window` that the address bar needs. */
export interface AddressWindow {
  readonly location: {
    readonly href: string
    readonly hash: string
    replace(url: string): void
    assign(url: string): void
  }
  readonly history: {
    pushState(data: unknown, unused: string, url: string): void
    replaceState(data: unknown, unused: string, url: string): void
  }
  addEventListener(type: 'hashchange' | 'popstate' | 'pagehide', listener: () => void): void
  removeEventListener(type: 'hashchange' | 'popstate' | 'pagehide', listener: () => void): void
  setTimeout(callback: () => void, milliseconds: number): unknown
}

/** The browser's address and history. Fragments begin with `#`; the empty one is the plain address. */
export interface Address {
  /** The link in the address as it is now: its fragment, or the whole address where `#` came as `%23`. */
  read(): string
  /** The whole address with another fragment, for sharing. */
  hrefOf(fragment: string): string
  /** A step that Back undoes: a history entry of its own. What was being previewed is dropped. */
  commit(fragment: string): void
  /** A moment of a drag: replaces the present entry, at most 4 times a second, the last one always. */
  preview(fragment: string): void
  /** The pointer was lifted: writes the last preview now. */
  flush(): void
  /** Calls back when the reader goes back, forward or edits the fragment; never for what is written here. @returns how to stop */
  onNavigate(listener: (link: string) => void): () => void
  /** Stops listening to the window. */
  dispose(): void
}

/**
 * The only place that touches location and history. Where the history API is refused (a sandboxed frame, some `file:`
 * pages) it falls back to the fragment alone, and where that is refused too the page works on without an address.
 */
export function createAddress(win: AddressWindow): Address {
  const { location, history } = win
  const listeners = new Set<(link: string) => void>()
  let current = location.hash
  let pending: string | undefined
  let isWaiting = false

  const write = (fragment: string, how: 'pushState' | 'replaceState') => {
    if (fragment === current) return
    current = fragment
    // The whole address: a relative one would be resolved against <base>, or against the parent of a srcdoc frame.
    const url = withFragment(location.href, fragment)
    if (attempt(() => history[how](null, '', url))) return
    attempt(() => (how === 'pushState' ? location.assign(url) : location.replace(url)))
  }
  const flush = () => {
    const fragment = pending
    pending = undefined
    if (fragment !== undefined) write(fragment, 'replaceState')
  }
  const afterPause = () => {
    isWaiting = pending !== undefined
    if (!isWaiting) return
    flush()
    win.setTimeout(afterPause, PREVIEW_MS)
  }
  /** popstate and hashchange both fire for one step through history; the second finds nothing new. */
  const onChange = () => {
    const { hash } = location
    if (hash === current || isAnchor(hash)) return
    current = hash
    pending = undefined
    for (const listener of listeners) listener(hash)
  }
  win.addEventListener('popstate', onChange)
  win.addEventListener('hashchange', onChange)
  win.addEventListener('pagehide', flush)

  return {
    read: () => readLink(location),
    hrefOf: (fragment) => withFragment(location.href, fragment),
    commit(fragment) {
      pending = undefined
      write(fragment, 'pushState')
    },
    preview(fragment) {
      pending = fragment
      if (isWaiting) return
      isWaiting = true
      flush()
      win.setTimeout(afterPause, PREVIEW_MS)
    },
    flush,
    onNavigate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      win.removeEventListener('popstate', onChange)
      win.removeEventListener('hashchange', onChange)
      win.removeEventListener('pagehide', flush)
    },
  }
}

/** Some mail gateways turn `#` into `%23`, which makes the fragment a part of the path or the query. */
function readLink({ hash, href }: AddressWindow['location']): string {
  if (hash.length > 1) return hash
  return /%23v(=|%3d)/i.test(href) ? href : ''
}

/** A place on the page (`#results`), not a link of ours. */
function isAnchor(hash: string): boolean {
  return hash.length > 1 && !/=|%3d/i.test(hash)
}

function withFragment(href: string, fragment: string): string {
  const at = href.indexOf('#')
  return (at < 0 ? href : href.slice(0, at)) + fragment
}

function attempt(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}
