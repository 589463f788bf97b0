import { SHARE_COLOURS, SHARE_STEPS } from '../../charts/map/colours.ts'
import { hatch } from '../../charts/map/hatch.ts'
import { DANGERS } from '../../model/judgement/dangers.ts'
import { DANGER_WORDS } from './words.ts'

const STEP = 34
const BOX = { left: 0, top: 0, right: 28, bottom: 14 }

/** What colours, patterns and lines mean. */
export function Legend() {
  const width = SHARE_COLOURS.length * STEP
  return (
    <div className="map-legend">
      <figure>
        <figcaption>Compulsory GC, share of the CPU</figcaption>
        <svg
          className="chart"
          width={width}
          height={32}
          viewBox={`0 0 ${width} 32`}
          role="img"
          aria-label="Colour scale"
        >
          {SHARE_COLOURS.map((colour, i) => (
            <rect key={colour} x={i * STEP} y={2} width={STEP} height={12} fill={colour} />
          ))}
          {SHARE_STEPS.map((step, i) => (
            <text key={step} x={(i + 1) * STEP} y={27} fontSize={12} textAnchor="middle">
              {`${Math.round(step * 100)} %`}
            </text>
          ))}
        </svg>
      </figure>
      <ul>
        {DANGERS.map((danger) => (
          <li key={danger}>
            <svg className="chart" width={28} height={14} viewBox="0 0 28 14" aria-hidden="true">
              <g className="cells">
                <rect className="swatch-box" width={28} height={14} />
                <path className={`hatch ${danger}`} d={hatch(danger, BOX)} />
              </g>
            </svg>
            {DANGER_WORDS[danger]}
          </li>
        ))}
        <li>
          <svg className="chart" width={28} height={14} viewBox="0 0 28 14" aria-hidden="true">
            <path className="isoline gc-line" d="M0,7H28" />
          </svg>
          GC CPU 5, 10, 25 %
        </li>
        <li>
          <svg className="chart" width={28} height={14} viewBox="0 0 28 14" aria-hidden="true">
            <path className="isoline memory-line" d="M0,7H28" />
          </svg>
          peak container memory
        </li>
      </ul>
    </div>
  )
}
