import { element } from '../view/dom.ts'

interface OpenOptions {
  /** The address of the whole app with what is shown. */
  readonly toHref: () => string
  /** The frame has an origin of its own to no one: popups may be refused, and one that opens inherits the sandbox. */
  readonly isSandboxed: boolean
  /** Lets the host open the address; false where the host does not. */
  readonly askHost: () => boolean
}

export type Open = ReturnType<typeof createOpen>

/** "Open in Sawtooth": a plain link; where the sandbox refuses it, the address as text to copy. */
export function createOpen({ toHref, isSandboxed, askHost }: OpenOptions) {
  const address = element('input', { type: 'text', readonly: '', name: 'address', 'aria-label': 'Address in Sawtooth' })
  const row = element('label', { class: 'address' }, 'Copy this address into a new tab:', address)
  row.hidden = true
  const show = () => {
    address.value = toHref()
    row.hidden = false
    address.select()
  }
  const createLink = (text: string) => {
    const link = element('a', { class: 'open', target: '_blank', rel: 'noopener' }, text)
    const update = () => {
      link.href = toHref()
    }
    // The address under the pointer is that of what is shown now, for the browser's own "copy link" too.
    for (const type of ['pointerenter', 'focus', 'contextmenu']) link.addEventListener(type, update)
    link.addEventListener('click', (event) => {
      update()
      if (!isSandboxed) return
      event.preventDefault()
      if (askHost()) return
      if (!openWindow(link.href)) show()
    })
    return link
  }
  return {
    row,
    createLink,
    /** Has links and the address as text lead to what is shown now; to be called once they are in the page, too. */
    update() {
      const href = toHref()
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a.open')) link.href = href
      address.value = href
    },
  }
}

function openWindow(href: string): boolean {
  try {
    const opened = open(href, '_blank')
    if (opened) opened.opener = null
    return opened !== null
  } catch {
    return false
  }
}
