import { useMemo } from 'react'
import { toFilled } from '../../lessons/fill.ts'
import { Markdown } from '../../ui/text/markdown.tsx'
import { useStep } from './step-context.ts'

/** A text of the step with its numbers, from the step’s own run. */
export function Filled({ text }: { readonly text: string }) {
  const { experiment } = useStep()
  return <Markdown source={useMemo(() => toFilled(text, experiment), [text, experiment])} />
}
