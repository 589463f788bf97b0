import type { ComponentProps } from 'react'
import { UNIT_WORDS } from '../../lessons/judge-bet.ts'
import { type Draft, type DraftGoal, GOALS } from '../../lessons/make.ts'
import { findParameter } from '../../scenario/params.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'

/** Settings of the first screen of the simulator; the others are for lessons written by hand. */
export const OFFERED = ['gogc', 'memoryLimit', 'containerLimit', 'cpuLimiter', 'procs', 'otherMemory'] as const

export function MakerForm({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }) {
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const setGoal = (at: number, goal: DraftGoal | undefined) =>
    set({ goals: draft.goals.flatMap((old, i) => (i === at ? (goal ?? []) : old)) })
  const toText = (key: 'title' | 'start' | 'hint', label: string, rest: ComponentProps<'input'>) => (
    <label>
      {label}
      <input type="text" value={draft[key]} onChange={(event) => set({ [key]: event.target.value })} {...rest} />
    </label>
  )
  return (
    <form className="maker-form" onSubmit={(event) => event.preventDefault()}>
      {toText('title', 'Task, in a sentence', { maxLength: 120 })}
      {toText('start', 'Start: a link from the simulator', { spellCheck: false })}
      <Changes changes={draft.changes} onChange={(changes) => set({ changes })} />
      <fieldset>
        <legend>Goals, all to be met</legend>
        {draft.goals.map((goal, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: goals are known by their places
          <GoalRow key={i} goal={goal} onChange={(next) => setGoal(i, next)} />
        ))}
        <Button onClick={() => set({ goals: [...draft.goals, { of: 'gcCpuFraction', bound: 'atMost', value: '10' }] })}>
          Add a goal
        </Button>
      </fieldset>
      {toText('hint', 'A hint, if you like', { maxLength: 300 })}
    </form>
  )
}

interface ChangesProps {
  readonly changes: Draft['changes']
  readonly onChange: (changes: Draft['changes']) => void
}

function Changes({ changes, onChange }: ChangesProps) {
  return (
    <fieldset>
      <legend>Settings that may be changed; all others are hidden</legend>
      {OFFERED.map((key) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={changes.includes(key)}
            onChange={({ target }) =>
              onChange(OFFERED.filter((one) => (one === key ? target.checked : changes.includes(one))))
            }
          />
          {findParameter(key)?.label ?? key}
        </label>
      ))}
    </fieldset>
  )
}

const ENDINGS = [
  ['completed', 'runs to its end'],
  ['oom-killed', 'is killed'],
] as const

const BOUNDS = [
  ['atMost', 'at most'],
  ['atLeast', 'at least'],
] as const

interface GoalRowProps {
  readonly goal: DraftGoal
  readonly onChange: (goal: DraftGoal | undefined) => void
}

function GoalRow({ goal, onChange }: GoalRowProps) {
  const unit = GOALS[goal.of]?.unit ?? 'number'
  const choose = (of: string) =>
    onChange(
      GOALS[of]?.unit === 'ending' ? { of, bound: 'is', value: 'completed' } : { of, bound: 'atMost', value: '10' },
    )
  return (
    <div className="goal-row">
      <Select
        aria-label="What is measured"
        value={goal.of}
        options={Object.entries(GOALS).map(([of, { label }]) => [of, label])}
        onChoose={choose}
      />
      {unit === 'ending' ? (
        <Select
          aria-label="Ending"
          value={goal.value}
          options={ENDINGS}
          onChoose={(value) => onChange({ ...goal, value })}
        />
      ) : (
        <>
          <Select
            aria-label="Bound"
            value={goal.bound}
            options={BOUNDS}
            onChoose={(bound) => onChange({ ...goal, bound })}
          />
          <input
            type="text"
            aria-label="Value"
            inputMode="decimal"
            value={goal.value}
            onChange={(event) => onChange({ ...goal, value: event.target.value })}
          />
          {UNIT_WORDS[unit]}
        </>
      )}
      <Button
        aria-label="Remove this goal"
        onClick={({ currentTarget }) => {
          leaveRow(currentTarget)
          onChange(undefined)
        }}
      >
        ×
      </Button>
    </div>
  )
}

/** After a goal is removed, the rows after it move up and keep the focus; after the last, it goes to the one before. */
function leaveRow(button: HTMLElement): void {
  const row = button.closest('.goal-row')
  if (row?.nextElementSibling?.matches('.goal-row')) return
  const before = row?.previousElementSibling
  const to = before?.matches('.goal-row') ? before.querySelector('button') : row?.nextElementSibling
  if (to instanceof HTMLElement) to.focus()
}
