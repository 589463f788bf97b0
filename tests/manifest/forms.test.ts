import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

/** How each form writes a variable and a container of 512 MiB and so many CPUs, if it knows containers. */
interface Form {
  readonly variable: (name: string, value: string) => string
  readonly whole: (variable: string, cpus: string) => string
  readonly hasLimits: boolean
}

const indent = (text: string, by: number) =>
  text
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
    .join('\n')

const FORMS: Readonly<Record<ManifestKind, Form>> = {
  kubernetes: {
    variable: (name, value) => `- name: ${name}\n  value: "${value}"`,
    whole: (variable, cpus) =>
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: app\n      resources: {limits: {memory: 512Mi, cpu: "${cpus}"}}\n      env:\n${indent(variable, 8)}\n`,
    hasLimits: true,
  },
  compose: {
    variable: (name, value) => `${name}: "${value}"`,
    whole: (variable, cpus) =>
      `services:\n  app:\n    mem_limit: 512m\n    cpus: ${cpus}\n    environment:\n${indent(variable, 6)}\n`,
    hasLimits: true,
  },
  dockerfile: {
    variable: (name, value) => `ENV ${name}=${value}`,
    whole: (variable) => `FROM golang:1.26\n${variable}\nCMD ["/app"]\n`,
    hasLimits: false,
  },
  systemd: {
    variable: (name, value) => `Environment=${name}=${value}`,
    whole: (variable, cpus) => `[Service]\nMemoryMax=512M\nCPUQuota=${100 * Number(cpus)}%\n${variable}\n`,
    hasLimits: true,
  },
  'env-file': {
    variable: (name, value) => `${name}=${value}`,
    whole: (variable) => `PORT=80\n${variable}\n`,
    hasLimits: false,
  },
  'docker-run': {
    variable: (name, value) => `-e ${name}=${value}`,
    whole: (variable, cpus) => `docker run -m 512m --cpus=${cpus} ${variable} app\n`,
    hasLimits: true,
  },
  ecs: {
    variable: (name, value) => `{ "name": "${name}", "value": "${value}" }`,
    whole: (variable, cpus) =>
      `{\n"cpu": "${1024 * Number(cpus)}",\n"containerDefinitions": [{\n"memory": 512,\n"environment": [\n${variable}\n]}]}\n`,
    hasLimits: true,
  },
  azure: {
    variable: (name, value) => `- name: ${name}\n  value: "${value}"`,
    whole: (variable, cpus) =>
      `type: Microsoft.App/containerApps\nproperties:\n  template:\n    containers:\n    - name: app\n      resources: {memory: 512Mi, cpu: ${cpus}}\n      env:\n${indent(variable, 6)}\n`,
    hasLimits: true,
  },
}

/** What is wrong in any form, the mended value where there is a container of 512 MiB, and the value where there is none. */
const WRONG = [
  { kind: 'bare-bytes', name: 'GOMEMLIMIT', value: '400', within: '400MiB', alone: '400MiB' },
  { kind: 'bare-bytes', name: 'GOMEMLIMIT', value: '2', within: '460MiB', alone: '2GiB' },
  { kind: 'bare-bytes', name: 'GOMEMLIMIT', value: '0', within: '460MiB', alone: '…MiB' },
  { kind: 'malformed-limit', name: 'GOMEMLIMIT', value: '400M', within: '400MiB', alone: '400MiB' },
  { kind: 'malformed-limit', name: 'GOMEMLIMIT', value: '2Gi', within: '460MiB', alone: '2GiB' },
  { kind: 'malformed-limit', name: 'GOMEMLIMIT', value: '0.25GiB', within: '256MiB', alone: '256MiB' },
  { kind: 'malformed-limit', name: 'GOMEMLIMIT', value: '80%', within: '409MiB', alone: '…MiB' },
  { kind: 'malformed-gogc', name: 'GOGC', value: '50%', within: '50', alone: '50' },
  { kind: 'malformed-gogc', name: 'GOGC', value: '1.5', within: '2', alone: '2' },
  { kind: 'misspelt', name: 'GOMEMLIMT', value: '400MiB', within: '400MiB', alone: '400MiB' },
  { kind: 'misspelt', name: 'GOMEM_LIMIT', value: '400Mi', within: '400MiB', alone: '400MiB' },
  { kind: 'misspelt', name: 'GOGCC', value: '50%', within: '50', alone: '50' },
  { kind: 'off-without-limit', name: 'GOGC', value: 'off', within: '460MiB', alone: '…MiB' },
  { kind: 'above-container', name: 'GOMEMLIMIT', value: '600MiB', within: '460MiB', alone: undefined },
  { kind: 'no-headroom', name: 'GOMEMLIMIT', value: '500MiB', within: '460MiB', alone: undefined },
] as const

function findingsFrom(text: string, form: ManifestKind, around = {}) {
  const manifest = parseManifest(text, form)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return findingsIn(manifest.value, around)
}

const ALL = Object.entries(FORMS) as [ManifestKind, Form][]

describe.each(ALL)('%s', (kind, { variable, whole, hasLimits }) => {
  it.each(WRONG)('$kind: $name=$value is found at its line, and nothing is found once it is mended', (wrong) => {
    const text = whole(variable(wrong.name, wrong.value), '2')
    const findings = findingsFrom(text, kind)
    const expected = hasLimits ? wrong.within : wrong.alone
    if (expected === undefined) return expect(findings).toEqual([])
    expect(findings.map((one) => one.kind)).toEqual([wrong.kind])
    const [{ line, mended = '' }] = findings as [(typeof findings)[number]]
    expect(text.split('\n')[line! - 1]).toContain(wrong.value)
    const setting = wrong.name.startsWith('GOG') && wrong.kind !== 'off-without-limit' ? 'GOGC' : 'GOMEMLIMIT'
    expect(mended).toBe(variable(setting, expected))
    if (expected.startsWith('…')) return
    // What stands beside GOGC=off is added to it.
    const joint = kind === 'docker-run' ? ' ' : kind === 'ecs' ? ',\n' : '\n'
    const kept = wrong.kind === 'off-without-limit' ? [variable(wrong.name, wrong.value)] : []
    expect(findingsFrom(whole([...kept, mended].join(joint), '2'), kind)).toEqual([])
  })
})

describe.each(ALL.filter(([, { hasLimits }]) => hasLimits))(
  '%s, which limits a container',
  (kind, { variable, whole }) => {
    it('cpu-below-one is found, with what to write in this form', () => {
      const [finding] = findingsFrom(whole(variable('GOGC', '100'), '0.5'), kind)
      expect(finding).toMatchObject({
        kind: 'cpu-below-one',
        title: expect.stringContaining('GOMAXPROCS can be 2 or more'),
      })
      expect(finding?.text).toContain('GOMAXPROCS is 2 if go.mod says go 1.25 or later, else it is the number of CPUs')
      expect(finding?.mended).toMatch(/cpu: "1"|cpu: 1,|cpus: "1"|CPUQuota=100%|--cpus=1|"cpu": "1024"/)
    })

    it('a CPU limit below one gives no GOMAXPROCS for Go before 1.25, or if GOMAXPROCS is set', () => {
      const titleOf = (name: string, value: string, around = {}) =>
        findingsFrom(whole(variable(name, value), '0.5'), kind, around)[0]?.title
      expect(titleOf('GOGC', '100', { goVersion: 'go1.24.3' })).toMatch(/go1\.24\.3 takes GOMAXPROCS from all CPUs/)
      expect(titleOf('GOMAXPROCS', '1')).toMatch(/GOMAXPROCS is set to 1/)
      const debug = 'gctrace=1,containermaxprocs=0'
      expect(titleOf('GODEBUG', debug)).toMatch(/Go takes GOMAXPROCS from all CPUs/)
      // Of fields of one name the last counts (Go 1.26, runtime/runtime1.go, parsegodebug).
      expect(titleOf('GODEBUG', `${debug},containermaxprocs=1`)).toMatch(/GOMAXPROCS can be 2/)
    })
  },
)

describe.each(ALL.filter(([, { hasLimits }]) => !hasLimits))('%s, which limits none', (kind, { variable, whole }) => {
  it('a limit is compared with the container of another manifest', () => {
    const kindsOf = (value: string) =>
      findingsFrom(whole(variable('GOMEMLIMIT', value), ''), kind, { memoryLimit: 2 ** 29 }).map((one) => one.kind)
    expect(kindsOf('600MiB')).toEqual(['above-container'])
    expect(kindsOf('500MiB')).toEqual(['no-headroom'])
    expect(kindsOf('400MiB')).toEqual([])
  })
})
