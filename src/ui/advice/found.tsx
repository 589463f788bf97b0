import { memo, type ReactNode, useState } from 'react'
import type { Advice, AdviceOption } from '../../explore/advice/advice.ts'
import { recommendedOf, toNoneText } from '../../explore/advice/words.ts'
import { Button } from '../button.tsx'
import { Option } from './option.tsx'
import type { Advised } from './use-advice.ts'

/** While there is no answer: what goes on, and the way out of it. */
export function Waiting({ status, cancel, tryAgain }: Advised) {
  if (status === 'found') return null
  if (status === 'searching')
    return (
      <p className="fine">
        Settings are being simulated…{' '}
        <Button className="inline" onClick={cancel}>
          Cancel
        </Button>
      </p>
    )
  return (
    <p role={status === 'failed' ? 'alert' : undefined}>
      {status === 'failed' ? 'The search for settings failed.' : 'The search was cancelled.'}{' '}
      <Button className="inline" onClick={tryAgain}>
        {status === 'failed' ? 'Try again' : 'Search'}
      </Button>
    </p>
  )
}

interface FoundProps {
  readonly advice: Advice
  readonly isStale: boolean
  /** What one can do with an option: the same from one rendering to the next. */
  readonly Actions: (props: { readonly option: AdviceOption }) => ReactNode
}

/** The options, of which one is shown in full. */
export const Found = memo(function Found({ advice, isStale, Actions }: FoundProps) {
  const [chosen, setChosen] = useState<string>()
  const shown = advice.options.find(({ name }) => name === chosen) ?? recommendedOf(advice)
  const none = toNoneText(advice)
  return (
    <div className={isStale ? 'stale' : ''}>
      {none && <p className="answer misfit">{none}</p>}
      <ul className="options">
        {advice.options.map((option) => (
          <Option
            key={option.name}
            option={option}
            advice={advice}
            isShown={option === shown}
            onShow={() => setChosen(option.name)}
          >
            <Actions option={option} />
          </Option>
        ))}
      </ul>
    </div>
  )
})
