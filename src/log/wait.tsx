import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useSession } from './session/context.ts'

interface WaitProps {
  readonly children: ReactNode
  /** Whether to show it only if the job takes longer than a moment. */
  readonly isBrief?: boolean
}

/** A running job of the session of a log, with a Cancel button. */
export function Wait(props: WaitProps) {
  const session = useSession()
  return <WaitFor {...props} onCancel={session.cancel} />
}

export function WaitFor({ children, isBrief = false, onCancel }: WaitProps & { readonly onCancel: () => void }) {
  return (
    <p className={isBrief ? 'wait brief' : 'wait'}>
      <span role="status">{children}</span> <Button onClick={onCancel}>Cancel</Button>
    </p>
  )
}
