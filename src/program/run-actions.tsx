import { useMemo } from 'react'
import { countOf } from '../format.ts'
import { NEW_TAB, WHAT_IF_ID } from '../log/what-if/suppose.tsx'
import type { Scenario } from '../scenario/types.ts'
import { encodeLink } from '../share/encode.ts'
import type { LinkView } from '../share/view.ts'
import { AddressContext } from '../ui/address/address-context.ts'
import { CopyLink } from '../ui/address/copy-link.tsx'
import { ToAdvice } from '../ui/advice/own-advice.tsx'
import { Button } from '../ui/button.tsx'
import { goToPlace } from '../ui/contents.tsx'

interface RunActionsProps {
  readonly scenario: Scenario
  readonly modelVersion: string
  readonly findings: number
  /** Whether the page has the parts “What if” and “What to set”. */
  readonly hasAdvice?: boolean
}

/** Links to the next steps with the known program, in a new tab: this page does not keep its inputs. */
export function RunActions({ scenario, modelVersion, findings, hasAdvice = true }: RunActionsProps) {
  const [link, editLink, mapLink] = useMemo(() => {
    const toLink = (view: LinkView) => `./${encodeLink({ scenario, modelVersion, view })}`
    return [toLink({ axis: 'wall' }), toLink({ axis: 'wall', edit: true }), toLink({ axis: 'wall', map: true })]
  }, [scenario, modelVersion])
  const address = useMemo(
    () => ({ toHref: () => new URL(link, location.href).href, connect: () => Promise.resolve() }),
    [link],
  )
  return (
    <div className="run-actions">
      <AddressContext value={address}>
        <CopyLink />
      </AddressContext>
      <a href={link} className="solid" {...NEW_TAB}>
        Open in simulator
      </a>
      <a href={editLink} className="solid" {...NEW_TAB}>
        Open in editor
      </a>
      <a href={mapLink} className="solid" {...NEW_TAB}>
        Map
      </a>
      {hasAdvice && (
        <>
          <Button className="solid" onClick={() => goToPlace(WHAT_IF_ID)}>
            What if?
          </Button>
          <ToAdvice />
        </>
      )}
      {findings > 0 && (
        <a href="#findings-title" className="to-findings">
          {countOf(findings, 'setting')} to correct
        </a>
      )}
    </div>
  )
}
