import { useEffect, useState } from 'react'
import type { Place } from '../../lessons/link.ts'

const NAME = 'sawtooth.lesson'

/** Messages between windows of one browser: the step on screen, or a request for it. */
type Said = { readonly kind: 'ask' } | { readonly kind: 'at'; readonly lesson: string; readonly step: number }

/** A channel to the other windows; undefined where the browser allows none. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    return undefined
  }
}

/** Sends the step on screen to the window with the notes, now and on request. */
export function useTellNotes(lesson: string | undefined, step: number): void {
  useEffect(() => {
    const channel = openChannel()
    if (!channel || lesson === undefined) return
    const tell = () => channel.postMessage({ kind: 'at', lesson, step } satisfies Said)
    channel.onmessage = ({ data }) => {
      if (isSaid(data) && data.kind === 'ask') tell()
    }
    tell()
    return () => channel.close()
  }, [lesson, step])
}

/** Where the class is: what the notes' own address says, until another window tells. */
export function useFollowed(place: Place): Pick<Place, 'lesson' | 'step'> {
  const [followed, setFollowed] = useState<Pick<Place, 'lesson' | 'step'>>()
  useEffect(() => {
    const channel = openChannel()
    if (!channel) return
    channel.onmessage = ({ data }) => {
      if (isSaid(data) && data.kind === 'at') setFollowed({ lesson: data.lesson, step: data.step })
    }
    channel.postMessage({ kind: 'ask' } satisfies Said)
    return () => channel.close()
  }, [])
  return followed ?? place
}

function isSaid(data: unknown): data is Said {
  if (typeof data !== 'object' || data === null) return false
  const { kind, lesson, step } = data as Record<string, unknown>
  return kind === 'ask' || (kind === 'at' && typeof lesson === 'string' && Number.isInteger(step) && Number(step) > 0)
}
