import { useState } from 'react'
import { otherPages } from '../pages-nav.tsx'
import { readStored, store } from '../storage.ts'
import './first-visit.css'

const KEY = 'sawtooth.visited'

/** Who comes for the first time reads in one line what this is and where to begin. Gone once it is used or closed. */
export function FirstVisit({ onTour }: { readonly onTour: () => void }) {
  const [isFirst, setFirst] = useState(() => readStored(KEY) === undefined)
  if (!isFirst) return null
  const base = otherPages()
  const leave = () => {
    store(KEY, '1')
    setFirst(false)
  }
  return (
    <p className="first-visit">
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
      {base !== undefined &&
        ['Your own numbers', 'Paste a log'].map((way) => (
          <a key={way} href={`${base}program.html`} onClick={leave}>
            {way}
          </a>
        ))}
      <button type="button" className="inline" aria-label="Close this line" onClick={leave}>
        ×
      </button>
    </p>
  )
}
