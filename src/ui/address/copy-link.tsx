import { useEffect, useState } from 'react'
import { later } from '../later.ts'
import { useAddress } from './address-context.ts'

/** Few browsers refuse the clipboard, so the field loads when it is needed. */
const LinkField = later('The link', () => import('./link-field.tsx').then(({ LinkField }) => LinkField))

type State = 'idle' | 'copied' | 'refused'

const SAID_MS = 2000

/** A button that copies the link. Without a clipboard, the link is selected in a field. */
export function CopyLink() {
  const { toHref, connect } = useAddress()
  const [state, setState] = useState<State>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), SAID_MS)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    let href = toHref()
    if (href === undefined) {
      await connect().catch(() => {})
      href = toHref()
    }
    try {
      if (href === undefined) throw new Error('no link')
      await navigator.clipboard.writeText(href)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <div className="copy-link">
      <button type="button" className="quiet" onClick={copy}>
        <span className={state === 'copied' ? 'unseen' : ''}>Copy link</span>
        <span className={state === 'copied' ? 'said' : 'said unseen'} aria-live="polite">
          {state === 'copied' ? 'Copied' : ''}
        </span>
      </button>
      {state === 'refused' && <LinkField href={toHref()} onClose={() => setState('idle')} />}
    </div>
  )
}
