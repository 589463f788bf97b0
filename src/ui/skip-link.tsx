/** Past the header, to the page's `main`. The address carries what is on screen, so it stays as it is. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to the content, as everywhere; the script only keeps the address
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        const main = document.getElementById('main')
        if (!main) return
        main.tabIndex = -1
        main.focus()
      }}
    >
      Skip to the content
    </a>
  )
}
