import type { Topic } from '../../scenario/presets/topics.ts'

interface TopicListProps {
  readonly id: string
  readonly topics: readonly Topic[]
  /** The option that Enter opens. */
  readonly active: string | undefined
  /** The preset on screen. */
  readonly current: string | undefined
  readonly toOptionId: (preset: string) => string
  readonly onChoose: (preset: string) => void
}

/** The list of a combobox: presets in groups. The keyboard stays in the combobox. */
export function TopicList({ id, topics, active, current, toOptionId, onChoose }: TopicListProps) {
  return (
    <div id={id} role="listbox" aria-label="Presets" tabIndex={-1} className="presets-list">
      {topics.map(({ title, presets }, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox
        <div key={title} role="group" aria-labelledby={`${id}${i}`} className="presets-topic">
          <p id={`${id}${i}`} className="presets-title">
            {title}
          </p>
          {presets.map((preset) => (
            <div
              key={preset.id}
              id={toOptionId(preset.id)}
              role="option"
              tabIndex={-1}
              aria-selected={preset.id === active}
              className={preset.id === current ? 'preset-option current' : 'preset-option'}
              data-preset={preset.id}
              // The focus stays where the text is typed.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(preset.id)}
              onKeyDown={undefined}
            >
              <span>
                {preset.title}
                {preset.id === current && <span className="visually-hidden">, on screen now</span>}
              </span>
              {preset.source && <span className="preset-source">{preset.source}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
