import { mount } from '../ui/mount.tsx'
import { allowOwnWorkers } from '../work/own-scripts.ts'
import { createClient, createLogDesk } from './engine/client.ts'
import { LogPage } from './page.tsx'
import { SessionContext } from './session/context.ts'
import { createKeeper } from './session/keeper.ts'
import { createSession } from './session/session.ts'
import '../charts/charts.css'
import './log.css'
import '../ui/styles/print.css'

allowOwnWorkers()

const session = createSession(createClient(createLogDesk()))
const markEntry = createKeeper(
  session,
  () => sessionStorage,
  history,
  () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
)
// A link within the page makes a new history entry, which must lead to the same log.
addEventListener('hashchange', () => markEntry())

mount(
  <SessionContext value={session}>
    <LogPage />
  </SessionContext>,
  () => session.leave(),
)
