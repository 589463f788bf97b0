import { memo } from 'react'
import { hintOf } from '../../model/judgement/hints.ts'
import { type ParameterKey, parameter } from '../../scenario/params.ts'
import { isStale, shownRun } from '../../store/store.ts'
import { useOfRuns } from '../context.ts'
import { later } from '../later.ts'
import { Explain } from '../text/explain.tsx'

/** Read on demand, so not part of the first screen. */
const SettingNote = later('This note', () => import('./setting-note.tsx').then(({ SettingNote }) => SettingNote))

/** The name of a setting, with its note. It stays as it is while the value changes. */
export const SettingName = memo(function SettingName({ of }: { readonly of: ParameterKey }) {
  const { label, help } = parameter(of)
  return (
    <Explain label={label}>
      <p>{help}</p>
      <SettingNote of={of} />
    </Explain>
  )
})

/** The effect of a setting in the run on screen. It renders again only if the text changes, or becomes old. */
export function Effect({ of }: { readonly of: ParameterKey }) {
  const text = useOfRuns((state, runs) => hintOf(of, shownRun(state, runs).trace))
  const isOld = useOfRuns(isStale)
  return <span className={isOld ? 'effect stale' : 'effect'}>{text}</span>
}
