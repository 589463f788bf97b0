addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    const shown = root?.firstElementChild
    // What the build has drawn does nothing by itself.
    if (target.localName !== 'script' || !root || (shown && !shown.inert)) return
    root.setAttribute('role', 'alert')
    root.textContent =
      location.protocol === 'file:'
        ? 'This page runs when it is served. For a file, see “npm run build:single”.'
        : `This page cannot run in a sandbox. Copy its address into a new tab: ${location.href}`
  },
  true,
)
