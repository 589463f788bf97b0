import { useEffect, useRef, useState } from 'react'
import type { Place } from '../../lessons/link.ts'
import { isRecord } from '../../result.ts'

const NAME = 'sawtooth.lesson'

/** Messages between windows of one browser: the step on screen, a request for it, and the step to turn to. */
type Said =
  | { readonly kind: 'ask' }
  | { readonly kind: 'go'; readonly lesson: string; readonly step: number }
  | ({ readonly kind: 'at' } & At)

/** The step on screen in a window. */
interface At {
  readonly lesson: string
  readonly step: number
  /** The name of the window; undefined as long as the notes have heard of none. */
  readonly from?: string | undefined
}

/** Tells this window from others. */
const OWN_NAME = String(Math.random())

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
    const tell = () => channel.postMessage({ kind: 'at', lesson, step, from: OWN_NAME } satisfies Said)
    channel.onmessage = ({ data }) => {
      if (!isSaid(data)) return
      if (data.kind === 'ask') tell()
      if (data.kind === 'go' && data.lesson === lesson) latest.current(data.step)
    }
    tell()
    return () => channel.close()
  }, [lesson, step])
}

/** The step of the class: that in the notes’ own address, until a window with that lesson sends one; and how to turn both. */
export function useFollowed({ lesson: own = '', step: first }: Place) {
  const [now, setNow] = useState<At>({ lesson: own, step: first })
  const open = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    const channel = openChannel()
    if (!channel) return
    open.current = channel
    channel.onmessage = ({ data }) => {
      if (isSaid(data) && data.kind === 'at') setNow((before) => follow(before, data))
    }
    channel.postMessage({ kind: 'ask' } satisfies Said)
    return () => channel.close()
  }, [])
  const { lesson, step } = now
  const turnTo = (to: number) => {
    setNow({ ...now, step: to })
    open.current?.postMessage({ kind: 'go', lesson, step: to } satisfies Said)
  }
  return { lesson, step, turnTo }
}

/**
 * What the notes show after a window has told its step: a window with the lesson of the notes is followed from then on,
 * to other lessons, too. All other windows are ignored.
 */
export function follow(now: At, { lesson, step, from }: At): At {
  const isFollowed = lesson === now.lesson || (from !== undefined && from === now.from)
  return isFollowed ? { lesson, step, from } : now
}

function isSaid(data: unknown): data is Said {
  if (!isRecord(data)) return false
  const { kind, lesson, step } = data
  if (kind === 'ask') return true
  return (kind === 'at' || kind === 'go') && typeof lesson === 'string' && Number.isInteger(step) && Number(step) > 0
}
