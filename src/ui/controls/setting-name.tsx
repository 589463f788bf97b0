import { memo } from 'react'
import { type ParameterKey, parameter } from '../../scenario/params.ts'
import { Explain } from '../explain.tsx'
import { SettingNote } from './setting-note.tsx'

/** What a setting is called, with its note. It stays as it is while the value changes. */
export const SettingName = memo(function SettingName({ of }: { readonly of: ParameterKey }) {
  const { label, help, typical } = parameter(of)
  return (
    <Explain label={label}>
      <p>{help}</p>
      <SettingNote of={of} typical={typical} />
    </Explain>
  )
})
