import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FigureState } from '../../view/move.ts'
import { createPlayer, type PlayerPart, type Stage } from '../../view/player/player-part.ts'

type Played = Omit<Stage, 'place' | 'moveTo'> & Omit<FigureState, 'cursor'>

/** Playback with its own clock, for figures without a store: its parts are in `host`. */
export function usePlayer(played: Played) {
  const [cursor, setCursor] = useState<number>()
  const host = useRef<HTMLDivElement>(null)
  const player = useRef<PlayerPart>(null)
  const latest = useRef<Played & FigureState>({ ...played, cursor })
  latest.current = { ...played, cursor: latest.current.cursor }
  const moveTo = useCallback((time: number | undefined) => {
    latest.current = { ...latest.current, cursor: time }
    setCursor(time)
    player.current?.update()
  }, [])
  useLayoutEffect(() => {
    const made = createPlayer({
      label: latest.current.label,
      place: () => latest.current,
      moveTo,
      zoom: (window) => latest.current.zoom(window),
      figures: () => latest.current.figures(),
    })
    player.current = made
    const parts = [made.buttons, made.words, made.blocks]
    host.current?.append(...parts)
    return () => {
      made.destroy()
      for (const part of parts) part.remove()
    }
  }, [moveTo])
  useLayoutEffect(() => player.current?.update())
  const { trace } = played
  // Stops for another run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by another trace
  useEffect(() => () => moveTo(undefined), [trace, moveTo])
  /** @param from its first instant, if it has not started yet */
  const toggle = (from?: number) => {
    if (latest.current.cursor === undefined) latest.current = { ...latest.current, cursor: from }
    player.current?.toggle()
  }
  return { host, cursor, moveTo, toggle }
}
