import { mount } from '../ui/mount.tsx'
import { createDispatcher, type WorkerPort } from '../work/dispatcher.ts'
import { loadOnce } from '../work/load-once.ts'
import { allowOwnWorkers } from '../work/own-scripts.ts'
import { ProgramContext } from './context.ts'
import type { Answer, Job } from './jobs.ts'
import { nameIn } from './kept/entry.ts'
import { ProgramPage } from './page.tsx'
import { createProgramSession } from './session.ts'
import '../charts/charts.css'
import '../log/log.css'
import './program.css'
import '../ui/styles/print.css'

allowOwnWorkers()

const session = createProgramSession(
  createDispatcher<Job, never, Answer>({
    createWorker: () =>
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as WorkerPort<Job, never, Answer>,
    // Loaded once, because the engine keeps the inputs that it has read.
    load: loadOnce('The part that simulates', () => import('./engine.ts').then(({ createEngine }) => createEngine())),
  }),
)

const keep = () =>
  import('./kept/keeper.ts')
    .then(({ keepInputs }) =>
      keepInputs(
        session,
        () => sessionStorage,
        history,
        () => String(Date.now()),
      ),
    )
    // A link within the page makes another entry.
    .then((mark) => addEventListener('hashchange', mark))
    .catch(() => {})
if (nameIn(history) !== undefined) void keep()
else {
  const stop = session.store.subscribe(() => {
    stop()
    void keep()
  })
}

mount(
  <ProgramContext value={session}>
    <ProgramPage />
  </ProgramContext>,
  () => location.reload(),
)
