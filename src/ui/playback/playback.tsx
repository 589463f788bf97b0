import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { describeNow } from '../../model/now.ts'
import { shownRun } from '../../store/store.ts'
import type { FigureState } from '../../view/move.ts'
import { type StepName, stepFrom } from '../../view/player.ts'
import { playFrom, startPlaying } from '../../view/playing.ts'
import { toSpokenValues } from '../../view/spoken-values.ts'
import { useApp, useAppState, useRun } from '../context.ts'
import { HeapBlocks } from './heap-blocks.tsx'
import { PlaybackSteps } from './playback-steps.tsx'
import { Veil } from './veil.tsx'
import './playback.css'

/** Plays the run: a cursor that moves along the figure, with what happens there in words and, on demand, as blocks. */
export function Playback() {
  const app = useApp()
  const { trace } = useRun()
  const cursor = useAppState((state) => state.cursor)
  const isWall = useAppState((state) => state.view.clock === 'wall')
  const axis = useStore(app.axis)
  const [isOpen, setOpen] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [hasBlocks, setBlocks] = useState(false)
  const [speed, setSpeed] = useState(1)
  const place = (): FigureState => {
    const { cursor, view } = app.store.getState()
    return { trace: shownRun(app.store.getState(), app.runs).trace, cursor, window: view.window }
  }
  const moveTo = (time: number) => app.store.getState().moveCursor(time)
  const toggle = () => {
    if (!isPlaying) moveTo(playFrom(place()))
    setOpen(true)
    setPlaying(!isPlaying)
  }
  const step = (name: StepName) => {
    setPlaying(false)
    const move = stepFrom(name, place())
    if (move?.window) app.store.getState().zoom(move.window)
    if (move?.cursor !== undefined) moveTo(move.cursor)
  }
  const close = () => {
    setPlaying(false)
    setOpen(false)
    app.store.getState().moveCursor(undefined)
  }
  usePlaying(isPlaying, speed, place, () => setPlaying(false))
  useSpace(toggle)
  // Whatever takes the cursor away (Escape, another program) ends playback.
  useEffect(() => {
    if (isOpen && cursor === undefined) {
      setPlaying(false)
      setOpen(false)
    }
  }, [isOpen, cursor])

  if (!isOpen)
    return (
      <div className="playback">
        <button type="button" className="quiet" aria-keyshortcuts="Space" onClick={toggle}>
          <span aria-hidden="true">▶</span> Play
        </button>
      </div>
    )
  const at = cursor ?? 0
  return (
    <>
      <fieldset className="playback open" aria-label="Playback">
        <button type="button" className="quiet" aria-keyshortcuts="Space" onClick={toggle}>
          <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'}</span> {isPlaying ? 'Pause' : 'Play'}
        </button>
        <PlaybackSteps speed={speed} onStep={step} onSpeed={setSpeed} />
        <button type="button" className="quiet" aria-pressed={hasBlocks} onClick={() => setBlocks(!hasBlocks)}>
          Heap blocks
        </button>
        <button type="button" className="quiet" aria-label="Close playback" onClick={close}>
          ×
        </button>
      </fieldset>
      <Veil
        charts={document.querySelector('.charts')}
        axis={axis}
        isWall={isWall}
        trace={trace}
        cursor={at}
        onScrub={moveTo}
      />
      <p className="now" aria-live={isPlaying ? 'off' : 'polite'}>
        <strong>{describeNow(trace, at)}</strong> {toSpokenValues(trace, at)}
      </p>
      {hasBlocks && <HeapBlocks trace={trace} time={at} />}
    </>
  )
}

/** Plays until the stretch ends, or until it is paused. */
function usePlaying(isPlaying: boolean, speed: number, place: () => FigureState, onEnd: () => void): void {
  const { store } = useApp()
  const latest = useRef({ place, onEnd })
  latest.current = { place, onEnd }
  useEffect(() => {
    if (!isPlaying) return
    return startPlaying({
      place: () => latest.current.place(),
      speed,
      moveTo: (time) => store.getState().moveCursor(time),
      onEnd: () => latest.current.onEnd(),
    })
  }, [isPlaying, speed, store])
}

/** Space plays and pauses, wherever the focus is but in a control that takes it for itself. */
function useSpace(toggle: () => void): void {
  const act = useRef(toggle)
  act.current = toggle
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { target } = event
      if (target !== document.body && !(target instanceof Element && target.matches('.charts'))) return
      event.preventDefault()
      act.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
