import { type CSSProperties, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { SettingKey } from '../known/settings.ts'
import { parameter } from '../scenario/params.ts'
import type { Scenario } from '../scenario/types.ts'
import { TypedField } from '../ui/controls/typed-field.tsx'
import { isChord, leaveToBrowser } from '../view/keys.ts'
import { KNOBS, type Knob } from '../view/knobs/knobs.ts'
import { QUOTA_KNOB } from '../view/knobs/machine-knobs.ts'
import { reachOf } from '../view/knobs/reach.ts'
import { createTravel, KEY_STEPS, stepStop, TRAVEL, toPosition, toStop } from '../view/knobs/stops.ts'
import { marksOf } from '../view/marks.ts'

interface SettingFieldProps {
  readonly setting: SettingKey
  readonly scenario: Scenario
  readonly onChange: (patch: Partial<Scenario>) => void
}

/** A setting to type, and to drag. Text that cannot be read changes nothing; a message says why. */
export function SettingField({ setting, scenario, onChange }: SettingFieldProps) {
  const id = useId()
  const { label } = parameter(setting)
  const knob = knobOf(setting)
  const value = knob.get(scenario)
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: number }>()
  const current = draft?.value === value ? draft : undefined
  const typed = current ? knob.read(current.text, scenario) : undefined
  const message = typed?.kind === 'unread' ? typed.message : (typed?.refused?.message ?? typed?.note ?? '')
  const finish = () => {
    if (typed?.kind !== 'read' || !current) return
    const isAsShown = current.text === knob.show(value)
    // The message about the text stays until the value changes in another way. As it was shown, it has all its digits.
    setDraft(isAsShown ? undefined : { text: current.text, value: typed.value })
    onChange(toPatch(knob, isAsShown ? value : typed.value))
  }
  return (
    <div className={`knob knob-${setting}`}>
      <label htmlFor={id}>{label}</label>
      <div className="value">
        <TypedField
          id={id}
          name={setting}
          label={label}
          text={current?.text ?? knob.show(value)}
          isWrong={typed?.kind === 'unread'}
          messageId={`${id}-message`}
          type={(text) => setDraft({ text, value })}
          finish={finish}
          cancel={() => setDraft(undefined)}
        />
        {/\d/.test(knob.show(value)) && knob.unit !== '' && <span className="unit">{knob.unit}</span>}
      </div>
      <SettingSlider knob={knob} scenario={scenario} onChange={onChange} />
      <p
        id={`${id}-message`}
        aria-live="polite"
        className={typed?.kind === 'unread' ? 'message bad' : 'message effect'}
      >
        {message}
      </p>
    </div>
  )
}

interface SettingSliderProps extends Pick<SettingFieldProps, 'scenario' | 'onChange'> {
  readonly knob: Knob
}

function SettingSlider({ knob, scenario, onChange }: SettingSliderProps) {
  const { slider, label } = parameter(knob.key)
  const value = knob.get(scenario)
  // The slider has at least this range.
  const usual = reachOf(parameter(knob.key), scenario)
  // The slider reaches the largest value set so far. If the range shrank again, the thumb would move under the finger.
  const [reach, setReach] = useState(usual)
  const needed = Math.max(reach, usual, Number.isFinite(value) ? value : 0)
  if (needed !== reach) setReach(needed)
  const travel = useMemo(() => createTravel(parameter(knob.key), reach), [knob, reach])
  const pressed = useRef(value)
  const move = (to: number) => {
    if (to !== value) onChange(toPatch(knob, to))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    if (isChord(event)) return leaveToBrowser(event.currentTarget)
    event.preventDefault()
    move(stepStop(travel, value, steps))
  }
  if (!slider) return null
  return (
    <div className="slider">
      <input
        type="range"
        name={`${knob.key}-slider`}
        aria-label={`${label} slider`}
        aria-valuetext={Number.isFinite(value) ? `${knob.show(value)} ${knob.unit}`.trim() : 'off'}
        min={0}
        max={TRAVEL}
        step={5}
        value={Math.round(toPosition(travel, value))}
        onChange={(event) => move(toStop(travel, Number(event.target.value)))}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          pressed.current = value
        }}
        // A touch moves the thumb at once. If it then scrolls the page, the slider goes back.
        onPointerCancel={() => move(pressed.current)}
      />
      <div className="marks" aria-hidden="true">
        {marksOf(knob, travel).map(({ value: mark, text, share }) => (
          <span key={mark} style={{ '--at': share } as CSSProperties}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

function knobOf(key: SettingKey): Knob {
  const knob = [...KNOBS, QUOTA_KNOB].find((one) => one.key === key)
  if (!knob) throw new Error(`no knob ${key}`)
  return knob
}

function toPatch(knob: Knob, value: number): Partial<Scenario> {
  return knob.patch(value) as Partial<Scenario>
}
