import { Select } from '../select.tsx'
import '../share/share.css'
import { type FocusEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Advice, AdviceOption } from '../../explore/advice/advice.ts'
import { toFigures } from '../../explore/advice/figures-text.ts'
import { toWarnings } from '../../explore/advice/warnings.ts'
import {
  recommendedOf,
  titleOf,
  toGrowthText,
  toNoneText,
  toSavingText,
  toSettingText,
  toTrustText,
  toVersionText,
  toWatch,
  toWhy,
} from '../../explore/advice/words.ts'
import type { Scenario } from '../../scenario/types.ts'
import { LINES, type LinesId } from '../../share/export/lines.ts'
import { Button } from '../button.tsx'
import { CopyText } from '../share/copy-text.tsx'
import { NoBreak } from '../text/no-break.tsx'
import type { Advised } from './use-advice.ts'

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
  /** No option repeats these. The same object in every rendering. */
  readonly given?: Given | undefined
  readonly Actions: (props: { readonly option: AdviceOption }) => ReactNode
}

/** Warnings that the page gives above the advice, and the id of the heading under which it does. */
interface Given {
  readonly warnings: readonly string[]
  readonly headingId: string
}

export const Found = memo(function Found({ advice, isStale, given, Actions }: FoundProps) {
  const [chosen, setChosen] = useState<string>()
  const shown = advice.options.find(({ name }) => name === chosen) ?? recommendedOf(advice)
  const trust = toTrustText(advice)
  const version = toVersionText(advice)
  const none = toNoneText(advice)
  const list = useKeptFocus()
  return (
    <div className={isStale ? 'stale' : ''}>
      {trust && (
        <p className={`answer ${advice.trust?.grade === 'poor' ? 'misfit' : ''}`}>
          <NoBreak text={trust} />
        </p>
      )}
      {version && <p className="answer">{version}</p>}
      {none && <p className="answer misfit">{none}</p>}
      <ul className="options" {...list}>
        {advice.options.map((option) => (
          <Option
            key={option.name}
            option={option}
            advice={advice}
            given={given}
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

/** Moves the focus to the shown option, or the first, when the focused button disappears with a new answer. */
function useKeptFocus() {
  const ref = useRef<HTMLUListElement>(null)
  const focused = useRef<Element>(undefined)
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false) return
    focused.current = undefined
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    const name = find('.shown > .option-name') ?? find('.option-name')
    name?.focus({ preventScroll: true })
    // If no option is in sight, the reader has moved on, so do not scroll.
    if (ref.current && isInSight(ref.current)) name?.scrollIntoView({ block: 'nearest' })
  })
  return {
    ref,
    onFocus: (event: FocusEvent) => {
      focused.current = event.target
    },
    // React fires no blur event when it removes the focused element, so `focused` then still has it.
    onBlur: () => {
      focused.current = undefined
    },
  }
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

interface OptionProps {
  readonly option: AdviceOption
  readonly advice: Advice
  readonly given: Given | undefined
  readonly isShown: boolean
  readonly onShow: () => void
  readonly children: ReactNode
}

function Option({ option, advice, given, isShown, onShow, children }: OptionProps) {
  const isRecommended = option.name === advice.recommended
  return (
    <li className={`option ${option.grade}${isShown ? ' shown' : ''}`}>
      <Button className="option-name" aria-expanded={isShown} onClick={onShow}>
        {titleOf(option, advice)}
      </Button>
      {isRecommended && <span className="chip">recommended</span>}
      <p className="fine">
        <NoBreak text={toWhy(option, advice)} />
      </p>
      {isShown && (
        <Whole option={option} advice={advice} given={given}>
          {children}
        </Whole>
      )}
    </li>
  )
}

function Whole({ option, advice, given, children }: Pick<OptionProps, 'option' | 'advice' | 'given' | 'children'>) {
  const warnings = toWarnings(option, advice)
  const own = warnings.filter((warning) => !given?.warnings.includes(warning))
  const texts = [toFigures, toGrowthText, toSavingText, toWatch].map((toText) => toText(option, advice))
  return (
    <div className="option-whole">
      <p className="setting">{toSettingText(option, advice)}</p>
      {texts.filter(Boolean).map((text) => (
        <p key={text}>
          <NoBreak text={text} />
        </p>
      ))}
      {own.map((warning) => (
        <p key={warning} className="warning">
          <NoBreak text={warning} />
        </p>
      ))}
      {given && own.length < warnings.length && (
        <p className="warning">
          <a href={`#${given.headingId}`}>The warnings on the simulation</a> hold for this setting too.
        </p>
      )}
      <div className="option-actions">
        {children}
        <Paste scenario={option.scenario} unknown={advice.unknown} />
      </div>
    </div>
  )
}

interface PasteProps extends Pick<Advice, 'unknown'> {
  readonly scenario: Scenario
}

function Paste(props: PasteProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="apply" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Lines to paste
      </Button>
      {isOpen && <Chosen {...props} />}
    </>
  )
}

function Chosen({ scenario, unknown }: PasteProps) {
  const [id, setId] = useState<LinesId>('env')
  const lines = LINES.find((one) => one.id === id)
  if (!lines) return null
  return (
    <div className="paste">
      <Select
        name="lines"
        aria-label="Lines for"
        value={id}
        options={LINES.map((one) => [one.id, one.name])}
        onChoose={setId}
      />
      <p className="fine">{lines.help}</p>
      <CopyText text={lines.toText(scenario, unknown)} label={lines.name} isWhole rows={id === 'env' ? 4 : 12} />
    </div>
  )
}
