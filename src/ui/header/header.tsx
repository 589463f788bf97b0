import '../tour/first-visit.css'
import { type ReactNode, useRef, useState } from 'react'
import { isUnchanged } from '../../scenario/presets/as-published.ts'
import { findPreset } from '../../scenario/presets/catalogue.ts'
import { CopyLink } from '../address/copy-link.tsx'
import { useActions, useAppState } from '../context.ts'
import { EditButton } from '../editor/opener.tsx'
import { later } from '../later.ts'
import { MapButton } from '../map/opener.tsx'
import { readStored, store } from '../storage.ts'
import { Explain } from '../text/explain.tsx'
import { otherPages } from './pages-nav.tsx'
import { SiteHeader } from './site-header.tsx'

/** The site's header, and under it the program on screen, its model, and its actions. */
export function Header({ onTour }: { readonly onTour: () => void }) {
  const { setTheme } = useActions()
  const theme = useAppState((state) => state.view.theme)
  const isPresent = useAppState((state) => state.view.present)
  return (
    <>
      <SiteHeader current="app" theme={theme} onTheme={setTheme}>
        {!isPresent && <FirstVisit onTour={onTour} />}
      </SiteHeader>
      <section className="tools" aria-label="Program and model">
        <PresetChooser>{!isPresent && <EditButton />}</PresetChooser>
        <ModelSwitch />
        <Actions />
      </section>
    </>
  )
}

function Actions() {
  const { pin, unpin, present } = useActions()
  const isPinned = useAppState((state) => state.pinned !== undefined)
  const isPresent = useAppState((state) => state.view.present)
  return (
    <div className="actions">
      <MapButton />
      <button type="button" className={isPinned ? 'quiet on pin' : 'quiet pin'} onClick={isPinned ? unpin : pin}>
        {isPinned ? 'Unpin' : 'Pin'}
      </button>
      <CopyLink />
      <ShareButton />
      <button
        type="button"
        className={isPresent ? 'quiet on' : 'quiet'}
        aria-keyshortcuts="p"
        onClick={() => present(!isPresent)}
      >
        {isPresent ? 'Leave' : 'Present'}
      </button>
    </div>
  )
}

const Dialog = later('Sharing', () => import('../share/share-dialog.tsx').then(({ ShareDialog }) => ShareDialog))

function ShareButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
        Share
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}

const PresetDialog = later('The list of presets', () =>
  import('../presets/dialog.tsx').then(({ PresetDialog }) => PresetDialog),
)

function PresetChooser({ children }: { readonly children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const title = useAppState(
    ({ presetId, scenario }) =>
      scenario.title || (presetId === undefined ? undefined : findPreset(presetId)?.title) || 'Custom program',
  )
  const changed = useIsChanged()
  return (
    <div className="preset">
      <button
        type="button"
        className="preset-name"
        aria-haspopup="dialog"
        aria-label={`Program: ${title}`}
        // What is typed at once must not be lost, so the list is fetched before it is asked for.
        onFocus={PresetDialog.preload}
        onPointerEnter={PresetDialog.preload}
        onClick={() => setOpen(true)}
      >
        {title}
      </button>
      {children}
      <span className="changed">{changed ? 'changed' : ''}</span>
      {isOpen && <PresetDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Whether the settings differ from those of the preset. The model does not count. */
function useIsChanged(): boolean {
  return useAppState(({ presetId, scenario }) => {
    const preset = presetId === undefined ? undefined : findPreset(presetId)
    return preset !== undefined && !isUnchanged(scenario, preset)
  })
}

/** Read on demand, so not part of the first screen. */
const ModelNotes = later('This note', () => import('../model/model-notes.tsx').then(({ ModelNotes }) => ModelNotes))

const MODELS = [
  { kind: 'guide', name: 'Guide' },
  { kind: 'runtime', name: 'Runtime' },
] as const

function ModelSwitch() {
  const { setModel } = useActions()
  const model = useAppState((state) => state.scenario.model)
  return (
    <div className="model-switch">
      <Explain label="Model">
        <ModelNotes />
      </Explain>
      <fieldset className="segments">
        <legend className="visually-hidden">Model</legend>
        {MODELS.map(({ kind, name }) => (
          <label key={kind} className="segment">
            <input
              type="radio"
              name="model"
              value={kind}
              className="visually-hidden"
              checked={model === kind}
              onChange={() => setModel(kind)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

const KEY = 'sawtooth.visited'

/** The line for a first visit; gone once used or closed. Its place stays free until the next visit: nothing moves. */
function FirstVisit({ onTour }: { readonly onTour: () => void }) {
  const [isFirst] = useState(() => readStored(KEY) === undefined)
  const [place, setPlace] = useState<Pick<DOMRect, 'width' | 'height'>>()
  const line = useRef<HTMLParagraphElement>(null)
  if (!isFirst) return null
  if (place) return <div className="first-visit" style={{ width: place.width, height: place.height }} />
  const base = otherPages()
  const leave = () => {
    store(KEY, '1')
    setPlace(line.current?.getBoundingClientRect())
  }
  const wayTo = (name: string) =>
    base !== undefined && (
      <a href={`${base}program.html`} onClick={leave}>
        {name}
      </a>
    )
  return (
    <p ref={line} className="first-visit">
      See what GOGC and GOMEMLIMIT do.{' '}
      <button
        type="button"
        className="inline"
        onClick={() => {
          leave()
          onTour()
        }}
      >
        Two-minute tour
      </button>
      {wayTo('Your own numbers')}
      {/* The sign that closes the line never has a line to itself. */}
      <span>
        {wayTo('Paste a log')}
        <button type="button" className="inline" aria-label="Close this line" onClick={leave}>
          ×
        </button>
      </span>
    </p>
  )
}
