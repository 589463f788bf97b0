import type { Advice, AdviceOption } from '../../explore/advice.ts'
import { toWarnings } from '../../explore/advice-warnings.ts'
import {
  titleOf,
  toFigures,
  toGrowthText,
  toSavingText,
  toSettingText,
  toWatch,
  toWhy,
} from '../../explore/advice-words.ts'
import { showComparison } from '../compare/show.ts'
import { useActions } from '../context.ts'
import { Paste } from './paste.tsx'

interface OptionProps {
  readonly option: AdviceOption
  readonly advice: Advice
  readonly isShown: boolean
  readonly onShow: () => void
}

/** One option: in short, why or why not; and the one that is shown with all that one has to know. */
export function Option({ option, advice, isShown, onShow }: OptionProps) {
  const isRecommended = option.name === advice.recommended
  return (
    <li className={`option ${option.grade}${isShown ? ' shown' : ''}`}>
      <button type="button" className="option-name" aria-expanded={isShown} onClick={onShow}>
        {titleOf(option, advice)}
      </button>
      {isRecommended && <span className="chip">recommended</span>}
      <p className="fine">{toWhy(option, advice)}</p>
      {isShown && <Whole option={option} advice={advice} />}
    </li>
  )
}

function Whole({ option, advice }: { readonly option: AdviceOption; readonly advice: Advice }) {
  const { edit, pin, compare: open } = useActions()
  /** Today stays pinned beside it, and the page shows both. */
  const compare = () => {
    pin()
    edit(option.scenario, 'set')
    open(true)
    showComparison()
  }
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
        {option.name !== 'as-is' && (
          <>
            <button type="button" className="apply" onClick={() => edit(option.scenario, 'set')}>
              Set this
            </button>
            <button type="button" className="apply" onClick={compare}>
              Compare
            </button>
          </>
        )}
        <Paste scenario={option.scenario} />
      </div>
    </div>
  )
}
