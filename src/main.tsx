import { Suspense } from 'react'
import { simulateGuideInSlices } from './model/guide/simulate.ts'
import { DEFAULT_PRESET_ID } from './scenario/presets/catalogue.ts'
import { createRuns, type RunsWorker } from './store/runs.ts'
import { createApp } from './store/store.ts'
import { createAddress } from './ui/address/address.ts'
import { AddressContext } from './ui/address/address-context.ts'
import { createLateAddress } from './ui/address/late-address.ts'
import { AppContext, createPageApp } from './ui/context.ts'
import { readTheme } from './ui/header/theme.ts'
import { later } from './ui/later.ts'
import { mount } from './ui/mount.tsx'
import { Page } from './ui/page.tsx'
import { allowOwnWorkers } from './work/own-scripts.ts'
import './charts/charts.css'
import './ui/styles/page.css'
import './ui/styles/print.css'

allowOwnWorkers()

const app = createPageApp(
  createApp({
    runs: createRuns({
      simulators: { guide: simulateGuideInSlices },
      loadSimulator: async (model) =>
        model === 'guide'
          ? simulateGuideInSlices
          : (await import('./model/runtime/simulate.ts')).simulateRuntimeInSlices,
      createWorker: () => new Worker(new URL('./store/worker.ts', import.meta.url), { type: 'module' }) as RunsWorker,
    }),
    theme: readTheme(),
  }),
)

const address = createAddress(window)
const pageAddress = createLateAddress(app, address, () => import('./ui/address/address-bridge.ts'))

// A link is opened before anything is shown: never a default run in its place, not even for a moment.
const hasLink = address.read() !== ''
const Opened = hasLink ? later('What opens the link', () => pageAddress.connect().then(() => Page)) : Page
// Without a link the page comes first. Where the part is missing, "Copy link" asks for it again.
if (!hasLink) pageAddress.connect().catch(() => {})

// Whoever switches to the other model finds it there.
const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 2000))
whenIdle(() => void app.runs.prepare('runtime'))

mount(
  <AppContext value={app}>
    <AddressContext value={pageAddress}>
      <Suspense>
        <Opened />
      </Suspense>
    </AddressContext>
  </AppContext>,
  () => app.store.getState().loadPreset(DEFAULT_PRESET_ID),
)
