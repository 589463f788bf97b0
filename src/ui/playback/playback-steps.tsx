import { SPEEDS, STEPS, type StepName } from '../../view/player.ts'

interface PlaybackStepsProps {
  readonly speed: number
  readonly onStep: (name: StepName) => void
  readonly onSpeed: (speed: number) => void
}

/** One cycle on or back, to the next event, and how fast. */
export function PlaybackSteps({ speed, onStep, onSpeed }: PlaybackStepsProps) {
  return (
    <>
      {STEPS.map(({ name, text }) => (
        <button key={name} type="button" className="quiet" aria-label={name} onClick={() => onStep(name)}>
          {text}
        </button>
      ))}
      <label>
        <span className="visually-hidden">Speed</span>
        <select value={speed} onChange={(event) => onSpeed(Number(event.target.value))}>
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
