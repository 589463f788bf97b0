import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { allowOwnWorkers } from '../../work/own-scripts.ts'
import { createWork, WorkContext } from '../work/context.ts'

/** Puts a page into the document. @throws Error for a document without `#root` */
export function mountPage(page: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  allowOwnWorkers()
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary onReset={() => location.reload()}>
        <WorkContext value={createWork()}>{page}</WorkContext>
      </ErrorBoundary>
    </StrictMode>,
  )
}
