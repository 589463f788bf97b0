/** The messages of a lesson in a frame to the page around it. */
interface LessonMessage {
  readonly type: 'sawtooth:lesson'
  readonly v: 1
  readonly lesson: string
  /** From 1. */
  readonly step: number
  readonly event: 'opened' | 'bet' | 'revealed' | 'solved'
  readonly value?: number | string
  readonly correct?: boolean
}

/** Sends a message to the page around the frame, if there is one, of any origin: nothing in it is secret. */
export function tellHost(message: Omit<LessonMessage, 'type' | 'v'>): void {
  if (parent === window) return
  parent.postMessage({ type: 'sawtooth:lesson', v: 1, ...message } satisfies LessonMessage, '*')
}

/** Tells the page around the frame the height that this one needs. */
export function tellHeight(height: number): void {
  if (parent !== window) parent.postMessage({ type: 'sawtooth:resize', v: 1, height: Math.ceil(height) }, '*')
}
