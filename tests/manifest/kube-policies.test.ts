import { describe, expect, it } from 'vitest'
import { parseManifest } from '../../src/manifest/parse.ts'
import { GIB, MIB } from '../../src/units.ts'

const read = (...objects: readonly string[]) => {
  const manifest = parseManifest(objects.map((one) => `apiVersion: v1\n${one}`).join('---\n'), 'kubernetes')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return manifest.value
}
const pod = (resources: string, namespace = '') =>
  `kind: Pod\nmetadata: {namespace: "${namespace}"}\nspec: {containers: [{name: a, resources: ${resources}}]}\n`
const range = (item: string, namespace = '', type = 'Container') =>
  `kind: LimitRange\nmetadata: {namespace: "${namespace}"}\nspec: {limits: [{type: ${type}, ${item}}]}\n`

// kubernetes.io, “Limit Ranges”; plugin/pkg/admission/limitranger, mergeContainerResources.
describe('a LimitRange beside a pod', () => {
  const limits = (...objects: readonly string[]) => {
    const { memoryLimit, cpuLimit, memoryRequest } = read(...objects).containers[0]!
    return { memoryLimit, cpuLimit, memoryRequest }
  }

  it('gives its limits to a container without limits, in either order in the text', () => {
    const both = range('default: {memory: 512Mi, cpu: 500m}, defaultRequest: {memory: 256Mi}')
    const found = { memoryLimit: 512 * MIB, cpuLimit: 0.5, memoryRequest: 256 * MIB }
    expect(limits(pod('{}'), both)).toEqual(found)
    expect(limits(both, pod('{}'))).toEqual(found)
  })

  it('does not change the container’s own limits', () => {
    const own = pod('{limits: {memory: 1Gi}}')
    expect(limits(own, range('default: {memory: 512Mi, cpu: 2}'))).toEqual({
      memoryLimit: GIB,
      cpuLimit: 2,
      memoryRequest: GIB,
    })
  })

  it('gives nothing to a container whose resources or limits come from a template: they are unknown', () => {
    for (const template of ['{{ toJson .Values.resources }}', '{limits: {{ toJson .Values.limits }}}'])
      expect(limits(pod(template), range('default: {memory: 512Mi}')).memoryLimit, template).toBeUndefined()
  })

  it('gives its maximum if it has no default, and uses the default as the request', () => {
    expect(limits(pod('{}'), range('max: {memory: 2Gi}, min: {memory: 64Mi}'))).toMatchObject({
      memoryLimit: 2 * GIB,
      memoryRequest: 2 * GIB,
    })
    expect(limits(pod('{}'), range('min: {memory: 64Mi}'))).toMatchObject({
      memoryLimit: undefined,
      memoryRequest: 64 * MIB,
    })
  })

  it('counts in its own namespace, and if one of the two names no namespace', () => {
    const of = (one: string, other: string) =>
      limits(pod('{}', one), range('default: {memory: 512Mi}', other)).memoryLimit
    expect(of('x', 'y')).toBeUndefined()
    expect(of('x', 'x')).toBe(512 * MIB)
    expect(of('', 'y')).toBe(512 * MIB)
  })

  it('comes before a LimitRange without a namespace', () => {
    const both = [range('default: {memory: 256Mi}'), range('default: {memory: 1Gi}', 'x')]
    expect(limits(...both, pod('{}', 'x')).memoryLimit).toBe(GIB)
  })

  it('is filled in before the limit of the whole pod, and before variables are', () => {
    const spec =
      'resources: {limits: {memory: 2Gi}}, containers: [{name: a, env: [{name: LIM, valueFrom: {resourceFieldRef: {resource: limits.memory}}}, {name: GOMEMLIMIT, value: $(LIM)B}]}]'
    const { containers } = read(range('default: {memory: 512Mi}'), `kind: Pod\nspec: {${spec}}\n`)
    expect(containers[0]!.memoryLimit).toBe(512 * MIB)
    expect(containers[0]!.env).toMatchObject([{ name: 'GOMEMLIMIT', text: `${512 * MIB}B` }])
  })

  it('gives nothing if a limit is written as 0, which means no limit', () => {
    expect(limits(pod('{limits: {memory: 0, cpu: 0}}'), range('default: {memory: 512Mi, cpu: 2}'))).toMatchObject({
      memoryLimit: undefined,
      cpuLimit: undefined,
    })
  })

  it('alone says what to paste with it', () => {
    const alone = parseManifest(`apiVersion: v1\n${range('default: {memory: 512Mi}')}`, 'kubernetes')
    expect(alone).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('paste it together with the pod') }],
    })
  })

  it('of pods or volumes gives containers nothing', () => {
    expect(limits(pod('{}'), range('max: {memory: 2Gi}', '', 'Pod')).memoryLimit).toBeUndefined()
  })

  it('does not stand in for a limit that is written and cannot be read', () => {
    const { containers } = read(pod('{limits: {memory: "$(LIMIT)"}}'), range('default: {memory: 512Mi}'))
    expect(containers[0]!.memoryLimit).toBeUndefined()
    expect(containers[0]!.unread).toMatchObject([{ of: 'memoryLimit' }])
  })
})

describe('an object that changes what is in force', () => {
  const autoscaler = (spec: string) => `kind: VerticalPodAutoscaler\nspec: {${spec}}\n`
  const notes = (spec: string) => read(pod('{limits: {memory: 1Gi}}'), autoscaler(spec)).problems

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
