import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { createRatioChart, findDot, layoutRatios } from '../../charts/ratio-chart.ts'
import type { PublishedRow } from '../../explore/published/published.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { toRatios } from './ratios.ts'

const TEXT_SIZE = 13
const HINT = 'Each dot is a figure. Point at one, tap it, or use the arrow keys: its name and numbers are shown here.'

/** Simulated ÷ reported, a dot for each predicted figure; undefined while they are computed. The tables have them all. */
export function RatioFigure({ published }: { readonly published: readonly PublishedRow[] | undefined }) {
  const [chosen, setChosen] = useState<number>()
  const ratios = useMemo(() => published && toRatios(published), [published])
  const last = (ratios?.sentences.length ?? 0) - 1
  const model = useMemo(
    () => ratios && { label: 'Simulated ÷ reported', rows: ratios.rows, textSize: TEXT_SIZE, chosen },
    [ratios, chosen],
  )

  const choose = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    if (!model) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const layout = layoutRatios({ ...model, size: { width: Math.round(width), height: Math.round(height) } })
    setChosen(findDot(layout, clientX - left, clientY - top))
  }
  const move = (event: KeyboardEvent) => {
    const now = chosen ?? -1
    const next = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: last }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, next)))
  }
  const sentence = ratios?.sentences[chosen ?? -1]
  return (
    <figure className="ratios">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Figures by kind, simulated ÷ reported. The tables below have them all."
        aria-valuemin={0}
        aria-valuemax={last + 1}
        aria-valuenow={(chosen ?? -1) + 1}
        aria-valuetext={sentence ?? 'no figure chosen'}
        onPointerDown={choose}
        onPointerMove={choose}
        // A finger that is lifted leaves too: what it chose stays.
        onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(undefined)}
        onKeyDown={move}
        onBlur={() => setChosen(undefined)}
      >
        <ChartHost create={createRatioChart} model={model} className="ratio-host" />
      </div>
      <figcaption className="soft">{sentence ?? HINT}</figcaption>
    </figure>
  )
}
