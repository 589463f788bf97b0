import { startTransition, useEffect, useState } from 'react'
import { useWork } from './context.ts'
import type { Job, JobKind, Pieces } from './jobs.ts'

/** A job, with its pieces so far, and how to stop it. */
export interface PiecewiseJob<Piece> {
  readonly pieces: readonly Piece[]
  readonly state: 'waiting' | 'computing' | 'done' | 'failed' | 'stopped'
  /** Why the job failed, for people. */
  readonly problem?: string
  /** Ends the computation; the pieces so far stay. */
  readonly stop: () => void
  /** Computes it again after it was stopped. */
  readonly restart: () => void
}

/** Runs a job. @param job another object starts another computation; undefined: none yet */
export function usePieces<K extends JobKind>(job: (Job & { readonly kind: K }) | undefined): PiecewiseJob<Pieces[K]> {
  const { dispatcher } = useWork()
  const [isStopped, setStopped] = useState(false)
  const [found, setFound] = useState<Pick<PiecewiseJob<Pieces[K]>, 'pieces' | 'state' | 'problem'>>(NOTHING)
  useEffect(() => {
    if (!job || isStopped) return
    let pieces: readonly Pieces[K][] = []
    const cancel = dispatcher.start(
      job,
      (end) => {
        startTransition(() =>
          setFound(end.kind === 'done' ? { pieces, state: 'done' } : { pieces, state: 'failed', problem: end.reason }),
        )
      },
      (piece) => {
        pieces = [...pieces, piece as Pieces[K]]
        const found = { pieces, state: 'computing' } as const
        // Rendered without blocking the page; pieces that arrive meanwhile are shown together.
        startTransition(() => setFound(found))
      },
    )
    setFound({ pieces, state: 'computing' })
    return cancel
  }, [dispatcher, job, isStopped])
  const state = isStopped && found.state === 'computing' ? 'stopped' : found.state
  return { ...found, state, stop: () => setStopped(true), restart: () => setStopped(false) }
}

const NOTHING = { pieces: [], state: 'waiting' } as const
