/** A write takes longer than a frame, and browsers refuse pages that write often: at most four writes a second. */
const REST_MS = 255

export interface Entry {
  readonly fragment: string
  /** A reload must not forget that. */
  readonly isUnsaved: boolean
  /** The link to the scenario that Reset restores at this step; undefined: the entry itself. */
  readonly opened?: string | undefined
}

type Own = Omit<Entry, 'fragment'>

export interface AddressWindow {
  readonly location: Pick<Location, 'href' | 'hash' | 'replace' | 'assign'>
  readonly history: Pick<History, 'pushState' | 'replaceState'> & { readonly state: unknown }
  addEventListener(type: 'hashchange' | 'popstate' | 'pagehide', listener: () => void): void
  setTimeout(callback: () => void, milliseconds: number): unknown
}

export type Address = ReturnType<typeof createAddress>

/**
 * The only place that touches location and history. If the browser refuses the history API (a sandboxed frame, some
 * `file:` pages), it uses the fragment alone, or works without an address. Fragments begin with `#`; the empty one is
 * the plain address.
 */
export function createAddress(win: AddressWindow) {
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
  /** The last moment of a drag, to write once nothing has moved for a while. */
  let pending: { readonly toEntry: () => Entry } | undefined
  const flush = () => {
    const last = pending
    pending = undefined
    if (last) write(last.toEntry(), 'replaceState')
  }
  /** popstate and hashchange both fire for one step through history; the second one finds nothing new. */
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
    /** The link in the address as it is now: its fragment, or the whole address where `#` came as `%23`. */
    read: () => readLink(location),
    hrefOf: (fragment: string) => withFragment(location.href, fragment),
    /** Our data of the current entry; undefined if another page’s link led to it. */
    own: readOwn,
    /** Adds a history entry, which Back undoes. Discards a pending preview. */
    commit(entry: Entry) {
      pending = undefined
      write(entry, 'pushState')
    },
    /**
     * A moment of a drag: replaces the present entry when nothing has moved for a while. `toEntry` is called only then.
     */
    preview(toEntry: () => Entry) {
      const moment = { toEntry }
      pending = moment
      win.setTimeout(() => pending === moment && flush(), REST_MS)
    },
    flush,
    /** Calls back when the reader goes back or forward, or edits the fragment; never for our own writes. */
    onNavigate(listener: (link: string) => void) {
      navigate = listener
    },
  }
}

function writeEntry(
  { location, history }: AddressWindow,
  { fragment, isUnsaved, opened }: Entry,
  how: 'pushState' | 'replaceState',
): void {
  // Use the whole address: a relative one would be resolved against <base>, or against the parent of a srcdoc frame.
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

/** Whether a fragment is a place on the page (`#results`), not one of our links. */
function isAnchor(hash: string): boolean {
  return hash.length > 1 && !/=|%3d/i.test(hash)
}

function withFragment(href: string, fragment: string): string {
  const at = href.indexOf('#')
  return (at < 0 ? href : href.slice(0, at)) + fragment
}

const OWN = 'sawtooth'

/** The data of an entry that another page's link made. */
const NOTHING: Own = { isUnsaved: false }

/** Our data in a state. Other pages of this origin use other keys. */
function ownOf(state: unknown): Own | undefined {
  return (state as { readonly [OWN]?: Own } | null | undefined)?.[OWN]
}

/** What `act` returns; undefined if the browser refuses it. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
