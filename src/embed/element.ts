import { LINK_ATTRIBUTES } from '../share/attributes.ts'

/**
 * <sawtooth-figure preset="spike" gogc="50" memory-limit="60MiB" hide="procs.other-memory" theme="auto">: a frame with
 * a figure. Its attributes are the keys of a link, and `src` (a whole link) and `height`. Other people’s pages load
 * this script, so it is small and contains only this element.
 */

const SANDBOX = 'allow-scripts allow-popups allow-downloads'
/** The height before the frame has asked for one, and the largest height that it gets. In pixels. */
const HEIGHT = 520
const MOST_HEIGHT = 4000

/** The characters of a frame's link, so that nothing else can be appended to an address. */
const LINK = /^#v=[\w.~=&-]{1,400000}$/

/** The package is imported on servers too, where there are no elements and this does nothing. */
const isPage = 'customElements' in globalThis
const Base = isPage ? HTMLElement : (Object as unknown as typeof HTMLElement)

/** The folder of this script, which also contains the page of the frame. */
const BASE = isPage
  ? new URL('./', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href).href
  : ''

interface Message {
  readonly type?: unknown
  readonly v?: unknown
  readonly height?: unknown
  readonly link?: unknown
}

class SawtoothFigure extends Base {
  static readonly observedAttributes = [...LINK_ATTRIBUTES.keys(), 'src', 'height']
  private frame: HTMLIFrameElement | undefined
  private base = BASE
  /** The frame has sent a message, so it can receive some. */
  private isOpen = false
  private isWaiting = false
  private wished = HEIGHT

  connectedCallback(): void {
    addEventListener('message', this)
    if (!this.style.display) this.style.display = 'block'
    this.load()
  }

  disconnectedCallback(): void {
    removeEventListener('message', this)
  }

  /** Several attributes set in a row are one change. */
  attributeChangedCallback(): void {
    if (!this.frame || this.isWaiting) return
    this.isWaiting = true
    queueMicrotask(() => {
      this.isWaiting = false
      this.resize()
      // Another address would become an entry in the history of the host's page.
      if (this.isOpen && this.toBase() === this.base) this.post({ type: 'sawtooth:set', v: 1, link: this.toLink() })
      else this.load()
    })
  }

  /** Handles a message of the frame. Its origin is opaque, so its window identifies it. */
  handleEvent({ source, data }: MessageEvent<Message | null>): void {
    if (!this.frame || source !== this.frame.contentWindow || typeof data !== 'object' || data?.v !== 1) return
    const { type, height, link } = data
    if (type === 'sawtooth:resize' && typeof height === 'number' && height > 0) {
      if (!this.isOpen) this.post({ type: 'sawtooth:set', v: 1, opens: true })
      this.isOpen = true
      this.wished = height
      this.resize()
    }
    if (typeof link !== 'string' || !LINK.test(link)) return
    if (type === 'sawtooth:change')
      this.dispatchEvent(new CustomEvent('sawtooth-change', { bubbles: true, composed: true, detail: { link } }))
    // The reader has just clicked in the frame. A window that the frame opened would inherit its sandbox.
    if (type === 'sawtooth:open') open(this.base + link, '_blank', 'noopener')
  }

  /** Creates a new frame, because the first address of a frame is no entry in the history. */
  private load(): void {
    const frame = document.createElement('iframe')
    this.base = this.toBase()
    this.isOpen = false
    this.wished = HEIGHT
    this.frame = frame
    frame.setAttribute('sandbox', SANDBOX)
    frame.loading = 'lazy'
    frame.referrerPolicy = 'no-referrer'
    frame.title = this.title || this.textContent?.trim() || 'Figure: the Go garbage collector'
    frame.style.cssText = 'display:block;width:100%;border:0'
    frame.src = `${this.base}embed.html${this.toLink()}`
    this.resize()
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.replaceChildren(frame)
  }

  private resize(): void {
    const own = Number.parseFloat(this.getAttribute('height') ?? '')
    const height = Math.min(MOST_HEIGHT, Math.ceil(own > 0 ? own : this.wished))
    if (this.frame) this.frame.style.height = `${height}px`
  }

  private post(message: object): void {
    this.frame?.contentWindow?.postMessage(message, '*')
  }

  /** The folder of the Sawtooth in `src`; without a valid `src`, the folder of this script. */
  private toBase(): string {
    const [address = ''] = (this.getAttribute('src') ?? '').split('#')
    try {
      const { protocol, href } = new URL('./', address ? new URL(address, location.href) : BASE)
      return /^(https?|file):$/.test(protocol) ? href : BASE
    } catch {
      return BASE
    }
  }

  /** The link: the attributes, which override the pairs in `src`. */
  private toLink(): string {
    const [, inSrc = ''] = (this.getAttribute('src') ?? '').split('#')
    const pairs = new Map(inSrc.split('&').map((pair) => pair.split('=', 2) as [string, string]))
    for (const [name, key] of LINK_ATTRIBUTES) {
      const value = this.getAttribute(name)
        ?.trim()
        .replace(/[\s,]+/g, '.')
      if (value !== undefined) pairs.set(key, value || '1')
    }
    pairs.delete('')
    pairs.delete('v')
    // A link that says nothing would look as if it had been cut.
    if (pairs.size === 0) pairs.set('preset', 'spike')
    const rest = [...pairs].filter(([, value]) => value !== undefined)
    return `#${[['v', '1'], ...rest].map(([key, value = '']) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`
  }
}

if (isPage && !customElements.get('sawtooth-figure')) customElements.define('sawtooth-figure', SawtoothFigure)
