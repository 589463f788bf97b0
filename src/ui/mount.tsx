import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocus } from './controls/keep-focus.ts'
import { ErrorBoundary } from './error-boundary.tsx'

/**
 * Puts a page into the document, in place of what the build has drawn of it: in pieces, between which the browser may
 * paint and answer.
 *
 * @param onReset what “Start again” does after a mistake of ours
 * @throws Error for a document without `#root`
 */
export function mount(page: ReactNode, onReset: () => void): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  keepFocus(root)
  const content = (
    <StrictMode>
      <ErrorBoundary onReset={onReset}>{page}</ErrorBoundary>
    </StrictMode>
  )
  startTransition(() => createRoot(root).render(content))
  if (import.meta.env.PROD && typeof import.meta.env.VITE_SITE_URL !== 'string') {
    // Late: nothing that the page shows waits for it. A single file is kept where it was put.
    addEventListener(
      'load',
      () =>
        void import('./update-note.ts').then(
          ({ keepOffline }) => keepOffline(),
          () => {},
        ),
    )
  }
}
