import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { type Filter, KINDS, ORDERS, type Order, type RowKind } from './filter.ts'

interface FilterBarProps {
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

/** Text, source, role and order. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const sources = SOURCES.map(({ id, author, year }) => [id, `${author}, ${year}`] as const)
  return (
    <search className="filter-bar">
      <label>
        <span>Find words or a number</span>
        <input
          type="search"
          value={filter.text}
          placeholder="weaviate cycles"
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
      </label>
      <Choice
        label="Source"
        value={filter.source}
        options={[['', 'all five'], ...sources]}
        onChange={(source) => onChange({ ...filter, source })}
      />
      <Choice
        label="Show"
        value={filter.kind}
        options={Object.entries(KINDS)}
        onChange={(kind) => onChange({ ...filter, kind: kind as RowKind })}
      />
      <Choice
        label="Order"
        value={filter.order}
        options={Object.entries(ORDERS)}
        onChange={(order) => onChange({ ...filter, order: order as Order })}
      />
    </search>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
