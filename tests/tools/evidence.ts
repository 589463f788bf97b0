// Prints how the models compare with reality: npm run evidence -- [programs [FILE]|published|what-if [FOLDER]|metrics|scrapes|services|contained]
// `write` stores the predictions instead, and the tables that the evidence page makes of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { type RecordedSetting, toEvidenceRow, toRecordedScenario } from '../../src/explore/evidence.ts'
import { runPublished } from '../../src/explore/published/run.ts'
import { simulate } from '../../src/model/simulate.ts'
import { printMetrics } from './evidence-metrics.ts'
import { toRanges } from './evidence-ranges.ts'
import { toEvidenceText } from './evidence-text.ts'
import { printWhatIf } from './evidence-what-if.ts'
import { toPublishedText } from './published-text.ts'
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
  writeAll(console.log)
  writeFileSync('src/pages/evidence/ranges.json', `${toRowsText(toRanges())}\n`)
  process.exit()
}
const table = what === undefined ? undefined : TABLES.get(what)
if (what !== undefined && !table) {
  console.error(`no evidence called "${what}"; there is: ${[...TABLES.keys(), 'write'].join(', ')}`)
  process.exit(2)
}
console.log(table ? table(file) : [...TABLES.values()].map((print) => print()).join('\n\n'))

function printPrograms(file = 'tests/fixtures/runs/programs.json'): string {
  const settings: RecordedSetting[] = JSON.parse(readFileSync(file, 'utf8'))
  return toEvidenceText(settings.map((setting) => toEvidenceRow(setting, simulate(toRecordedScenario(setting)))))
}

/** JSON with a line for each row of each list. */
function toRowsText(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((row) => `\n${inner}${JSON.stringify(row)}`)}\n${indent}]`
  const entries = Object.entries(value).map(([key, own]) => `\n${inner}"${key}": ${toRowsText(own, inner)}`)
  return `{${entries}\n${indent}}`
}
