// Runs the tests that import a file, with another text in its place, and answers whether one of them fails.
import { createVitest } from 'vitest/node'

/** @type {{path: string, code: string} | undefined} */
let mutant
const broken = {
  name: 'sawtooth:broken',
  enforce: /** @type {const} */ ('pre'),
  transform: (/** @type {string} */ code, /** @type {string} */ id) => (id === mutant?.path ? mutant.code : code),
}
const options = { watch: false, bail: 1, pool: 'threads', isolate: false, maxWorkers: 1, reporters: [{}], cache: false }
const vitest = await createVitest('test', /** @type {import('vitest/node').CliOptions} */ (options), {
  plugins: [broken],
})
const folders = process.argv.slice(2)
/** @type {Map<string, import('vitest/node').TestSpecification[]>} */
const related = new Map()

process.on('message', async (/** @type {{path: string, code: string}} */ message) => {
  const specifications = await findRelated(message.path)
  // Or the last file would stay broken, and whatever is broken next be noticed.
  if (mutant) vitest.invalidateFile(mutant.path)
  mutant = message
  vitest.invalidateFile(message.path)
  // Failures of the run before count as this one's, which then ends at its first test, with them as its results.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const isNoticed = unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
  process.send?.(isNoticed ? 'noticed' : 'unnoticed')
})

/** @param {string} path */
async function findRelated(path) {
  const known = related.get(path)
  if (known) return known
  vitest.config.related = [path]
  const found = await vitest.getRelevantTestSpecifications(folders)
  related.set(path, found)
  return found
}
