import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { Select } from '../../ui/select.tsx'
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
        onChoose={(source) => onChange({ ...filter, source })}
      />
      <Choice
        label="Show"
        value={filter.kind}
        options={Object.entries(KINDS) as [RowKind, string][]}
        onChoose={(kind) => onChange({ ...filter, kind })}
      />
      <Choice
        label="Order"
        value={filter.order}
        options={Object.entries(ORDERS) as [Order, string][]}
        onChoose={(order) => onChange({ ...filter, order })}
      />
    </search>
  )
}

interface ChoiceProps<Value> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label>
      <span>{label}</span>
      <Select value={value} options={options} onChoose={onChoose} />
    </label>
  )
}
