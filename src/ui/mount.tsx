import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocus } from './controls/keep-focus.ts'
import { ErrorBoundary } from './error-boundary.tsx'

/**
 * Renders a page in place of the prerendered one: in pieces, so that the browser can paint and respond in between.
 *
 * @param onReset the action of “Start again” after an error of ours
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
    // Late, because nothing on the page waits for it. A single file is not stored.
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
