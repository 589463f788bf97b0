import './presets.css'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { countOf } from '../../format.ts'
import { searchTopics, type Topic, toTopics } from '../../scenario/presets/topics.ts'
import { Button } from '../button.tsx'
import { useActions, useAppState } from '../context.ts'
import { useModal } from '../use-modal.ts'

/** How many options one page key moves. */
const PAGE = 8
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

const TOPICS = toTopics()

/** Every preset by its topic: a combobox whose list is always open (WAI-ARIA Authoring Practices). */
export function PresetDialog({ onClose }: { readonly onClose: () => void }) {
  const { loadPreset } = useActions()
  const current = useAppState((state) => state.presetId)
  const dialog = useModal()
  const id = useId()
  const [text, setText] = useState('')
  const { topics, count, active, onStep } = useFound(text, current)
  const toOptionId = (preset: string) => `${id}${preset}`
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  const close = () => dialog.current?.close()
  const choose = (preset: string | undefined) => {
    if (preset === undefined) return
    close()
    loadPreset(preset)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return onStep(event)
    event.preventDefault()
    choose(active)
  }
  return (
    <dialog
      ref={dialog}
      className="presets"
      aria-label="Presets"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={undefined}
    >
      <div className="presets-head">
        <Search
          aria-controls={`${id}list`}
          aria-activedescendant={active === undefined ? undefined : toOptionId(active)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button onClick={close}>Close</Button>
      </div>
      <p role="status" className={count > 0 ? 'visually-hidden' : 'presets-none'}>
        {count > 0
          ? countOf(count, 'preset')
          : `No preset matches “${text.trim()}”. Try fewer words, or draw a program of your own: Edit program.`}
      </p>
      <TopicList {...{ id: `${id}list`, topics, active, current, toOptionId }} onChoose={choose} />
    </dialog>
  )
}

function Search(props: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      role="combobox"
      className="presets-search"
      name="preset-search"
      placeholder="Search presets"
      aria-label="Search presets"
      aria-expanded={true}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}

function useFound(text: string, current: string | undefined) {
  const [wanted, setActive] = useState(current)
  const topics = useMemo(() => searchTopics(TOPICS, text), [text])
  const presets = useMemo(() => topics.flatMap((topic) => topic.presets), [topics])
  // The preset that the user moved to, if it matches; else the first match.
  const active = Math.max(
    0,
    presets.findIndex(({ id }) => id === wanted),
  )
  const onStep = (event: KeyboardEvent) => {
    const steps = STEPS[event.key]
    if (steps === undefined || presets.length === 0) return
    event.preventDefault()
    setActive(presets[moveIn(presets.length, active, steps)]?.id)
  }
  return { topics, count: presets.length, active: presets[active]?.id, onStep }
}

/** Another place in a list. Single steps wrap around; pages stop at the ends. */
function moveIn(count: number, from: number, steps: number): number {
  if (Math.abs(steps) === 1) return (from + steps + count) % count
  return Math.max(0, Math.min(count - 1, from + steps))
}

interface TopicListProps {
  readonly id: string
  readonly topics: readonly Topic[]
  readonly active: string | undefined
  readonly current: string | undefined
  readonly toOptionId: (preset: string) => string
  readonly onChoose: (preset: string) => void
}

/** The list of a combobox: presets in groups. The focus stays in the combobox. */
function TopicList({ id, topics, active, current, toOptionId, onChoose }: TopicListProps) {
  return (
    <div id={id} role="listbox" aria-label="Presets" tabIndex={-1} className="presets-list">
      {topics.map(({ title, presets }, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox
        <div key={title} role="group" aria-labelledby={`${id}${i}`} className="presets-topic">
          <p id={`${id}${i}`} className="presets-title">
            {title}
          </p>
          {presets.map((preset) => (
            <div
              key={preset.id}
              id={toOptionId(preset.id)}
              role="option"
              tabIndex={-1}
              aria-selected={preset.id === active}
              className={preset.id === current ? 'preset-option current' : 'preset-option'}
              data-preset={preset.id}
              // The focus stays where the text is typed.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(preset.id)}
              onKeyDown={undefined}
            >
              <span>
                {preset.title}
                {preset.id === current && <span className="visually-hidden">, on screen now</span>}
              </span>
              {preset.source && <span className="preset-source">{preset.source}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
