import { element } from '../view/dom.ts'

interface OpenOptions {
  /** Gives the address of the app with the present state. */
  readonly toHref: () => string
  /** Whether the frame is in a sandbox: it may not open windows, and a window that it opens inherits the sandbox. */
  readonly isSandboxed: boolean
  /** Asks the host to open the address. @returns whether the host does that */
  readonly askHost: () => boolean
}

export type Open = ReturnType<typeof createOpen>

/** "Open in Sawtooth": a link or, if the sandbox does not allow it, the address as text to copy. */
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
    // Up to date before a click, and for "copy link" in the browser's menu.
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
    /** Makes all links in the page, and the text, lead to the present state. */
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
