import { CONTROL_PARTS, type Part, SHOWN_PARTS } from '../../share/parts.ts'
import type { Theme } from '../../store/state.ts'
import { Select } from '../select.tsx'
import type { Form } from './forms.ts'
import type { ShareOptions } from './shared.ts'

interface OptionsProps {
  readonly form: Form
  readonly options: ShareOptions
  readonly onChange: (options: ShareOptions) => void
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', 'light'],
  ['dark', 'dark'],
]

export function Options({ form: { choices = [] }, options, onChange }: OptionsProps) {
  if (choices.length === 0) return null
  return (
    <div className="share-options">
      {choices.includes('parts') && (
        <>
          <Parts title="Shown" parts={SHOWN_PARTS} options={options} onChange={onChange} />
          <Parts title="Controls" parts={CONTROL_PARTS} options={options} onChange={onChange} />
        </>
      )}
      <div className="share-fields">
        {choices.includes('theme') && (
          <label>
            Theme
            <Select
              name="share-theme"
              value={options.theme}
              options={[['auto', choices.includes('parts') ? 'as the reader’s' : 'as on this page'], ...THEMES]}
              onChoose={(theme) => onChange({ ...options, theme })}
            />
          </label>
        )}
        {choices.includes('size') &&
          (['Width', 'Height'] as const).map((label) => {
            const side = label === 'Width' ? 'width' : 'height'
            const placeholder = label === 'Width' ? '100 %' : String(options.wishedHeight)
            const set = (pixels: number | undefined) => onChange({ ...options, [side]: pixels })
            return <Pixels key={side} {...{ label, placeholder }} value={options[side]} onChange={set} />
          })}
      </div>
    </div>
  )
}

interface PartsProps extends Pick<OptionsProps, 'options' | 'onChange'> {
  readonly title: string
  readonly parts: readonly Part[]
}

function Parts({ title, parts, options, onChange }: PartsProps) {
  const { hide } = options
  const toggle = (name: string) =>
    onChange({ ...options, hide: hide.includes(name) ? hide.filter((one) => one !== name) : [...hide, name] })
  return (
    <fieldset>
      <legend className="fine">{title}</legend>
      {parts.map(({ name, label }) => (
        <label key={name} className="check">
          <input type="checkbox" name={`show-${name}`} checked={!hide.includes(name)} onChange={() => toggle(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface PixelsProps {
  readonly label: string
  readonly placeholder: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

const LEAST = 100
const MOST = 4000

function Pixels({ label, placeholder, value, onChange }: PixelsProps) {
  const read = (text: string) => {
    const number = Math.round(Number(text))
    onChange(text.trim() !== '' && number >= LEAST && number <= MOST ? number : undefined)
  }
  return (
    <label>
      {label}
      <input
        type="number"
        name={`share-${label.toLowerCase()}`}
        min={LEAST}
        max={MOST}
        placeholder={placeholder}
        defaultValue={value}
        onChange={(event) => read(event.target.value)}
      />
    </label>
  )
}
