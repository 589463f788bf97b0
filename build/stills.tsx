import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createProgressStore, ProgressContext } from '../src/learn/course/progress-context.ts'
import { LearnPage } from '../src/learn/page.tsx'
import { simulateGuideInSlices } from '../src/model/guide/simulate.ts'
import { simulate } from '../src/model/simulate.ts'
import { EvidencePage } from '../src/pages/evidence/evidence-page.tsx'
import { ExperimentsPage } from '../src/pages/experiments/experiments-page.tsx'
import { createWork, WorkContext } from '../src/pages/work/context.ts'
import { ProgramContext } from '../src/program/context.ts'
import { ProgramPage } from '../src/program/page.tsx'
import { createProgramSession } from '../src/program/session.ts'
import { defaultScenario } from '../src/scenario/presets/catalogue.ts'
import { createRuns } from '../src/store/runs.ts'
import { createApp } from '../src/store/store.ts'
import { AppContext, createPageApp } from '../src/ui/context.ts'
import { Page } from '../src/ui/page.tsx'
import { drawStillHeap } from './still-heap.ts'

/** For calls that prerendering must never make. */
const refuse = () => {
  throw new Error('a page that is drawn by the build computes nothing')
}

/** Each page as it looks when it is opened without a link, by its file’s name. */
const PAGES: Readonly<Record<string, () => ReactNode>> = {
  index: () => (
    <AppContext value={createDefaultApp()}>
      <Page />
    </AppContext>
  ),
  learn: () => (
    <ProgressContext value={createProgressStore({ isKept: false })}>
      <LearnPage />
    </ProgressContext>
  ),
  experiments: () => (
    <WorkContext value={createWork()}>
      <ExperimentsPage />
    </WorkContext>
  ),
  evidence: () => (
    <WorkContext value={createWork()}>
      <EvidencePage />
    </WorkContext>
  ),
  program: drawProgram,
  // The program page once read only logs, at this address.
  log: drawProgram,
}

function drawProgram() {
  return (
    <ProgramContext value={createProgramSession({ start: refuse, destroy() {} })}>
      <ProgramPage />
    </ProgramContext>
  )
}

/** Where the page draws its heap chart, once it runs. */
const HEAP_PLACE = '<div class="heap-host">'
const DEFAULT_RUN = simulate(defaultScenario())

function createDefaultApp() {
  const runs = createRuns({
    simulators: { guide: simulateGuideInSlices },
    loadSimulator: refuse,
    createWorker: refuse,
    defer: refuse,
  })
  return createPageApp(createApp({ runs, theme: 'auto' }))
}

/** The HTML of a page before any of its effects have run; undefined for a page that has none. */
export function renderStill(name: string): string | undefined {
  const page = PAGES[name]
  return (
    page &&
    withoutLink(() => renderToStaticMarkup(page()))
      // Input before the page’s script runs would be lost.
      .replace(/<input type="file"[^>]*>/g, '')
      .replaceAll('<input type="text"', '<input readonly type="text"')
      .replace(HEAP_PLACE, (place) => place + drawStillHeap(DEFAULT_RUN))
  )
}

/** Sets an address without a link, all that a page reads of it during rendering. */
function withoutLink<T>(draw: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
  Object.defineProperty(globalThis, 'location', { value: { hash: '' }, configurable: true })
  try {
    return draw()
  } finally {
    if (before) Object.defineProperty(globalThis, 'location', before)
    else Reflect.deleteProperty(globalThis, 'location')
  }
}
