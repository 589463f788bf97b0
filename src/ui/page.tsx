import { useState } from 'react'
import { LossDialog } from './address/loss-dialog.tsx'
import { PrintLink } from './address/print-link.tsx'
import { useAppState } from './context.ts'
import { Controls } from './controls/controls.tsx'
import { EditorOpener } from './editor/opener.tsx'
import { Computing } from './figure/computing.tsx'
import { Figure } from './figure/figure.tsx'
import { ReadoutPlace } from './figure/readout-place.tsx'
import { ZoomBar } from './figure/zoom-bar.tsx'
import { Header } from './header/header.tsx'
import { useTheme } from './header/theme.ts'
import { later } from './later.ts'
import { LookFor } from './look-for.tsx'
import { MapOpener } from './map/opener.tsx'
import { Announcer } from './results/announcer.tsx'
import { Results, VerdictBar } from './results/results.tsx'
import { useShortcuts } from './shortcuts.ts'
import { watchPresses } from './tour/presses.ts'

const Below = later('The rest of the page', () => import('./below/below.tsx').then(({ Below }) => Below))

/** For users who come for the first time. */
const Tour = later('The tour', () => import('./tour/tour.tsx').then(({ Tour }) => Tour))

const Playback = later(
  'Playback',
  () => import('./playback/playback.tsx').then(({ Playback }) => Playback),
  <div className="playback" />,
)

/** Loaded later: few links are damaged, and few models missing. */
const Notices = later('What is wrong with the link', () => import('./notices.tsx').then(({ Notices }) => Notices))

interface AskedTour {
  /** Number of the request since the last tour ended; 0: no tour is running. */
  readonly number: number
  /** Whether the reader has pressed anything since. */
  readonly isPressed: () => boolean
}

/** The whole page: everything that matters on the first screen, the rest below it. */
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
          <Controls />
          <EditorOpener />
          <MapOpener />
        </main>
      </div>
      <PrintLink />
      <Announcer />
      <LossDialog />
      {!isPresent && <Below onTour={startTour} />}
    </div>
  )
}
