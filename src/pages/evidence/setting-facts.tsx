import { nameSettings } from '../../explore/published/published.ts'
import { titleOfPreset } from '../../explore/published/text.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import type { Facts } from '../../scenario/presets/published/facts/facts.ts'
import { toAppHref } from '../links.ts'

/** The settings that a source gives, and those that were chosen because it gives none, with the reasons. */
export function SettingFacts({ source }: { readonly source: string }) {
  return (
    <details className="setting-facts">
      <summary className="soft">What the source gives, and what was chosen</summary>
      {FACTS.filter((facts) => facts.source === source).map((facts) => (
        <Setting key={facts.preset} facts={facts} />
      ))}
    </details>
  )
}

function Setting({ facts }: { readonly facts: Facts }) {
  const { preset, section, given, chosen, notes, like } = facts
  return (
    <article>
      <h4>
        <a href={toAppHref(preset)}>{titleOfPreset(preset)}</a> <span className="section">{section}</span>
      </h4>
      {like !== undefined && <p>Everything not named here is as in “{titleOfPreset(like)}”.</p>}
      {given.length > 0 && (
        <ul>
          {given.map(({ key, value }) => (
            <li key={key}>
              given: {nameSettings(key)}, {value}
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul>
          {chosen.map(({ key, value, why }) => (
            <li key={key}>
              chosen: <strong>{nameSettings(key)}</strong>, {value}. {why}
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </article>
  )
}
