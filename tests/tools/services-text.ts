// What `npm run evidence` prints of ranges and verdicts: the tables of docs/accuracy.md, the factors for the allowance
// files, and the verdicts that were flatly wrong. All are of the stored predictions.
import { toRangeTables } from './accuracy-tables.ts'
import { CONTAINED } from './evidence-contained.ts'
import { saidOfLogs, toRanges } from './evidence-ranges.ts'
import { EXPOSED } from './evidence-scrapes.ts'
import { coverLeftOut, FIGURES, factorsOf, kindsOf, type RangedRow, type Said } from './evidence-services.ts'
import { storedSaid } from './stored-predictions.ts'

const OF_LOGS = ['short', 'log', 'log-unseen', 'measured', 'same-machine', 'later', 'limited', 'chances', 'odd']

export function printServices(): string {
  const measured = storedSaid('measured', ['services', 'kinds', 'quiet', 'readers'])
  return [
    ...printTables(OF_LOGS),
    'Factors, and each program left out of what they are made from: src/known/log/log-allowance.ts, a log alone',
    ...printFactors(saidOfLogs().rows),
    'The same for a log with measured memory',
    ...printFactors(measured.rows),
    ...printWrong([storedSaid('log'), storedSaid('measured'), storedSaid('limited'), storedSaid('odd')]),
  ].join('\n')
}

/** How good predictions from scrapes and dumps without a log are, as text. */
export function printScrapes(): string {
  const said = EXPOSED.map((exposed) => storedSaid(`scrapes-${exposed}`))
  return [
    ...printTables(['scrapes']),
    ...EXPOSED.flatMap((exposed, i) => [
      `Factors, and each program left out of what they are made from: src/known/scrapes-allowance.ts, ${exposed}`,
      ...printFactors(said[i]!.rows),
    ]),
    ...printWrong(said),
  ].join('\n')
}

/** How good predictions for services in real containers are, as text. */
export function printContained(): string {
  return [
    ...printTables(['contained', 'chosen', 'quota', 'logs-under-quota', 'sure', 'advised']),
    ...printWrong(CONTAINED.map((contained) => storedSaid(contained))),
  ].join('\n')
}

function printTables(names: readonly string[]): string[] {
  const tables = toRangeTables(toRanges())
  return names.flatMap((name) => [`${name}, from the stored predictions`, '', tables[name]!, ''])
}

function printWrong(said: readonly Said[]): string[] {
  const wrong = said.flatMap(({ verdicts }) => verdicts.filter(({ isWrong }) => isWrong))
  return ['', `Flatly wrong: ${wrong.length}`, ...wrong.map(toLine)]
}

function toLine({ group, program, setting, share, said }: Said['verdicts'][number]): string {
  return `${group}: ${program} ${setting}, ${said} in a container of ${share} times its RSS`
}

function printFactors(rows: readonly RangedRow[]): string[] {
  return FIGURES.flatMap((figure) =>
    kindsOf(figure).flatMap(([kind, isOf]) => {
      const own = rows.filter((row) => row.figure === figure && isOf(row))
      if (own.length === 0) return []
      const { inside, width } = coverLeftOut(own)
      const { below, above } = factorsOf(own)
      return `${figure.padEnd(13)} ${kind.padEnd(21)} below ${below.toFixed(2)}, above ${above.toFixed(2)}; left out ${(100 * inside).toFixed(1)} % inside, ${width.toFixed(2)} wide`
    }),
  )
}
