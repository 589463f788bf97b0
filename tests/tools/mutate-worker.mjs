// Runs the tests that import a file, with a mutant in its place, and reports whether one of them fails.
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
  // Otherwise the last file stays broken, and each later mutant seems noticed.
  if (mutant) vitest.invalidateFile(mutant.path)
  mutant = message
  vitest.invalidateFile(message.path)
  // With failures of an earlier run left, this one would end at its first test, and report those.
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
