import { type ReactNode, useMemo, useState } from 'react'
import { asOneOfMany } from '../explore/one-of-many.ts'
import type { SettingKey } from '../known/settings.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Settings } from '../scenario/under-settings.ts'
import { encodeLink } from '../share/encode.ts'
import type { LinkView } from '../share/view.ts'
import { Button } from '../ui/button.tsx'
import { CopyText } from '../ui/share/copy-text.tsx'
import { NewTabLink, ToAdvice } from './next-steps.tsx'
import { SettingField } from './setting-field.tsx'

const KEYS: readonly SettingKey[] = ['gogc', 'memoryLimit', 'containerLimit', 'procs', 'cpuQuota']

/** Inputs are in elapsed time, so the simulator opens with elapsed time on its axis. */
const LIKE_THE_INPUT = { axis: 'wall' } as const
export const WHAT_IF_ID = 'what-if-title'

export function WhatIfSection({ children }: { readonly children: ReactNode }) {
  return (
    <section className="what-if" aria-labelledby={WHAT_IF_ID}>
      <h2 id={WHAT_IF_ID}>What if</h2>
      {children}
    </section>
  )
}

interface SupposeProps {
  /** The program under the requested settings, even before they are computed. */
  readonly scenario: Scenario
  readonly modelVersion: string
  /** The settings that differ from the program’s own. */
  readonly settings: Settings
  readonly onChange: (settings: Settings) => void
  /** The answer in a few words. It stays in sight if the settings take the whole width. */
  readonly answer: string
  readonly isBusy: boolean
  /** Environment variables to copy; undefined for none. */
  readonly copied: string | undefined
}

/** The settings of a question “what if”, and links to the next steps. */
export function Suppose({ scenario, modelVersion, settings, onChange, answer, isBusy, copied }: SupposeProps) {
  const [restored, setRestored] = useState(0)
  const [link, mapLink] = useMemo(() => {
    const toLink = (view: LinkView) => `./${encodeLink({ scenario: asOneOfMany(scenario), modelVersion, view })}`
    return [toLink(LIKE_THE_INPUT), toLink({ ...LIKE_THE_INPUT, map: true })]
  }, [scenario, modelVersion])
  return (
    <div className="suppose">
      <div>
        {/* The table says the same to a screen reader. */}
        <p className="answer-in-brief" aria-hidden="true" aria-busy={isBusy}>
          {answer}
        </p>
        {KEYS.map((key) => (
          <SettingField
            key={`${key} ${restored}`}
            setting={key}
            scenario={scenario}
            onChange={(patch) => onChange({ ...settings, ...(patch as Settings) })}
          />
        ))}
        <Button
          onClick={() => {
            // This also removes typed text that was refused.
            setRestored(restored + 1)
            if (Object.keys(settings).length > 0) onChange({})
          }}
        >
          Restore its own settings
        </Button>
      </div>
      <div className="taken">
        {copied !== undefined && (
          <>
            <h3>Settings to copy</h3>
            <CopyText text={copied} label="Settings as environment variables" isWhole rows={5} />
          </>
        )}
        <div className="run-actions">
          <ToAdvice />
          <NewTabLink href={link}>Open with these settings</NewTabLink>
          <NewTabLink href={mapLink}>Map</NewTabLink>
        </div>
      </div>
    </div>
  )
}
