/** Rules about the tree as a whole. */
const ALWAYS = ['tests/architecture.test.ts', 'tests/docs.test.ts']
const IS_TEST = /\.test\.tsx?$/

/**
 * The unit tests beside changed files: the changed tests themselves, and of a file of src all tests of the folder of the
 * same name below tests, and of the folders above that.
 *
 * @param {readonly string[]} changed paths below the top level
 * @param {(folder: string) => readonly string[]} list the names in a folder; none where there is no such folder
 * @returns {string[]} paths of test files, in order, each once
 */
export function findTests(changed, list) {
  const folders = new Set(changed.filter((path) => path.startsWith('src/')).flatMap(foldersBeside))
  const beside = [...folders].flatMap((folder) => list(folder).map((name) => `${folder}/${name}`))
  const own = changed.filter((path) => path.startsWith('tests/') && !path.startsWith('tests/browser/'))
  return [...new Set([...ALWAYS, ...beside, ...own])].filter((path) => IS_TEST.test(path)).sort()
}

/** @param {string} path of a file of src */
function foldersBeside(path) {
  const names = path.split('/').slice(1, -1)
  return names.map((_, i) => ['tests', ...names.slice(0, i + 1)].join('/'))
}
