import { useState } from 'react'
import { readStored, store } from '../storage.ts'
import './first-visit.css'

const KEY = 'sawtooth.visited'

/** Who comes for the first time reads in one line what this is and where to begin. Gone once it is used or closed. */
export function FirstVisit({ onTour }: { readonly onTour: () => void }) {
  const [isFirst, setFirst] = useState(() => readStored(KEY) === undefined)
  if (!isFirst) return null
  const leave = () => {
    store(KEY, '1')
    setFirst(false)
  }
  return (
    <p className="first-visit">
      See what GOGC and GOMEMLIMIT do to a Go program.{' '}
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
      <a href="./program.html" onClick={leave}>
        Your own numbers
      </a>
      <a href="./program.html" onClick={leave}>
        Paste a log
      </a>
      <button type="button" className="inline" aria-label="Close this line" onClick={leave}>
        ×
      </button>
    </p>
  )
}
