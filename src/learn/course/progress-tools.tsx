import { useState } from 'react'
import { encodeProgress, parseProgress } from '../../lessons/progress.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/controls/file-button.tsx'
import { JSON_FILES, saveJson } from '../../ui/share/save.ts'
import { canStore } from '../../ui/storage.ts'
import { useProgressStore } from './progress-context.ts'

/** Progress as a file, and back. It is kept in this browser and nowhere else. */
export function ProgressTools() {
  const store = useProgressStore()
  const [said, setSaid] = useState('')
  const load = async (file: File) => {
    const progress = parseProgress(await file.text().catch(() => ''))
    const isKnown = Object.keys(progress).length > 0
    if (isKnown) store.replace(progress)
    setSaid(isKnown ? 'Your progress is back.' : 'This file holds no progress; nothing was changed.')
  }
  return (
    <section className="progress-tools" aria-label="Your progress">
      <p>
        {canStore()
          ? 'Your progress stays in this browser. Nobody else sees it.'
          : 'This browser does not let the page keep your progress. Save it as a file before you close the page.'}
      </p>
      <Button onClick={() => saveJson('sawtooth-progress.json', encodeProgress(store.state.getState()))}>
        Save it as a file
      </Button>
      <FileButton name="progress" accept={JSON_FILES} onFiles={([file]) => file && void load(file)}>
        Load a file
      </FileButton>
      <Button
        onClick={() => {
          store.replace({})
          setSaid('Your progress is gone.')
        }}
      >
        Forget it
      </Button>
      <p role="status">{said}</p>
    </section>
  )
}
