// Prints how the models compare with reality: npm run evidence -- [programs [FILE]|published|what-if [FOLDER]|metrics|scrapes|services|contained]
// `write` stores the predictions instead, and writes the tables of docs/accuracy.md; `write tables` only the tables.
import { readFileSync, writeFileSync } from 'node:fs'
import { runPublished } from '../../src/explore/published/run.ts'
import { simulate } from '../../src/model/simulate.ts'
import { PAPER, toArticlesText, toModelTable, toRangeTables, toWhatIfTable, withTables } from './accuracy-tables.ts'
import { printMetrics } from './evidence-metrics.ts'
import { toRanges } from './evidence-ranges.ts'
import { toEvidenceText } from './evidence-text.ts'
import { predictSets, printWhatIf } from './evidence-what-if.ts'
import { toPublishedText } from './published-text.ts'
import { type RecordedSetting, toEvidenceRow, toRecordedScenario } from './recorded-settings.ts'
import { printContained, printScrapes, printServices } from './services-text.ts'
import { writeAll } from './stored-predictions.ts'

/** Every table, in the order in which all of them are printed. */
const TABLES: ReadonlyMap<string, (file?: string) => string> = new Map([
  ['programs', printPrograms],
  ['published', () => toPublishedText([...runPublished()].flat())],
  ['what-if', printWhatIf],
  ['metrics', printMetrics],
  ['scrapes', printScrapes],
  ['services', printServices],
  ['contained', printContained],
])

const [what, file] = process.argv.slice(2)
if (what === 'write') {
  if (file !== 'tables') writeAll(console.log)
  writeFileSync(PAPER, withTables(readFileSync(PAPER, 'utf8'), toTables()))
  process.exit()
}
const table = what === undefined ? undefined : TABLES.get(what)
if (what !== undefined && !table) {
  console.error(`no evidence called "${what}"; there is: ${[...TABLES.keys(), 'write'].join(', ')}`)
  process.exit(2)
}
console.log(table ? table(file) : [...TABLES.values()].map((print) => print()).join('\n\n'))

/** Every table of docs/accuracy.md. */
function toTables() {
  return {
    ...toRangeTables(toRanges()),
    models: toModelTable(predictPrograms()),
    'what-if': toWhatIfTable(predictSets()),
    published: toArticlesText([...runPublished()].flat()),
  }
}

function printPrograms(file?: string): string {
  return toEvidenceText(predictPrograms(file))
}

function predictPrograms(file = 'tests/fixtures/runs/programs.json') {
  const settings: RecordedSetting[] = JSON.parse(readFileSync(file, 'utf8'))
  return settings.map((setting) => toEvidenceRow(setting, simulate(toRecordedScenario(setting))))
}
