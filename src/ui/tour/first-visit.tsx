import './first-visit.css'
import { useRef, useState } from 'react'
import { otherPages } from '../header/pages-nav.tsx'
import { readStored, store } from '../storage.ts'

const KEY = 'sawtooth.visited'

/**
 * Tells first-time users in one line what this is and where to begin. It disappears once it is used or closed. Its
 * place stays free until the next visit, so that nothing moves under the pointer.
 */
export function FirstVisit({ onTour }: { readonly onTour: () => void }) {
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
