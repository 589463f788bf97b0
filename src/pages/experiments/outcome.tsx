import { countOf, formatBriefSize, formatShare } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { toEnding } from '../../model/verdict.ts'
import { presetNamed, toScenario } from '../../scenario/presets/catalogue.ts'
import type { Scenario } from '../../scenario/types.ts'
import { circumstancesOf } from '../../store/circumstances.ts'

interface OutcomeProps {
  readonly preset: string
  /** Undefined while it is being computed: the lines keep their place. */
  readonly trace: Trace | undefined
}

/** The outcome of a run and, below it, always the same three figures. */
export function Outcome({ preset, trace }: OutcomeProps) {
  return (
    <div className="outcome">
      <p className="ending">{trace && <Ending preset={preset} trace={trace} />}</p>
      <ul className="figures-in-brief">
        {(trace ? toFigures(trace) : ['', '', '']).map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three places, which never change
          <li key={i}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

/** The verdict in its colour; for a killed program its progress. */
function Ending({ preset, trace }: { readonly preset: string; readonly trace: Trace }) {
  const { outcome } = trace.result
  const { kind, word, rest } = toEnding(trace, circumstancesOf({ presetId: preset }))
  return (
    <>
      <strong className={`verdict-${kind}`}>{word}</strong>
      {withoutHundredths(rest)}
      {outcome.kind === 'oom-killed' && `, ${formatShare(outcome.progress)} of its work done`}
    </>
  )
}

function toFigures({ result }: Trace): readonly string[] {
  const { peakContainerBytes, compulsoryGcFraction, cycles } = result
  return [
    `peak ${formatBriefSize(peakContainerBytes)}`,
    cycles === 0 ? 'no GC cycle' : countOf(cycles, 'cycle'),
    cycles === 0 ? '' : `GC CPU ${formatShare(compulsoryGcFraction)}`,
  ]
}

/** The text with whole seconds from a hundred on: `completed after 694 s elapsed`. */
export function withoutHundredths(text: string): string {
  return text.replace(/\d{3}\.\d\d(?= s)/, (seconds) => Number(seconds).toFixed(0))
}

/** The scenario of a preset. @throws Error for an unknown id: our own mistake */
export function scenarioOf(preset: string): Scenario {
  return toScenario(presetNamed(preset))
}
