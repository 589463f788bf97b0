import type { Simulated } from '../../explore/published-figures.ts'
import { type Comparison, compareRuns } from '../../explore/published-pairs.ts'
import { formatCount, formatSeconds, formatShare, formatSize, formatTimes, formatValue } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { findPreset, toScenario } from '../../scenario/presets/catalogue.ts'
import type { Scenario } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'
import { toAppHref } from '../links.ts'

interface DifferencesProps {
  readonly comparison: Comparison
  readonly traces: readonly Trace[]
}

/** What differs between the runs of a comparison: every figure, and how many times the first setting's it is. */
export function Differences({ comparison, traces }: DifferencesProps) {
  const { title, presets } = comparison
  const runs = presets.flatMap((id, i) => {
    const trace = traces[i]
    return trace ? [{ scenario: scenarioOf(id), trace }] : []
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reachable
    <section className="scrolls differences" tabIndex={0} aria-label={`Differences: ${title}`}>
      <table>
        <caption className="visually-hidden">{title}: figures of each setting, and times the first one’s</caption>
        <thead>
          <tr>
            <td />
            {presets.map((id) => (
              <th key={id} scope="col">
                <a href={toAppHref(id)}>{id}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareRuns(comparison, runs).map(({ figure, label, unit, values }) => (
            <tr key={figure}>
              <th scope="row">{label}</th>
              {values.map(({ value, ratio }, i) => (
                <td key={presets[i]}>
                  {formatFigure(value, unit)}
                  {i > 0 && ratio !== null && <span className="ratio">{formatTimes(ratio)}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function scenarioOf(id: string): Scenario {
  const preset = findPreset(id)
  if (!preset) throw new Error(`a comparison with "${id}", which is no preset`)
  return toScenario(preset)
}

/** A figure with its unit: sizes come in MiB, shares in percent. */
function formatFigure(value: Simulated, unit: string): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  switch (unit) {
    case 'MiB':
      return formatSize(value * MIB)
    case '%':
      return formatShare(value / 100)
    case 's':
      return formatSeconds(value)
    case '':
      return formatCount(value)
    default:
      return `${formatValue(value)} ${unit}`
  }
}
