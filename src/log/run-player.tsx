import { useEffect, useRef, useState } from 'react'
import { describeNow } from '../model/now.ts'
import type { Trace } from '../model/trace.ts'
import type { TimeWindow } from '../store/state.ts'
import { PlaybackSteps } from '../ui/playback/playback-steps.tsx'
import { type StepName, stepFrom } from '../view/player.ts'
import { playFrom, startPlaying } from '../view/playing.ts'

/** Playback of a run in a report, with a clock of its own: its figure has no store. */
export function usePlayer(trace: Trace, window: TimeWindow | undefined, onZoom: (window: TimeWindow) => void) {
  const [cursor, setCursor] = useState<number>()
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const latest = useRef({ trace, window, cursor })
  latest.current = { trace, window, cursor }
  const moveTo = (time: number | undefined) => {
    latest.current = { ...latest.current, cursor: time }
    setCursor(time)
  }
  const close = () => {
    setPlaying(false)
    moveTo(undefined)
  }
  const act = useRef({ moveTo, close })
  act.current = { moveTo, close }
  // Another run is another story.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by another trace, not by what closing reads
  useEffect(() => () => act.current.close(), [trace])
  useEffect(() => {
    if (!isPlaying) return
    return startPlaying({
      place: () => latest.current,
      speed,
      moveTo: (time) => act.current.moveTo(time),
      onEnd: () => setPlaying(false),
    })
  }, [isPlaying, speed])
  const step = (name: StepName) => {
    setPlaying(false)
    const move = stepFrom(name, latest.current)
    if (move?.cursor !== undefined) moveTo(move.cursor)
    if (move?.window) onZoom(move.window)
  }
  const toggle = (from?: number) => {
    if (!isPlaying) moveTo(playFrom({ ...latest.current, cursor: cursor ?? from }))
    setPlaying(!isPlaying)
  }
  return { cursor, isPlaying, speed, toggle, step, setSpeed, close, moveTo }
}

interface RunPlayerProps {
  readonly trace: Trace
  readonly player: ReturnType<typeof usePlayer>
  /** Where the crosshair stands before playback has begun. */
  readonly from: number | undefined
}

/** Below a run: play and pause, and one sentence on what happens where the cursor is. */
export function RunPlayer({
  trace,
  player: { cursor, isPlaying, speed, toggle, step, setSpeed, close },
  from,
}: RunPlayerProps) {
  return (
    <div className="run-player">
      <button type="button" className="quiet" aria-keyshortcuts="Space" onClick={() => toggle(from)}>
        <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'}</span> {isPlaying ? 'Pause' : 'Play'}
      </button>
      {cursor !== undefined && (
        <>
          <PlaybackSteps speed={speed} onStep={step} onSpeed={setSpeed} />
          <button type="button" className="quiet" aria-label="Close playback" onClick={close}>
            ×
          </button>
          <p className="now" aria-live={isPlaying ? 'off' : 'polite'}>
            {describeNow(trace, cursor)}
          </p>
        </>
      )}
    </div>
  )
}
