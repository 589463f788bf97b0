// Compiles the Go code that settings are exported as, where Go is installed: gofmt has nothing to change in it, and it
// builds and runs with the settings it says. Without Go it says so and passes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateScenario } from '../../src/scenario/validate.ts'
import { toGoSnippet } from '../../src/share/export/go-snippet.ts'

const MAIN = `package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

func main() {
	fmt.Println(debug.SetGCPercent(-1), debug.SetMemoryLimit(-1), runtime.GOMAXPROCS(0))
}
`

/** Settings, and what Go then says of them: GOGC (−1: off), limit in bytes (the largest int64: off), GOMAXPROCS. */
const CASES: readonly (readonly [settings: object, said: string])[] = [
  [{}, `100 ${2n ** 63n - 1n} 1`],
  [{ model: 'runtime', gogc: 'off', memoryLimit: '60MiB', procs: 2 }, `-1 ${60 * 2 ** 20} 2`],
  [{ gogc: 50, memoryLimit: '1.5GiB' }, `50 ${1.5 * 2 ** 30} 1`],
  [{ gogc: 33.4, memoryLimit: 12345, changes: [{ at: 0.5, gogc: 50 }] }, '33 12345 1'],
]

const version = spawnSync('go', ['version'], { encoding: 'utf8' })
if (version.status !== 0) console.log('Go is not installed: nothing was compiled.')
else {
  for (const [settings, said] of CASES) check(settings, said)
  console.log(`${CASES.length} files compiled and run with ${version.stdout.trim()}`)
}

function check(settings: object, said: string): void {
  const scenario = validateScenario({ version: 1, ...settings, program: { phases: [{ duration: 1 }] } })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  const folder = mkdtempSync(join(tmpdir(), 'sawtooth-go-'))
  try {
    writeFileSync(join(folder, 'go.mod'), 'module check\n\ngo 1.19\n')
    writeFileSync(join(folder, 'main.go'), MAIN)
    writeFileSync(join(folder, 'settings.go'), toGoSnippet(scenario.value))
    expectOutput(folder, ['gofmt', '-l', '.'], '')
    expectOutput(folder, ['go', 'vet', '.'], '')
    expectOutput(folder, ['go', 'run', '.'], said)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function expectOutput(cwd: string, [command = '', ...args]: readonly string[], expected: string): void {
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOGC: '', GOMEMLIMIT: '', GOMAXPROCS: '1' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  const found = stdout.trim()
  if (status !== 0 || found !== expected)
    throw new Error(`${command} ${args.join(' ')}: "${found}" instead of "${expected}"\n${stderr}`)
}
