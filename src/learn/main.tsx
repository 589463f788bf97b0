import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LearnPage } from './page.tsx'
import { ProgressContext } from './progress-context.ts'
import { createProgressStore } from './progress-store.ts'
import '../charts/charts.css'
import '../ui/tokens.css'
import '../ui/layout.css'
import '../ui/controls.css'
import '../ui/site-header.css'
import './learn.css'
import './bet.css'
import './handout.css'
import '../ui/print.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary onReset={() => location.reload()}>
      <ProgressContext value={createProgressStore()}>
        <LearnPage />
      </ProgressContext>
    </ErrorBoundary>
  </StrictMode>,
)
