import { type Facts, FIGURES, type Figure } from '../../../src/scenario/presets/published/facts/facts.ts'

interface Printed {
  readonly facts: Facts
  readonly figure: Figure
}

/**
 * Judged figures that a preset was also set up with, in words: the same figure of the same run under any preset, or a
 * number of the same source that was used under another name.
 * @param runOf what is simulated for a preset: two presets with the same are the same run
 */
export function findOverlaps(all: readonly Facts[], runOf: (preset: string) => object): string[] {
  const used = all.flatMap((facts) => facts.used.map((figure) => ({ facts, figure })))
  const judged = all.flatMap((facts) => facts.judged.map((figure) => ({ facts, figure })))
  const toRun = ({ facts }: Printed) => JSON.stringify(runOf(facts.preset))
  const isSameFigure = (a: Printed, b: Printed) =>
    a.figure.figure === b.figure.figure && a.figure.at === b.figure.at && toRun(a) === toRun(b)
  const isSameNumber = (a: Printed, b: Printed) =>
    a.facts.source === b.facts.source &&
    unitOf(a.figure) === unitOf(b.figure) &&
    typeof a.figure.reported !== 'string' &&
    String(a.figure.reported) === String(b.figure.reported)
  return judged.flatMap((one) =>
    used
      .filter((other) => isSameFigure(one, other) || isSameNumber(one, other))
      .map((other) => `${nameOf(one)} is judged, and ${nameOf(other)} was used`),
  )
}

/** A number without its own unit is compared with all numbers that have none. */
function unitOf({ figure, unit }: Figure): string {
  return unit ?? FIGURES[figure].unit
}

function nameOf({ facts, figure }: Printed): string {
  return `${facts.preset}: ${figure.label ?? FIGURES[figure.figure].label}`
}
