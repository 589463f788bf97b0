import { useEffect, useState } from 'react'
import { type AppStore, isComputing, shownRun } from '../store/store.ts'
import { isChord, isLayerOpen, isTyping } from '../view/keys.ts'
import type { Choice } from './address/unsaved.ts'
import { useApp, useAppState, useOfRuns } from './context.ts'
import { Controls } from './controls/controls.tsx'
import { EditorOpener } from './editor/opener.tsx'
import { Figure } from './figure/figure.tsx'
import { ZoomBar } from './figure/zoom-bar.tsx'
import { Header } from './header/header.tsx'
import { useTheme } from './header/theme.ts'
import { later } from './later.ts'
import { LookFor } from './look-for.tsx'
import { MapOpener } from './map/opener.tsx'
import { Results, VerdictBar } from './results/results.tsx'
import { useListener } from './use-listener.ts'

const Below = later('The rest of the page', () => import('./below/below.tsx').then(({ Below }) => Below))

/** For users who come for the first time. */
const Tour = later('The tour', () => import('./tour/tour.tsx').then(({ Tour }) => Tour))

const Playback = later(
  'Playback',
  () => import('./playback/playback.tsx').then(({ Playback }) => Playback),
  <div className="playback" />,
)

const Question = later('The question', () => import('./unseen.tsx').then(({ Question }) => Question))

const Unseen = later('What is read out and printed', () => import('./unseen.tsx').then(({ Unseen }) => Unseen))

/** Loaded later: few links are damaged, and few models missing. */
const Notices = later('What is wrong with the link', () => import('./notices.tsx').then(({ Notices }) => Notices))

interface AskedTour {
  /** Number of the request since the last tour ended; 0: no tour is running. */
  readonly number: number
  /** Whether the reader has pressed anything since. */
  readonly isPressed: () => boolean
}

export function Page() {
  const isPresent = useAppState((state) => state.view.present)
  const isAmiss = useAppState(({ notice, missing }) => (notice ?? missing) !== undefined)
  const [tour, setTour] = useState<AskedTour>({ number: 0, isPressed: () => false })
  const startTour = () => setTour({ number: tour.number + 1, isPressed: watchPresses() })
  useTheme(useAppState((state) => state.view.theme))
  useShortcuts()
  return (
    <div className={isPresent ? 'page presenting' : 'page'}>
      <div className="first-screen">
        <Header onTour={startTour} />
        {isAmiss && <Notices />}
        <main id="main" className="instrument">
          <h1 className="visually-hidden">Sawtooth: the Go garbage collector, simulated</h1>
          <LookFor />
          {tour.number > 0 && (
            <Tour key={tour.number} isPressed={tour.isPressed} onEnd={() => setTour({ ...tour, number: 0 })} />
          )}
          <Results />
          <div className="figure-column">
            <Figure />
            <ZoomBar />
            <Playback />
            <Computing />
            <ReadoutPlace />
          </div>
          <VerdictBar />
          <EditorOpener />
          <MapOpener />
          <Controls />
        </main>
      </div>
      <Unseen />
      <LossDialog />
      {!isPresent && <Below onTour={startTour} />}
    </div>
  )
}

const Readout = later('The explanation of the cycles', () =>
  import('./figure/readout.tsx').then(({ Readout }) => Readout),
)

/** The place of the readout, under the charts: it has its size before the readout loads. */
function ReadoutPlace() {
  const model = useOfRuns((state, runs) => shownRun(state, runs).trace.model)
  return (
    <div className={`explained explained-${model}`}>
      <Readout />
    </div>
  )
}

function Computing() {
  const { runs } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const isAtWork = useOfRuns(isComputing)
  return (
    <p className="computing" role="status">
      {isAtWork && (
        <span>
          Computing a long run…{' '}
          <button type="button" className="quiet" onClick={() => runs.cancel(scenario)}>
            Stop
          </button>
        </span>
      )}
    </p>
  )
}

/** Keys that work everywhere except in a field: p presents, Escape leaves the mode that was entered last. */
function useShortcuts(): void {
  const { store } = useApp()
  useListener('keydown', (event) => {
    if (event.defaultPrevented || isChord(event)) return
    if (event.key === 'Escape') leave(store)
    else if (event.key === 'p' && !isTyping(event.target)) {
      const { present, view } = store.getState()
      present(!view.present)
    }
  })
}

function leave(store: AppStore): void {
  if (isLayerOpen()) return
  const { view, cursor, zoom, present, moveCursor } = store.getState()
  if (view.window) zoom(undefined)
  else if (view.present) present(false)
  else if (cursor !== undefined) moveCursor(undefined)
}

/** Returns a function: has the reader pressed anything since? Then late content must not take the focus. */
function watchPresses(): () => boolean {
  let isPressed = false
  const onPress = () => (isPressed = true)
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, onPress, { capture: true, once: true })
  return () => isPressed
}

/** Asks before a link replaces unsaved work. */
function LossDialog() {
  const app = useApp()
  const [choice, setChoice] = useState<Choice>()
  useEffect(() => {
    app.ask = setChoice
    return () => {
      app.ask = undefined
    }
  }, [app])
  return choice && <Question choice={choice} onAnswer={() => setChoice(undefined)} />
}
