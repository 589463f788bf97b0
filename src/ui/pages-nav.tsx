/** The pages that the build puts beside each other. */
const PAGES = [
  { id: 'app', href: '', name: 'Simulator' },
  { id: 'experiments', href: 'experiments.html', name: 'Experiments' },
  { id: 'evidence', href: 'evidence.html', name: 'Evidence' },
  { id: 'log', href: 'log.html', name: 'Your log' },
] as const

export type PageId = (typeof PAGES)[number]['id']

/** The way to the other pages. Nothing in a single file of which nobody knows where the others are. */
export function PagesNav({ current }: { readonly current: PageId }) {
  const base = otherPages()
  if (base === undefined) return null
  // The app's own header is full; whoever is there needs no link to it.
  const pages = current === 'app' ? PAGES.slice(1) : PAGES
  return (
    <nav className="other-pages" aria-label="Pages">
      <ul>
        {pages.map(({ id, href, name }) => (
          <li key={id}>
            <a href={base + href} aria-current={id === current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The folder of the other pages. A single file says where a whole copy is served, or nothing (see build/single.ts). */
function otherPages(): string | undefined {
  const site: unknown = import.meta.env.VITE_SITE_URL
  if (typeof site !== 'string') return './'
  return site === '' ? undefined : site.replace(/\/?$/, '/')
}
