import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { withConfigMaps } from '../../src/manifest/kubernetes/kube-references.ts'
import type { Manifest } from '../../src/manifest/manifest.ts'
import { manifestOf } from './settings-in.ts'

const found = (manifest: Manifest) => findingsIn(manifest).filter(({ kind }) => kind === 'unquoted')
const container = (env: string) => `containers: [{name: api, resources: {limits: {memory: 512Mi}}, ${env}}]`
const pod = (env: string) => `kind: Pod\nspec: {${container(env)}}`
const valueIn = (value: string) => found(manifestOf('kubernetes', pod(`env: [{name: GOGC, value: ${value}}]`)))
const MAP = 'kind: ConfigMap\nmetadata: {name: go}\ndata: {GOMEMLIMIT: 400000000, GOGC: "50", percent: 50}'
const BY_KEY = pod('env: [{name: GOGC, valueFrom: {configMapKeyRef: {name: go, key: percent}}}]')
const FROM_ALL = pod('envFrom: [{configMapRef: {name: go}}]')

// The API server: “cannot unmarshal number into Go struct field EnvVar.spec.containers.env.value of type string”.
// Which values these are was tried with sigs.k8s.io/yaml 1.6.0, which kubectl reads YAML with.
describe('a value without quotes in an object of Kubernetes', () => {
  it.each(['off', 'y', 'No', '50', '-1', '+50', '1_000', '1e3', '0899', '0x10', '0b11', '.5', '5.'])(
    'is refused if YAML reads a number or a boolean: %s',
    (value) => {
      const [finding] = valueIn(value)
      expect(finding).toMatchObject({ line: 2, isFatal: true })
      expect(valueIn(`"${value}"`)).toEqual([])
    },
  )

  it.each(['400MiB', '50%', '_5', 'yEs', '1e', '1:30', '!!str 50', '', '~', '"50"', "'off'"])(
    'is fine if YAML reads text or nothing: %s',
    (value) => {
      expect(valueIn(value)).toEqual([])
    },
  )

  it('is shown with its quotes', () => {
    expect(valueIn('off')).toMatchObject([
      { title: 'Kubernetes refuses GOGC=off without quotes', mended: '- name: GOGC\n  value: "off"' },
    ])
  })

  it('is refused in JSON, and in a ConfigMap', () => {
    const json = '{"kind": "Pod", "spec": {"containers": [{"name": "a", "env": [{"name": "GOGC", "value": 50}]}]}}'
    expect(found(manifestOf('kubernetes', json))).toHaveLength(1)
    const all = found(manifestOf('kubernetes', MAP, '---', FROM_ALL))
    expect(all).toMatchObject([{ line: 3, mended: 'GOMEMLIMIT: "400000000"' }])
    expect(found(manifestOf('kubernetes', MAP, '---', BY_KEY))).toMatchObject([{ line: 3, mended: '…: "50"' }])
  })

  it('is refused in a ConfigMap of another text', () => {
    for (const [text, title] of [
      [FROM_ALL, 'Kubernetes refuses GOMEMLIMIT=400000000 without quotes'],
      [
        BY_KEY.replace('name: GOGC', 'name: GOMEMLIMIT').replace('percent', 'GOMEMLIMIT'),
        'Kubernetes refuses GOMEMLIMIT=400000000 without quotes',
      ],
    ] as const) {
      const [, own] = withConfigMaps([manifestOf('kubernetes', MAP), manifestOf('kubernetes', text)])
      expect(found(own!)).toMatchObject([{ title }])
    }
  })
})

it('a value without quotes is fine in a part of a pod or a chart, which may quote it, and in a compose file', () => {
  for (const text of [container('env: [{name: GOGC, value: 50}]'), 'resources: {}\nenv: {GOGC: 50}'])
    expect(found(manifestOf('kubernetes', text))).toEqual([])
  expect(found(manifestOf('compose', 'services: {api: {environment: {GOGC: 50}}}'))).toEqual([])
})
