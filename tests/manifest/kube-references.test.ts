import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { fillIn } from '../../src/manifest/kubernetes/kube-references.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

const MEMORY = { kind: 'limits', resource: 'memory', divisor: undefined } as const

// The cases of Kubernetes’ own test of it (third_party/forked/golang/expansion/expand_test.go) that values have.
describe('references in a value', () => {
  const before = new Map([
    ['A', { text: '50' }],
    ['EMPTY', { text: '' }],
    ['MEM', { field: MEMORY }],
    ['SECRET', undefined],
  ])
  const filled = (text: string) => fillIn(text, before, () => 512)

  it.each([
    ['no reference', 'no reference'],
    ['$(A)', '50'],
    ['$(A)%', '50%'],
    ['$(A)-$(A)', '50-50'],
    ['$$(A)', '$(A)'],
    ['$$$(A)', '$50'],
    ['$(EMPTY)', ''],
    ['x$(EMPTY)', 'x'],
    ['$(UNKNOWN)', '$(UNKNOWN)'],
    ['$(A', '$(A'],
    ['$()', '$()'],
    ['$A', '$A'],
    ['$', '$'],
    ['$(MEM)MiB', '512MiB'],
  ])('%j is %j', (text, expected) => {
    expect(filled(text)).toEqual({ text: expected })
  })

  it('that consist of a field alone are the field, so that its headroom can be judged', () => {
    expect(filled('$(MEM)')).toEqual({ field: MEMORY })
  })

  it.each(['$(SECRET)', '$(SECRET)MiB', '$(MEM)$(SECRET)'])('%s is not told', (text) => {
    expect(filled(text)).toBeUndefined()
  })

  it('are unknown if the number is unknown, or if texts would grow without end', () => {
    expect(fillIn('$(MEM)MiB', before, () => undefined)).toBeUndefined()
    const doubled = new Map([['A', { text: 'x'.repeat(150) }]])
    expect(fillIn('$(A)$(A)', doubled, () => undefined)).toBeUndefined()
  })
})

describe('a setting that names another variable', () => {
  function entriesFrom(env: string, more = '') {
    const resources = '{limits: {memory: 512Mi, cpu: "2"}}'
    const manifest = parseManifest(
      `${more}spec: {containers: [{name: app, resources: ${resources}, env: [${env}]}]}`,
      'kubernetes',
    )
    if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
    return { env: manifest.value.containers[0]!.env, findings: findingsIn(manifest.value).map(({ kind }) => kind) }
  }
  const ofMemory = (divisor = '') => `{name: MEM, valueFrom: {resourceFieldRef: {resource: limits.memory${divisor}}}}, `

  it('has that variable’s value', () => {
    const { env } = entriesFrom('{name: PERCENT, value: "40"}, {name: GOGC, value: $(PERCENT)}')
    expect(env).toMatchObject([{ name: 'GOGC', text: '40' }])
  })

  it('that holds the container’s limit is judged like the limit itself', () => {
    const { env, findings } = entriesFrom(`${ofMemory()}{name: GOMEMLIMIT, value: $(MEM)}`)
    expect(env).toMatchObject([{ name: 'GOMEMLIMIT', field: MEMORY }])
    expect(findings).toEqual(entriesFrom(ofMemory().replace('MEM', 'GOMEMLIMIT')).findings)
  })

  it('in MiB, with the unit after it, is a size', () => {
    const { env } = entriesFrom(`${ofMemory(', divisor: 1Mi')}{name: GOMEMLIMIT, value: $(MEM)MiB}`)
    expect(env).toMatchObject([{ name: 'GOMEMLIMIT', text: '512MiB' }])
  })

  it('with a unit that Go does not accept is found', () => {
    const { findings } = entriesFrom(`${ofMemory(', divisor: 1Mi')}{name: GOMEMLIMIT, value: $(MEM)Mi}`)
    expect(findings).toContain('malformed-limit')
  })

  it('may take it from a ConfigMap of the same text', () => {
    const map = 'kind: ConfigMap\nmetadata: {name: shop}\ndata: {limit: 300MiB}\n---\n'
    const env = '{name: L, valueFrom: {configMapKeyRef: {name: shop, key: limit}}}, {name: GOMEMLIMIT, value: $(L)}'
    expect(entriesFrom(env, map).env).toMatchObject([{ name: 'GOMEMLIMIT', text: '300MiB' }])
  })

  it.each([
    ['a Secret', '{name: L, valueFrom: {secretKeyRef: {name: shop, key: limit}}}, {name: GOMEMLIMIT, value: $(L)}'],
    ['a variable that comes later', '{name: GOMEMLIMIT, value: $(L)}, {name: L, value: 300MiB}'],
    ['a template', '{name: L, value: "{{ .Values.limit }}"}, {name: GOMEMLIMIT, value: $(L)}'],
  ])('of %s is not told', (_, env) => {
    const [entry] = entriesFrom(env).env
    expect(entry).toMatchObject({ name: 'GOMEMLIMIT', text: undefined, from: 'a variable or a template' })
  })
})
