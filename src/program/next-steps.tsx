import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { goToPlace } from '../ui/contents.tsx'
import { useProgram } from './context.ts'

export const ADVICE_ID = 'advice-title'
export const SIMULATED_ID = 'simulated-title'

/** Links that leave the page open in a new tab, because the next page does not have the inputs. */
export const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

export function NewTabLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} className="step" {...NEW_TAB}>
      {children}
      <span aria-hidden="true">&nbsp;↗</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

/** The most important next step: goes to the advice and starts the search for it. */
export function ToAdvice() {
  const { askAdvice } = useProgram()
  const ask = () => {
    askAdvice()
    goToPlace(ADVICE_ID)
  }
  return (
    <Button className="solid" onClick={ask}>
      What to set?
    </Button>
  )
}
