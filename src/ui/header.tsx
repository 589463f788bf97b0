import { useActions, useAppState } from './context.ts'
import { CopyLink } from './copy-link.tsx'
import { ModelSwitch } from './model/model-switch.tsx'
import { PagesNav } from './pages-nav.tsx'
import { PresetChooser } from './preset-chooser.tsx'
import { ShareButton } from './share/share-button.tsx'
import { ThemeButton } from './theme-button.tsx'

/** The slim bar at the top. */
export function Header() {
  const { pin, unpin, present, setTheme } = useActions()
  const isPinned = useAppState((state) => state.pinned !== undefined)
  const isPresent = useAppState((state) => state.view.present)
  const theme = useAppState((state) => state.view.theme)
  return (
    <header className="header">
      <h1 className="wordmark">Sawtooth</h1>
      <PresetChooser />
      <ModelSwitch />
      <PagesNav current="app" />
      <div className="actions">
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
        <ThemeButton theme={theme} onChange={setTheme} />
      </div>
    </header>
  )
}
