import type { ComponentProps } from 'react'

interface SelectProps<Value> extends Omit<ComponentProps<'select'>, 'value'> {
  readonly value: Value | undefined
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly onChoose: (value: Value) => void
}

export function Select<Value extends string | number | boolean>(props: SelectProps<Value>) {
  const { value, options, onChoose, ...rest } = props
  return (
    <select
      {...rest}
      value={value?.toString()}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex]
        if (chosen) onChoose(chosen[0])
      }}
    >
      {options.map(([option, name]) => (
        <option key={option.toString()} value={option.toString()}>
          {name}
        </option>
      ))}
    </select>
  )
}
