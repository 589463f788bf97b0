/** Something that the page's policy must refuse, run in the page. */
export interface Offence {
  readonly what: string
  /** The directive that refuses it. */
  readonly directive: string
  /** Given an address of another origin. Where it succeeds, `window.offenceRan` is set or the address is asked. */
  readonly commit: (elsewhere: string) => void
}

/** Refuses text that would become script, before any list of sources is asked. */
const TRUSTED_TYPES = 'require-trusted-types-for'

export const OFFENCES: readonly Offence[] = [
  {
    what: 'an inline script',
    directive: TRUSTED_TYPES,
    commit: () => {
      const script = document.createElement('script')
      script.textContent = 'window.offenceRan = true'
      document.body.append(script)
    },
  },
  {
    what: 'an inline event handler',
    directive: TRUSTED_TYPES,
    commit: () => {
      const button = document.createElement('button')
      button.setAttribute('onclick', 'window.offenceRan = true')
      document.body.append(button)
      button.click()
    },
  },
  {
    what: 'eval',
    directive: TRUSTED_TYPES,
    commit: () => {
      new Function('window.offenceRan = true')()
    },
  },
  {
    what: 'HTML made of text',
    directive: TRUSTED_TYPES,
    commit: () => {
      document.body.innerHTML = '<img src="data:," onerror="window.offenceRan = true">'
    },
  },
  {
    what: 'a script from elsewhere',
    directive: TRUSTED_TYPES,
    commit: (elsewhere) => {
      const script = document.createElement('script')
      script.src = elsewhere
      document.body.append(script)
    },
  },
  {
    what: 'a worker made of text',
    directive: TRUSTED_TYPES,
    commit: () => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(0)'])))
      worker.onmessage = () => Reflect.set(window, 'offenceRan', true)
    },
  },
  {
    what: 'a request elsewhere',
    directive: 'connect-src',
    commit: (elsewhere) => {
      fetch(elsewhere).catch(() => {})
    },
  },
  {
    what: 'an image from elsewhere',
    directive: 'img-src',
    commit: (elsewhere) => {
      const image = document.createElement('img')
      image.src = elsewhere
      document.body.append(image)
    },
  },
  {
    what: 'a style from elsewhere',
    directive: 'style-src-elem',
    commit: (elsewhere) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = elsewhere
      document.head.append(link)
    },
  },
  {
    what: 'a frame from elsewhere',
    directive: 'frame-src',
    commit: (elsewhere) => {
      const frame = document.createElement('iframe')
      frame.src = elsewhere
      document.body.append(frame)
    },
  },
  {
    what: 'an object',
    directive: TRUSTED_TYPES,
    commit: (elsewhere) => {
      const object = document.createElement('object')
      object.data = elsewhere
      document.body.append(object)
    },
  },
  {
    what: 'another base address',
    directive: 'base-uri',
    commit: (elsewhere) => {
      const base = document.createElement('base')
      base.href = elsewhere
      document.head.prepend(base)
      fetch('beside').catch(() => {})
    },
  },
  {
    what: 'a form sent elsewhere',
    directive: 'form-action',
    commit: (elsewhere) => {
      // Answered by nothing, so that the page stays: one that is on its way elsewhere cannot always be closed.
      const form = document.createElement('form')
      form.action = `${elsewhere}/nothing`
      document.body.append(form)
      form.submit()
    },
  },
]
