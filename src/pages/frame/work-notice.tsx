import { useStore } from 'zustand'
import { useWork } from '../work/context.ts'

/** Says that the page computes without a worker, so it may be slow. */
export function WorkNotice() {
  return (
    <p role="status" className="work-notice">
      {useStore(useWork().isHere) &&
        'The worker that computes in the background could not be started, or it failed. The page computes without it now, and may respond slowly meanwhile.'}
    </p>
  )
}

export function Problem({ reason }: { readonly reason: string }) {
  return (
    <p role="alert" className="problem">
      This could not be computed: {reason.replace(/\.$/, '')}. Reload the page to try again.
    </p>
  )
}
