import { useEffect, useRef, useState } from 'react'
import { describeNow } from '../../model/now.ts'
import { shownRun } from '../../store/store.ts'
import { moveByKey } from '../../view/move.ts'
import { advance, nextStep, otherLandmark, playedStretch, SPEEDS } from '../../view/player.ts'
import { toSpokenValues } from '../../view/spoken-values.ts'
import { useApp, useAppState, useRun } from '../context.ts'
import { HeapBlocks } from './heap-blocks.tsx'
import { Veil } from './veil.tsx'
import './playback.css'

/** Where motion is not wanted, playback goes from cycle to cycle, so many seconds apart. */
const STEP_SECONDS = 1

/** Plays the run: a cursor that moves along the figure, with what happens there in words and, on demand, as blocks. */
export function Playback() {
  const app = useApp()
  const { trace } = useRun()
  const cursor = useAppState((state) => state.cursor)
  const [isOpen, setOpen] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [hasBlocks, setBlocks] = useState(false)
  const [speed, setSpeed] = useState(1)
  const place = () => {
    const { cursor, view } = app.store.getState()
    return { trace: shownRun(app.store.getState(), app.runs).trace, cursor, window: view.window }
  }
  const moveTo = (time: number) => app.store.getState().moveCursor(time)
  const toggle = () => {
    const { trace, cursor, window } = place()
    const { start, end } = playedStretch(trace, window)
    if (!isPlaying && (cursor === undefined || cursor >= end || cursor < start)) moveTo(start)
    setOpen(true)
    setPlaying(!isPlaying)
  }
  const stepCycle = (key: ',' | '.') => {
    setPlaying(false)
    const move = moveByKey(key, false, place())
    if (move?.window) app.store.getState().zoom(move.window)
    if (move?.cursor !== undefined) moveTo(move.cursor)
  }
  const toLandmark = (direction: 1 | -1) => {
    setPlaying(false)
    const found = otherLandmark(trace, cursor ?? 0, direction)
    if (found) moveTo(found.time)
  }
  const close = () => {
    setPlaying(false)
    setOpen(false)
    app.store.getState().moveCursor(undefined)
  }
  usePlaying(isPlaying, speed, () => setPlaying(false))
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
        <button type="button" className="quiet" aria-label="Previous cycle" onClick={() => stepCycle(',')}>
          ‹
        </button>
        <button type="button" className="quiet" aria-label="Next cycle" onClick={() => stepCycle('.')}>
          cycle ›
        </button>
        <button type="button" className="quiet" aria-label="Next event" onClick={() => toLandmark(1)}>
          event ›
        </button>
        <label>
          <span className="visually-hidden">Speed</span>
          <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
            {SPEEDS.map((value) => (
              <option key={value} value={value}>
                {value}×
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="quiet" aria-pressed={hasBlocks} onClick={() => setBlocks(!hasBlocks)}>
          Heap blocks
        </button>
        <button type="button" className="quiet" aria-label="Close playback" onClick={close}>
          ×
        </button>
      </fieldset>
      <Veil trace={trace} cursor={at} onScrub={moveTo} />
      <p className="now" aria-live={isPlaying ? 'off' : 'polite'}>
        <strong>{describeNow(trace, at)}</strong> {toSpokenValues(trace, at)}
      </p>
      {hasBlocks && <HeapBlocks trace={trace} time={at} />}
    </>
  )
}

/** Moves the cursor with each frame, or step by step where motion is not wanted, until the stretch ends. */
function usePlaying(isPlaying: boolean, speed: number, onEnd: () => void): void {
  const { store, runs } = useApp()
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (!isPlaying) return
    const isStepping = matchMedia('(prefers-reduced-motion: reduce)').matches
    let request = 0
    let last = performance.now()
    const frame = (now: number) => {
      const state = store.getState()
      const { trace } = shownRun(state, runs)
      const stretch = playedStretch(trace, state.view.window)
      const elapsed = (now - last) / 1000
      const from = state.cursor ?? stretch.start
      if (!isStepping || elapsed * speed >= STEP_SECONDS) {
        last = now
        const to = isStepping ? nextStep(trace, from, stretch) : advance(from, elapsed, speed, stretch)
        state.moveCursor(to)
        if (to >= stretch.end) return end.current()
      }
      request = requestAnimationFrame(frame)
    }
    request = requestAnimationFrame(frame)
    return () => cancelAnimationFrame(request)
  }, [isPlaying, speed, store, runs])
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
