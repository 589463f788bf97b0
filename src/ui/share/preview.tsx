import { useMemo, useRef } from 'react'
import { useListener } from '../use-listener.ts'
import type { Shared, ShareOptions } from './shared.ts'

export function PicturePreview({ shared }: { readonly shared: Shared }) {
  const { src, width, height } = useMemo(() => {
    const still = shared.draw()
    return { ...still, src: `data:image/svg+xml,${encodeURIComponent(still.svg)}` }
  }, [shared])
  return <img className="share-preview" src={src} width={width} height={height} alt={`Preview: ${shared.title}`} />
}

interface FramePreviewProps {
  readonly shared: Shared
  readonly options: ShareOptions
  readonly onHeight: (height: number) => void
}

/** The frame itself, in its sandbox. A page opened from a file may not show it. */
export function FramePreview({ shared, options, onHeight }: FramePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { embedLink, base } = shared
  useListener('message', ({ source, data }) => {
    if (!source || source !== frame.current?.contentWindow) return
    const { type, height } = Object(data) as { type?: unknown; height?: unknown }
    if (type === 'sawtooth:resize' && typeof height === 'number' && height > 0) onHeight(Math.ceil(height))
  })
  if (!/^https?:/.test(base)) return <p className="share-help">The preview needs a page that is served.</p>
  const { width, height, wishedHeight } = options
  return (
    <div className="share-preview">
      <iframe
        // A frame per link: another address in the same frame would be a step in the history.
        key={embedLink}
        ref={frame}
        title="Preview"
        sandbox="allow-scripts"
        src={`${base}embed.html${embedLink}`}
        style={{ width: width ?? '100%', height: height ?? wishedHeight }}
      />
    </div>
  )
}
