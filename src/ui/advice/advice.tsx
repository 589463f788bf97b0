import { memo, useState } from 'react'
import type { Advice as LimitsFound } from '../../explore/advice.ts'
import { limitBytes, toLimit } from '../../units.ts'
import { useActions, useAppState } from '../context.ts'
import { type Line, toHeadroomLine, toLargestLine, toMisfit, toSmallestLine, toSummary } from './advice-text.ts'
import { Range } from './range.tsx'
import { useAdvice } from './use-advice.ts'

/** GC CPU shares to choose from, in percent. */
const SHARES = [2, 5, 10, 15, 20, 30, 50] as const

const OPTIONS = SHARES.map((share) => (
  <option key={share} value={share}>
    {share} %
  </option>
))

/** Which GOMEMLIMIT this program can live with, in this container: found with the model on screen, and set by a click. */
export function Advice() {
  const [percent, setPercent] = useState(10)
  const { advice, isStale } = useAdvice(percent / 100)
  return (
    <details className="advice">
      <summary>
        Which limit? <span className={isStale ? 'found stale' : 'found'}>{advice ? toSummary(advice) : '…'}</span>
      </summary>
      <label className="advice-share">
        GC CPU at most
        <select name="advice-share" value={percent} onChange={(event) => setPercent(Number(event.target.value))}>
          {OPTIONS}
        </select>
      </label>
      {advice && <Found advice={advice} isStale={isStale} />}
      <p className="fine">
        Go 1.25 and later take GOMAXPROCS from the container’s CPU quota. Go does not take GOMEMLIMIT from its memory
        limit: it has to be set.
      </p>
    </details>
  )
}

interface FoundProps {
  readonly advice: LimitsFound
  readonly isStale: boolean
}

const Found = memo(function Found({ advice, isStale }: FoundProps) {
  const container = useAppState((state) => limitBytes(state.scenario.containerLimit))
  const current = useAppState((state) => limitBytes(state.scenario.memoryLimit))
  const misfit = toMisfit(advice)
  return (
    <div className={isStale ? 'stale' : ''}>
      {misfit && <p className="misfit">{misfit}</p>}
      {Number.isFinite(container) && <Range advice={advice} container={container} current={current} />}
      <dl className="bounds">
        <Bound name="Smallest GOMEMLIMIT for that" line={toSmallestLine(advice)} />
        <Bound name="Largest that survives the container" line={toLargestLine(advice)} />
        <Bound name="With 10 to 5 % headroom" line={toHeadroomLine(advice)} />
      </dl>
    </div>
  )
})

function Bound({ name, line }: { readonly name: string; readonly line: Line | null }) {
  const { set } = useActions()
  if (!line) return null
  const { value, bytes, note } = line
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {bytes === null ? (
          <b>{value}</b>
        ) : (
          <button
            type="button"
            className="apply"
            aria-label={`Set GOMEMLIMIT to ${value}: ${name}`}
            onClick={() => set({ memoryLimit: toLimit(bytes) })}
          >
            {value}
          </button>
        )}{' '}
        <span className="fine">{note}</span>
      </dd>
    </div>
  )
}
