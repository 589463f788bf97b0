import { Button } from '../ui/button.tsx'
import { goToPlace } from '../ui/contents.tsx'

export const ADVICE_ID = 'advice-title'
export const SIMULATED_ID = 'simulated-title'

/** Links that leave the page open in a new tab, because the next page does not have the inputs. */
export const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

export function ToAdvice() {
  return (
    <Button className="solid" onClick={() => goToPlace(ADVICE_ID)}>
      What to set?
    </Button>
  )
}
