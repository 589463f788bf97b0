import { useMemo, useRef } from 'react'
import { useNear } from '../../ui/near.ts'
import { Problem } from '../frame/work-notice.tsx'
import { useRuns } from '../work/context.ts'
import { SideBySide } from './side-by-side.tsx'

interface SingleRunProps {
  readonly preset: string
  readonly title: string
  readonly children: string
}

/** One run that is worth axes. */
export function SingleRun({ preset, title, children }: SingleRunProps) {
  const place = useRef<HTMLElement>(null)
  const presets = useMemo(() => [preset], [preset])
  const { traces, problem } = useRuns(presets, useNear(place))
  return (
    <section ref={place} className="single-run" aria-label={title}>
      <h3>{title}</h3>
      <p className="look">{children}</p>
      {problem === undefined ? <SideBySide presets={presets} traces={traces} /> : <Problem reason={problem} />}
    </section>
  )
}
