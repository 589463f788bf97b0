import { useMemo, useRef } from 'react'
import { useNear } from '../frame/near.ts'
import { useTraces } from '../work/context.ts'
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
  const traces = useTraces(presets, useNear(place))
  return (
    <section ref={place} className="single-run" aria-label={title}>
      <h3>{title}</h3>
      <p className="look">{children}</p>
      {traces ? <SideBySide presets={presets} traces={traces} /> : <p role="status">Computing …</p>}
    </section>
  )
}
