/**
 * How long a dragged value must rest before it is written to the address: a write takes longer than a frame, and
 * browsers refuse pages that write often. So there are at most four writes a second.
 */
const REST_MS = 255

/** What an entry of the history holds. */
export interface Entry {
  readonly fragment: string
  /** Work that was drawn here and is saved nowhere: a reload must not forget that. */
  readonly isUnsaved: boolean
  /** The link to what Reset leads to at this step; undefined: to the entry itself. */
  readonly opened?: string | undefined
}

/** What was written of an entry besides its link. */
export type Own = Omit<Entry, 'fragment'>

/** The part of `window` that the address bar needs. */
export interface AddressWindow {
  readonly location: Pick<Location, 'href' | 'hash' | 'replace' | 'assign'>
  readonly history: Pick<History, 'pushState' | 'replaceState'> & { readonly state: unknown }
  addEventListener(type: 'hashchange' | 'popstate' | 'pagehide', listener: () => void): void
  setTimeout(callback: () => void, milliseconds: number): unknown
}

/** The browser's address and history. Fragments begin with `#`; the empty one is the plain address. */
export interface Address {
  /** The link in the address as it is now: its fragment, or the whole address where `#` came as `%23`. */
  read(): string
  /** The whole address with another fragment, for sharing. */
  hrefOf(fragment: string): string
  /** What was written here of the entry that the browser is at; undefined where somebody else's link led to it. */
  own(): Own | undefined
  /** A step that Back undoes: a history entry of its own. What was being previewed is dropped. */
  commit(entry: Entry): void
  /** A moment of a drag: replaces the present entry when nothing has moved for a while. `toEntry` is asked only then. */
  preview(toEntry: () => Entry): void
  /** The pointer was lifted, or the page is left: writes the last preview now. */
  flush(): void
  /** Calls back when the reader goes back, forward or edits the fragment; never for what is written here. */
  onNavigate(listener: (link: string) => void): void
}

/**
 * The only place that touches location and history. Where the history API is refused (a sandboxed frame, some `file:`
 * pages) it falls back to the fragment alone, and where that is refused too the page works on without an address.
 */
export function createAddress(win: AddressWindow): Address {
  const { location, history } = win
  const readOwn = () => ownOf(attempt(() => history.state))
  let navigate = (_link: string) => {}
  let current: Entry = { fragment: location.hash, ...(readOwn() ?? NOTHING) }

  const write = (entry: Entry, how: 'pushState' | 'replaceState') => {
    const { fragment, isUnsaved, opened } = entry
    const isSameLink = fragment === current.fragment
    if (isSameLink && isUnsaved === current.isUnsaved && opened === current.opened) return
    current = entry
    writeEntry(win, entry, isSameLink ? 'replaceState' : how)
  }
  /** The last moment of a drag, which is written once nothing has moved for a while. */
  let pending: { readonly toEntry: () => Entry } | undefined
  const flush = () => {
    const last = pending
    pending = undefined
    if (last) write(last.toEntry(), 'replaceState')
  }
  /** popstate and hashchange both fire for one step through history; the second finds nothing new. */
  const onChange = () => {
    const { hash } = location
    if (hash === current.fragment || isAnchor(hash)) return
    current = { fragment: hash, ...(readOwn() ?? NOTHING) }
    pending = undefined
    navigate(hash)
  }
  win.addEventListener('popstate', onChange)
  win.addEventListener('hashchange', onChange)
  win.addEventListener('pagehide', flush)

  return {
    read: () => readLink(location),
    hrefOf: (fragment) => withFragment(location.href, fragment),
    own: readOwn,
    commit(entry) {
      pending = undefined
      write(entry, 'pushState')
    },
    preview(toEntry) {
      const moment = { toEntry }
      pending = moment
      win.setTimeout(() => pending === moment && flush(), REST_MS)
    },
    flush,
    onNavigate(listener) {
      navigate = listener
    },
  }
}

function writeEntry(
  { location, history }: AddressWindow,
  { fragment, isUnsaved, opened }: Entry,
  how: 'pushState' | 'replaceState',
): void {
  // The whole address: a relative one would be resolved against <base>, or against the parent of a srcdoc frame.
  const url = withFragment(location.href, fragment)
  const data = { [OWN]: { isUnsaved, ...(opened !== undefined && { opened }) } }
  const isWritten = attempt(() => {
    history[how](data, '', url)
    return true
  })
  if (!isWritten) attempt(() => (how === 'pushState' ? location.assign(url) : location.replace(url)))
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

/** The key of what is ours in an entry's state. */
const OWN = 'sawtooth'

/** Of an entry that somebody else's link made. */
const NOTHING: Own = { isUnsaved: false }

/** Whatever else a page of this origin has put there is not under our key. */
function ownOf(state: unknown): Own | undefined {
  return (state as { readonly [OWN]?: Own } | null | undefined)?.[OWN]
}

/** What `act` gives; undefined where the browser refuses it. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
