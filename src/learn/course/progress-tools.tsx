import { useState } from 'react'
import { encodeProgress, parseProgress } from '../../lessons/progress.ts'
import { FileButton } from '../../log/intake/file-button.tsx'
import { save } from '../../ui/share/save.ts'
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
      <p>Your progress stays in this browser. Nobody else sees it.</p>
      <button
        type="button"
        className="quiet"
        onClick={() =>
          save(
            'sawtooth-progress.json',
            new Blob([encodeProgress(store.state.getState())], { type: 'application/json' }),
          )
        }
      >
        Save it as a file
      </button>
      <FileButton
        input={{ name: 'progress', accept: '.json,application/json' }}
        onFiles={([file]) => file && void load(file)}
      >
        Load a file
      </FileButton>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          store.replace({})
          setSaid('Your progress is gone.')
        }}
      >
        Forget it
      </button>
      <p role="status">{said}</p>
    </section>
  )
}
