import { useEffect, useRef, useState } from 'react'
import type { Place } from '../../lessons/link.ts'
import { isRecord } from '../../result.ts'

const NAME = 'sawtooth.lesson'

/** Messages between windows of one browser: the step on screen, a request for it, and the step to turn to. */
type Said = { readonly kind: 'ask' } | { readonly kind: 'at' | 'go'; readonly lesson: string; readonly step: number }

/** A channel to the other windows; undefined if the browser allows none. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    return undefined
  }
}

/** Sends the step on screen to the window with the notes, now and on request, and turns to the step that it asks for. */
export function useTellNotes(lesson: string | undefined, step: number, turnTo: (step: number) => void): void {
  const latest = useRef(turnTo)
  latest.current = turnTo
  useEffect(() => {
    const channel = openChannel()
    if (!channel || lesson === undefined) return
    const tell = () => channel.postMessage({ kind: 'at', lesson, step } satisfies Said)
    channel.onmessage = ({ data }) => {
      if (!isSaid(data)) return
      if (data.kind === 'ask') tell()
      if (data.kind === 'go' && data.lesson === lesson) latest.current(data.step)
    }
    tell()
    return () => channel.close()
  }, [lesson, step])
}

/** The step of the class: that in the notes’ own address, until another window sends one; and how to turn both. */
export function useFollowed(place: Place) {
  const [followed, setFollowed] = useState<Pick<Place, 'lesson' | 'step'>>()
  const open = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    const channel = openChannel()
    if (!channel) return
    open.current = channel
    channel.onmessage = ({ data }) => {
      if (isSaid(data) && data.kind === 'at') setFollowed({ lesson: data.lesson, step: data.step })
    }
    channel.postMessage({ kind: 'ask' } satisfies Said)
    return () => channel.close()
  }, [])
  const { lesson = '', step } = followed ?? place
  const turnTo = (to: number) => {
    setFollowed({ lesson, step: to })
    open.current?.postMessage({ kind: 'go', lesson, step: to } satisfies Said)
  }
  return { lesson, step, turnTo }
}

function isSaid(data: unknown): data is Said {
  if (!isRecord(data)) return false
  const { kind, lesson, step } = data
  if (kind === 'ask') return true
  return (kind === 'at' || kind === 'go') && typeof lesson === 'string' && Number.isInteger(step) && Number(step) > 0
}
