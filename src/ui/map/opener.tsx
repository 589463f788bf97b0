import { useActions, useAppState } from '../context.ts'
import { later } from '../later.ts'

const MapPanel = later(
  'The map',
  () => import('./panel.tsx').then(({ MapPanel }) => MapPanel),
  <p className="hint">Loading the map …</p>,
)

const BUTTON_ID = 'map-button'

export function MapButton() {
  const { showMap } = useActions()
  const isOpen = useAppState((state) => state.view.map)
  return (
    <button
      type="button"
      id={BUTTON_ID}
      className={isOpen ? 'quiet on' : 'quiet'}
      aria-expanded={isOpen}
      onClick={() => showMap(!isOpen)}
    >
      Map
    </button>
  )
}

/** The place of the map, under the charts. The map loads when it is first opened. */
export function MapOpener() {
  const isOpen = useAppState((state) => state.view.map)
  return isOpen ? (
    <div className="map-door">
      <MapPanel opener={BUTTON_ID} />
    </div>
  ) : null
}
