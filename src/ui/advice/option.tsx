import type { ReactNode } from 'react'
import type { Advice, AdviceOption } from '../../explore/advice/advice.ts'
import { toWarnings } from '../../explore/advice/warnings.ts'
import {
  titleOf,
  toFigures,
  toGrowthText,
  toSavingText,
  toSettingText,
  toWatch,
  toWhy,
} from '../../explore/advice/words.ts'
import { Button } from '../button.tsx'
import { Paste } from './paste.tsx'

interface OptionProps {
  readonly option: AdviceOption
  readonly advice: Advice
  readonly isShown: boolean
  readonly onShow: () => void
  /** What one can do with it. */
  readonly children: ReactNode
}

/** One option: in short, why or why not; and the one that is shown with all that one has to know. */
export function Option({ option, advice, isShown, onShow, children }: OptionProps) {
  const isRecommended = option.name === advice.recommended
  return (
    <li className={`option ${option.grade}${isShown ? ' shown' : ''}`}>
      <Button className="option-name" aria-expanded={isShown} onClick={onShow}>
        {titleOf(option, advice)}
      </Button>
      {isRecommended && <span className="chip">recommended</span>}
      <p className="fine">{toWhy(option, advice)}</p>
      {isShown && (
        <Whole option={option} advice={advice}>
          {children}
        </Whole>
      )}
    </li>
  )
}

function Whole({ option, advice, children }: Pick<OptionProps, 'option' | 'advice' | 'children'>) {
  const saving = toSavingText(option, advice)
  return (
    <div className="option-whole">
      <p className="setting">{toSettingText(option)}</p>
      <p>{toFigures(option, advice)}</p>
      <p>{toGrowthText(option, advice)}</p>
      {saving && <p>{saving}</p>}
      <p>{toWatch(option)}</p>
      {toWarnings(option, advice).map((warning) => (
        <p key={warning} className="warning">
          {warning}
        </p>
      ))}
      <div className="option-actions">
        {children}
        <Paste scenario={option.scenario} />
      </div>
    </div>
  )
}
