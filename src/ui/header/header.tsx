import { useState } from 'react'
import { CopyLink } from '../address/copy-link.tsx'
import { useActions, useAppState } from '../context.ts'
import { EditButton } from '../editor/opener.tsx'
import { later } from '../later.ts'
import { MapButton } from '../map/opener.tsx'
import { ModelSwitch } from '../model/model-switch.tsx'
import { PresetChooser } from '../presets/preset-chooser.tsx'
import { FirstVisit } from '../tour/first-visit.tsx'
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
      <button type="button" className={isPinned ? 'quiet on' : 'quiet'} onClick={isPinned ? unpin : pin}>
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

/** Opens the dialog. It is fetched when it is first opened. */
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
