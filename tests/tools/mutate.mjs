// Breaks the files of a folder of src in one token at a time, and reports which breaks no unit test notices:
// mutate.mjs FOLDER [--sample N] [--tests FOLDER,…]. FOLDER may be a file; --sample tries N, evenly spread; --tests are the
// tests to ask, those of the folder of the same name as a rule. Nothing is written: Vitest is given the broken text.
import { fork } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findMutants } from './mutants.mjs'

/** Longer than all tests of a folder take: after it the break has made a loop endless, which is noticed. */
const PATIENCE_MS = 120_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, tests: { type: 'string' } },
})
const folder = positionals[0]?.replace(/^src\//, '')
if (!folder) throw new Error('usage: npm run mutate -- FOLDER [--sample N] [--tests FOLDER,…]')
const tests = (values.tests ?? folder.split('/')[0] ?? '').split(',').map((name) => resolve('tests', name))
const mutants = takeEvenly(listMutants(folder), Number(values.sample ?? Infinity))

/** @type {typeof mutants} */
const unnoticed = []
let child = start()
const [first] = mutants
if (first && (await ask({ ...first, code: readFileSync(first.path, 'utf8') })) === 'noticed')
  throw new Error('the tests fail before anything is broken')
for (const mutant of mutants) {
  const outcome = await ask(mutant)
  if (outcome === 'unnoticed') unnoticed.push(mutant)
  if (outcome === 'unnoticed') console.log(`${mutant.path}:${mutant.line}\n  - ${mutant.from}\n  + ${mutant.to}`)
}
child.kill()
const noticed = mutants.length - unnoticed.length
console.log(`${mutants.length} breaks, ${noticed} noticed (${Math.round((100 * noticed) / mutants.length)} %)`)

/** @param {string} name of a folder or a file below src */
function listMutants(name) {
  const at = resolve('src', name)
  const names = statSync(at).isDirectory() ? readdirSync(at, { recursive: true, encoding: 'utf8' }) : ['']
  const paths = names.map((name) => resolve(at, name)).filter((path) => /(?<!\.d)\.tsx?$/.test(path))
  return paths.sort().flatMap((path) => findMutants(readFileSync(path, 'utf8')).map((mutant) => ({ path, ...mutant })))
}

/**
 * @template T
 * @param {T[]} all
 * @param {number} count
 */
function takeEvenly(all, count) {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)]).filter(
    (one) => one !== undefined,
  )
}

function start() {
  return fork(resolve(import.meta.dirname, 'mutate-worker.mjs'), tests, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/**
 * @param {{path: string, code: string}} mutant
 * @returns {Promise<'noticed' | 'unnoticed'>}
 */
function ask(mutant) {
  return new Promise((answer) => {
    const settle = (/** @type {'noticed' | 'unnoticed'} */ outcome) => {
      clearTimeout(timer)
      child.removeAllListeners()
      answer(outcome)
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    child.once('message', settle)
    // Killed or crashed: the mutant loops endlessly, or fills the memory.
    child.once('exit', () => {
      settle('noticed')
      child = start()
    })
    child.send(mutant)
  })
}
