import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { manifestOf } from './settings-in.ts'

const read = (...objects: readonly string[]) => {
  const manifest = parseManifest(objects.map((one) => `apiVersion: v1\n${one}`).join('---\n'), 'kubernetes')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return manifest.value
}
const pod = (resources: string) => `kind: Pod\nspec: {containers: [{name: a, resources: ${resources}}]}\n`

describe('an object that changes what is in force', () => {
  const autoscaler = (spec: string) => `kind: VerticalPodAutoscaler\nspec: {${spec}}\n`
  const notes = (spec: string) => read(pod('{limits: {memory: 1Gi}}'), autoscaler(spec)).problems

  it('may give a container the limit that it does not have: a LimitRange', () => {
    const range = 'kind: LimitRange\nspec: {limits: [{type: Container, default: {memory: 512Mi, cpu: 1}}]}\n'
    const ref = 'valueFrom: {resourceFieldRef: {resource: limits.memory}}'
    const pod = (limits: string) =>
      `kind: Pod\nspec:\n  containers:\n  - name: api\n    resources: {limits: {${limits}}}\n    env: [{name: GOMEMLIMIT, ${ref}}]\n`
    const found = (limits: string) => manifestOf('kubernetes', `${range}---\n${pod(limits)}`)
    const unread = (limits: string) => found(limits).containers[0]!.unread!.map(({ of, mayBe }) => [of, mayBe])
    expect(unread('')).toEqual([
      ['memoryLimit', true],
      ['cpuLimit', true],
    ])
    expect(unread('memory: 1Gi, cpu: 2')).toEqual([])
    // Without it, the field is the memory of the node.
    expect(findingsIn(found('')).map(({ kind }) => kind)).not.toContain('field-without-limit')
    expect(findingsIn(manifestOf('kubernetes', pod(''))).map(({ kind }) => kind)).toContain('field-without-limit')
  })

  it('gives no limits but those of which it has a default or a maximum for containers: a LimitRange', () => {
    const opened = (...limits: readonly string[]) =>
      read(
        pod('{}'),
        ...limits.map((one) => `kind: LimitRange\nspec: {limits: [${one}]}\n`),
      ).containers[0]?.unread?.map(({ of }) => of)
    expect(opened('{type: Container, default: {memory: 512Mi}}')).toEqual(['memoryLimit'])
    expect(opened('{type: Container, max: {cpu: 2}, defaultRequest: {memory: 1Gi}}')).toEqual(['cpuLimit'])
    expect(opened('{type: Pod, max: {memory: 1Gi}}')).toEqual([])
    expect(opened('{type: Container, max: {cpu: 2}}', '{type: Container, default: {memory: 1Gi}}')).toEqual([
      'memoryLimit',
      'cpuLimit',
    ])
  })

  it('gives a note: a LimitRange, with the pod or alone', () => {
    const range = 'kind: LimitRange\nspec: {limits: [{type: Container, default: {memory: 512Mi}}]}\n'
    const note = expect.stringContaining('a LimitRange gives limits to containers of its namespace that have none')
    expect(read(pod('{}'), range)).toMatchObject({ containers: [{ memoryLimit: undefined }], problems: [note] })
    expect(parseManifest(`apiVersion: v1\n${range}`, 'kubernetes')).toMatchObject({ problems: [{ message: note }] })
  })

  it('may be a ResourceQuota on limits, with which only a LimitRange lets a container run that has none', () => {
    const fromOf = (hard: string) =>
      read(pod('{}'), `kind: ResourceQuota\nspec: {hard: {${hard}}}\n`).containers[0]?.unread?.map(({ from }) => from)
    const from = 'a LimitRange, which its ResourceQuota needs'
    expect(fromOf('limits.memory: 4Gi, limits.cpu: 2')).toEqual([from, from])
    // Without the other limit, no LimitRange is needed for it.
    for (const one of ['limits.memory: 4Gi', 'limits.cpu: 2']) expect(fromOf(one)).toEqual([from])
    expect(fromOf('requests.memory: 4Gi')).toEqual([])
  })

  it.each(['LimitRange', 'ResourceQuota'])('may be a %s, but only one of the same namespace', (kind) => {
    const at = (namespace: string) => `metadata: {name: a${namespace && `, namespace: ${namespace}`}}\n`
    const limiter = (namespace: string) =>
      `kind: ${kind}\n${at(namespace)}spec: {hard: {limits.memory: 20Gi, limits.cpu: 8}}\n`
    const openIn = (own: string, ...others: readonly string[]) =>
      read(pod('{}') + at(own), ...others.map(limiter)).containers[0]?.unread?.length
    expect(openIn('shop', 'shop')).toBe(2)
    expect(openIn('shop', 'other', 'shop')).toBe(2)
    expect(openIn('shop', 'other')).toBe(0)
    // kubectl fills in the namespace of its context, which may be the other one.
    expect(openIn('', 'other')).toBe(2)
    expect(openIn('shop', 'other', '')).toBe(2)
  })

  it('is only possible where one of the two names no namespace: then nothing is said for certain', () => {
    const quota = (namespace: string) =>
      `kind: ResourceQuota\nmetadata: {name: q, namespace: ${namespace}}\nspec: {hard: {limits.memory: 4Gi}}\n`
    const server = (own: string, requests: string) =>
      `kind: Pod\nmetadata: {name: a${own}}\nspec: {containers: [{name: a, image: a, resources: {${requests}}, env: [` +
      '{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: requests.memory}}}]}]}\n'
    const from = (own: string, ...namespaces: readonly string[]) =>
      read(server(own, ''), ...namespaces.map(quota)).containers[0]?.unread?.[0]?.from
    expect(from('', 'other')).toBe('a LimitRange, which its ResourceQuota needs, if it is of the same namespace')
    expect(from(', namespace: shop', 'shop')).toBe('a LimitRange, which its ResourceQuota needs')
    const found = (requests: string) => findingsIn(read(server('', requests), quota('other')))
    // Its LimitRange may set a limit, or a request.
    for (const requests of ['', 'requests: {memory: 256Mi}'])
      expect(found(requests), requests).toMatchObject([
        {
          kind: 'limit-from-request',
          title: 'GOMEMLIMIT comes from the memory request, not from the limit',
          before: requests === '' ? undefined : { memoryLimit: 2 ** 28 },
        },
      ])
  })

  it('gives a note: an autoscaler of limits', () => {
    expect(notes('updatePolicy: {updateMode: Auto}')).toEqual([
      expect.stringContaining('VerticalPodAutoscaler may change these limits'),
    ])
    expect(notes('targetRef: {name: a}')).toHaveLength(1)
  })

  it('gives no note if it only recommends, only sets requests, or ignores memory', () => {
    expect(notes('updatePolicy: {updateMode: "Off"}')).toEqual([])
    const of = (policy: string, name = '"*"') =>
      notes(`resourcePolicy: {containerPolicies: [{containerName: ${name}, ${policy}}]}`)
    for (const policy of ['controlledValues: RequestsOnly', 'mode: "Off"', 'controlledResources: [cpu]'])
      expect(of(policy), policy).toEqual([])
    expect(of('controlledResources: [cpu, memory]')).toHaveLength(1)
    // The other containers have the usual policy.
    expect(of('mode: "Off"', 'sidecar')).toHaveLength(1)
  })

  it('may be a kustomization: the note says what to paste', () => {
    const alone = parseManifest('apiVersion: v1\nkind: Kustomization\nresources: [a.yaml]\n', 'kubernetes')
    const problem = { ok: false, problems: [{ message: expect.stringContaining('kubectl kustomize') }] }
    expect(alone).toMatchObject(problem)
    expect(parseManifest('resources:\n- a.yaml\npatches:\n- path: b.yaml\n', 'kubernetes')).toMatchObject(problem)
  })
})
