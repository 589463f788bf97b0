// Types, lint, and the unit tests beside what has changed since the last commit: those of its folder and of the folders
// above. Everything that depends on a change may be half of all tests; the test line runs them.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findTests } from './tests-beside.mjs'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const changed = ['diff --name-only HEAD', 'ls-files --others --exclude-standard'].flatMap((command) =>
  spawnSync('git', command.split(' '), { encoding: 'utf8' }).stdout.split('\n'),
)
const tests = findTests(changed, (folder) => (existsSync(folder) ? readdirSync(folder) : []))
const steps = [
  ['npm', 'run', '--silent', 'types'],
  ['npm', 'run', '--silent', 'lint'],
  ['npx', 'vitest', 'run', ...tests],
]
const isRight = steps.every(
  ([command = '', ...rest]) =>
    spawnSync(command, rest, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0,
)
process.exitCode = isRight ? 0 : 1
