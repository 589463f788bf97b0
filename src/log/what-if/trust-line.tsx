import { showTrust, type Trust } from '../../calibration/trust.ts'

/** How far to believe what is built on this log, and why not further: the same words wherever it stands. */
export function TrustLine({ trust }: { readonly trust: Trust }) {
  return <p className={`fit ${trust.grade}`}>{showTrust(trust)}</p>
}
