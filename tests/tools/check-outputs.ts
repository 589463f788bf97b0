// Checks exported settings with the programs that will read them, if installed: systemd-analyze, promtool, helm, and Go
// for the helper's template and the Go files. Names those that are not installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { validateScenario } from '../../src/scenario/validate.ts'
import { LINES, type LinesId } from '../../src/share/export/lines.ts'
import { HELM_PROGRAM } from './helm-program.ts'

const CASES: readonly object[] = [
  {},
  { gogc: 200, memoryLimit: '460MiB', containerLimit: '512MiB', procs: 2 },
  { gogc: 'off', memoryLimit: '3686MiB', containerLimit: '4GiB', procs: 4 },
  { gogc: 33.4, memoryLimit: 123456789, changes: [{ at: 0.5, gogc: 50 }] },
]

/** Go fetches the module from its proxy; where that cannot be reached, the code is formatted alone. */
const MODULE = 'module check\n\ngo 1.24\n\nrequire github.com/KimMachineGun/automemlimit v1.0.1\n'
const UNREACHABLE = /dial tcp|no such host|module lookup disabled|i\/o timeout/

let checked = 0
for (const settings of CASES) {
  const scenario = validateScenario({ version: 1, ...settings, program: { phases: [{ duration: 1 }] } })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  const textOf = (id: LinesId) => LINES.find((lines) => lines.id === id)?.toText(scenario.value) ?? ''
  const unit = `[Unit]\nDescription=check\n${textOf('systemd')}ExecStart=/bin/true\n`
  run({ 'check.service': unit }, ['systemd-analyze', 'verify', 'check.service'])
  run({ 'rules.yaml': textOf('alerts') }, ['promtool', 'check', 'rules', 'rules.yaml'])
  const helper = textOf('helm')
  run(toChart(helper), ['helm', 'template', '.'], `GOMEMLIMIT: "${shareOf(helper)}"`)
  run(toGoProgram(helper), ['go', 'run', '.'])
  const code = textOf('automemlimit')
  run({ 'memory.go': code }, ['gofmt', '-l', '.'], '')
  run({ 'go.mod': MODULE, 'memory.go': `${code}\nfunc main() {}\n` }, ['go', 'vet', '-mod=mod', '.'])
}
console.log(`${checked} outputs read back`)

/** The value in the helper's own comment for a container of 4 GiB, in bytes. */
function shareOf(helper: string): number {
  return Math.floor((Number(/ ([\d.]+) % of resources/.exec(helper)?.[1]) / 100) * 2 ** 32)
}

function toChart(helper: string): Readonly<Record<string, string>> {
  return {
    'Chart.yaml': 'apiVersion: v2\nname: check\nversion: 0.1.0\n',
    'values.yaml': 'resources: {limits: {memory: 4Gi}}\n',
    'templates/_helpers.tpl': helper,
    'templates/map.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: check}\ndata:\n  GOMEMLIMIT: {{ include "go.memlimit" . | quote }}\n',
  }
}

/** The helper's template in Go's own text/template, with the functions of Sprig that it uses. */
function toGoProgram(helper: string): Readonly<Record<string, string>> {
  return { 'go.mod': 'module check\n\ngo 1.19\n', 'helper.tpl': helper, 'main.go': HELM_PROGRAM }
}

/** Runs a program on files in a folder of their own. @param expected what it has to print, whole or as its beginning */
function run(
  files: Readonly<Record<string, string>>,
  [command = '', ...args]: readonly string[],
  expected?: string,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'sawtooth-outputs-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
    if (error || UNREACHABLE.test(stderr)) {
      say(command, error ? 'is not installed' : 'reaches no module proxy')
      return
    }
    const isWrong = expected === '' ? stdout.trim() !== '' : expected !== undefined && !stdout.includes(expected)
    if (status !== 0 || isWrong)
      throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}\n${Object.values(files).join('\n')}`)
    checked++
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function say(command: string, why: string): void {
  console.log(`${command} ${why}: not run`)
}
