const PAGES = [
  { id: 'app', href: '', name: 'Simulator' },
  { id: 'learn', href: 'learn.html', name: 'Learn' },
  { id: 'experiments', href: 'experiments.html', name: 'Experiments' },
  { id: 'evidence', href: 'evidence.html', name: 'Evidence' },
  { id: 'program', href: 'program.html', name: 'Your program' },
] as const

export type PageId = (typeof PAGES)[number]['id']

/** Links to the other pages. Empty in a single file that does not know where the other pages are. */
export function PagesNav({ current }: { readonly current: PageId }) {
  const base = otherPages()
  if (base === undefined) return null
  return (
    <nav className="other-pages" aria-label="Pages">
      <ul>
        {PAGES.map(({ id, href, name }) => (
          <li key={id} className={`to-${id}`}>
            {id === current ? (
              // The current page is no link: a click would lose the content on screen.
              // biome-ignore lint/a11y/useValidAnchor: a placeholder for a link, as HTML has it
              <a role="link" aria-disabled="true" aria-current="page">
                {name}
              </a>
            ) : (
              <a href={base + href}>{name}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The folder of the other pages. A single file says where a whole copy is served, or nothing (see build/single.ts). */
export function otherPages(): string | undefined {
  const site: unknown = import.meta.env.VITE_SITE_URL
  if (typeof site !== 'string') return './'
  return site === '' ? undefined : site.replace(/\/?$/, '/')
}
