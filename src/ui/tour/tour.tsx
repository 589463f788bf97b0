import './tour.css'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createExperiment } from '../../lessons/experiment.ts'
import { toFilled } from '../../lessons/fill.ts'
import type { Step } from '../../lessons/lesson.ts'
import { TOUR } from '../../lessons/tour.ts'
import { validateLesson } from '../../lessons/validate/validate.ts'
import { isSame } from '../../scenario/same.ts'
import type { AppState } from '../../store/state.ts'
import { type AppStore, openedAs } from '../../store/store.ts'
import { isChord, isLayerOpen, isTyping } from '../../view/keys.ts'
import { Button } from '../button.tsx'
import { useActions, useApp } from '../context.ts'
import { Markdown } from '../text/markdown.tsx'
import { useListener } from '../use-listener.ts'

/** The tour is our own, and tested. If it is invalid, there is nothing to show. */
function stepsOfTour(): readonly Step[] {
  const lesson = validateLesson(TOUR)
  return lesson.ok ? lesson.value.steps : []
}

interface TourProps {
  /** Whether the reader has pressed anything since requesting the tour. */
  readonly isPressed: () => boolean
  readonly onEnd: () => void
}

/** Four steps on the page itself. Each opens its scenario and says what its run shows. The end brings back the reader’s. */
export function Tour({ isPressed, onEnd }: TourProps) {
  const { store } = useApp()
  const { edit } = useActions()
  const steps = useMemo(stepsOfTour, [])
  const [at, setAt] = useState(0)
  const step = steps[at]
  const isLast = at === steps.length - 1
  const section = useRef<HTMLElement>(null)
  const textId = useId()
  // The button that started the tour may be gone, so the tour takes the focus, and a screen reader reads its first
  // text. Later texts are announced from their place.
  useEffect(() => {
    if (!isPressed()) section.current?.focus()
  }, [isPressed])
  const shown = useRef(step)
  shown.current = step
  // Before the first step replaces what is on screen.
  useReturn(store, shown)
  useEffect(() => {
    if (!step) return
    const { scenario, presetId, controls } = step
    edit(scenario, 'set', { presetId, opened: openedAs(scenario, presetId) })
    const rings = controls.map((key) => document.querySelector(`.knob-${key}`))
    for (const ring of rings) ring?.classList.add('pointed-at')
    // On a phone the text stays at the lower edge, and the control that it names is a screen below the charts.
    const isFixed = section.current && getComputedStyle(section.current).position === 'fixed'
    if (isFixed) (rings[0] ?? document.querySelector('.charts'))?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const ring of rings) ring?.classList.remove('pointed-at')
    }
  }, [step, edit])
  const leave = () => {
    // The tour ends and would lose the focus: move the focus to the charts, which it explained.
    section.current?.closest('main')?.querySelector<HTMLElement>('.charts')?.focus({ preventScroll: true })
    onEnd()
  }
  // Before anything else on the page takes it, unless a field or a dialog has it for itself.
  useListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || isChord(event) || isTyping(event.target) || isLayerOpen()) return
      event.stopPropagation()
      leave()
    },
    true,
  )
  if (!step) return null
  const text = toFilled(step.text, createExperiment(step.scenario, step.presetId))
  return (
    <section
      ref={section}
      className="tour"
      tabIndex={-1}
      aria-label={`Tour, step ${at + 1} of ${steps.length}`}
      aria-describedby={textId}
    >
      <div role="status" id={textId}>
        <Markdown source={text} />
      </div>
      <div className="tour-steps">
        <Button isOff={at === 0} onClick={() => setAt(at - 1)}>
          Back
        </Button>
        <span>
          {at + 1} of {steps.length}
        </span>
        <Button isOn={!isLast} isOff={isLast} onClick={() => setAt(at + 1)}>
          Next
        </Button>
        {isLast && <a href="./learn.html">Learn</a>}
        <Button aria-keyshortcuts="Escape" onClick={leave}>
          {isLast ? 'Done' : 'Leave the tour'}
        </Button>
      </div>
    </section>
  )
}

/** Settings do not count: the tour asks for changing them, and readers expect to be back where it began. */
export function hasMovedOn({ scenario, presetId }: Pick<AppState, 'scenario' | 'presetId'>, step: Step): boolean {
  return presetId !== step.presetId || !isSame(scenario.program, step.scenario.program)
}

/** Clears pin and zoom. When the tour ends, brings back what was on screen, unless the reader has moved on. */
function useReturn(store: AppStore, step: RefObject<Step | undefined>): void {
  useEffect(() => {
    const { scenario, presetId, opened, pinned, view } = store.getState()
    store.getState().unpin()
    store.getState().zoom(undefined)
    return () => {
      const { current } = step
      const now = store.getState()
      if (!current || hasMovedOn(now, current)) return
      now.edit(scenario, 'set', { presetId, opened })
      now.zoom(view.window)
      // What the reader pinned meanwhile stays.
      store.setState({ pinned: now.pinned ?? pinned })
    }
  }, [store, step])
}
