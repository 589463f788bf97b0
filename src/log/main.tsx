import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { allowOwnWorkers } from '../work/own-scripts.ts'
import { createClient, type WorkerPort } from './client.ts'
import { SessionContext } from './context.ts'
import { createKeeper } from './keeper.ts'
import { LogPage } from './page.tsx'
import { createSession } from './session.ts'
import '../charts/charts.css'
import './log.css'
import '../ui/print.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

allowOwnWorkers()

const session = createSession(
  createClient(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as WorkerPort),
)
const keeper = createKeeper(
  session,
  () => sessionStorage,
  history,
  () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
)
// A link within the page makes an entry of its own, which leads to the same log.
addEventListener('hashchange', () => keeper.mark())

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary onReset={() => session.leave()}>
      <SessionContext value={session}>
        <LogPage />
      </SessionContext>
    </ErrorBoundary>
  </StrictMode>,
)
