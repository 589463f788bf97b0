import { showTrust, type Trust } from '../../calibration/trust.ts'
import { NoBreak } from '../../ui/text/no-break.tsx'

/** How far to trust results from this log, and why not more: the same words everywhere. */
export function TrustLine({ trust }: { readonly trust: Trust }) {
  return (
    <p className={`fit ${trust.grade}`}>
      <NoBreak text={showTrust(trust)} />
    </p>
  )
}
