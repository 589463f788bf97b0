import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

function findingsFrom(text: string, kind: ManifestKind = 'kubernetes') {
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return findingsIn(manifest.value)
}

const pod = (env: string) => `kind: Pod
spec:
  containers:
    - name: app
      resources: {limits: {memory: 512Mi, cpu: "2"}}
      env: [${env}]
`
const literal = (name: string, value: string) => `{name: ${name}, value: "${value}"}`

describe('a value that is not a string', () => {
  const unquoted = (name: string, value: string) => `{name: ${name}, value: ${value}}`

  it.each([
    ['GOGC', 'off', 'true or false'],
    ['GOGC', '50', 'a number'],
    ['GOMAXPROCS', '2', 'a number'],
  ])('%s: %s without quotes is refused by Kubernetes', (name, value, what) => {
    const [found] = findingsFrom(pod(unquoted(name, value))).filter(({ kind }) => kind === 'no-text')
    expect(found).toMatchObject({ isFatal: true, line: 6, mended: `- name: ${name}\n  value: "${value}"` })
    expect(found?.text).toContain(what)
  })

  it('does not include quoted values, values with a unit or from a field, or other kinds of manifests', () => {
    const quoted = pod(`${literal('GOGC', 'off')}, ${literal('GOMAXPROCS', '2')}`)
    const others = [
      quoted,
      pod(unquoted('GOMEMLIMIT', '400MiB')),
      pod('{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: limits.memory}}}'),
    ]
    const compose = 'services: {app: {environment: {GOGC: 50, GOMAXPROCS: 2}}}\n'
    const found = [...others.map((text) => findingsFrom(text)), findingsFrom(compose, 'compose')].flat()
    expect(found.map(({ kind }) => kind)).not.toContain('no-text')
  })
})
