import { describe, expect, it } from 'vitest'
import { procsSetBy, resolveField } from '../../src/manifest/env.ts'
import { findingsIn } from '../../src/manifest/findings.ts'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { readQuantity } from '../../src/manifest/kubernetes/kube-quantity.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { isUnread } from '../../src/manifest/unread.ts'

// Kubernetes divides thousandths of a CPU and whole bytes, and rounds up.
it.each<['cpu' | 'memory', string, string | undefined, number]>([
  ['cpu', '1001m', '1m', 1001],
  ['cpu', '1001m', '1', 2],
  ['cpu', '100m', undefined, 1],
  ['cpu', '2300m', '100m', 23],
  ['memory', '512Mi', '1Mi', 512],
  ['memory', '1G', '1Mi', 954],
  ['memory', '512Mi', undefined, 536870912],
])('a field of limits.%s: %s with the divisor %s is %d', (resource, text, divisor, expected) => {
  const value = readQuantity(text)
  const container = { name: '', role: 'main', env: [], memoryLimit: value, cpuLimit: value } as const
  expect(resolveField(container, { kind: 'limits', resource, divisor })).toBe(expected)
})

it.each([
  ['700m', 0.7],
  ['70m', 0.07],
  ['1100m', 1.1],
  ['290u', 0.00029],
  ['1.5', 1.5],
  ['512Mi', 536870912],
])('the quantity %s is exactly %d', (text, expected) => {
  expect(readQuantity(text)).toBe(expected)
})

/*
 * kubernetes.io, “Resource Management for Pods and Containers”: “If you specify a limit for a resource, but do not specify
 * any request […], Kubernetes copies the limit you specified and uses it as the requested value.”
 */
describe('a field of a request', () => {
  function kubernetes(name: string, resource: string, resources: string) {
    const env = `[{name: ${name}, valueFrom: {resourceFieldRef: {resource: ${resource}}}}]`
    const text = `{spec: {containers: [{name: app, resources: ${resources}, env: ${env}}]}}`
    const manifest = parseManifest(text, 'kubernetes')
    if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
    const [container] = manifest.value.containers
    const [entry] = container!.env
    const value = resolveField(container!, entry!.field!)
    return { value, isUnread: isUnread(container!, entry!), findings: findingsIn(manifest.value) }
  }

  it('that is missing equals the limit', () => {
    const { value, isUnread, findings } = kubernetes('GOMEMLIMIT', 'requests.memory', '{limits: {memory: 512Mi}}')
    expect(value).toBe(2 ** 29)
    expect(isUnread).toBe(false)
    expect(findings).toMatchObject([{ kind: 'limit-from-request', before: { memoryLimit: 2 ** 29 } }])
    const cpus = kubernetes('GOMAXPROCS', 'requests.cpu', '{limits: {cpu: 1500m}, requests: {memory: 1Gi}}')
    expect(cpus.value).toBe(2)
  })

  // Go 1.26.8 with GOMEMLIMIT=0: 891 cycles for 373,597 allocations in 2 s, and 262 for 2,657,214 without it.
  it('that is missing beside a missing limit is 0, which no program fits into', () => {
    for (const resources of ['{}', '{limits: {cpu: 1}}', '{requests: {memory: "0"}}', '{requests: {cpu: 1}}']) {
      const { value, isUnread, findings } = kubernetes('GOMEMLIMIT', 'requests.memory', resources)
      expect({ value, isUnread }, resources).toEqual({ value: 0, isUnread: false })
      expect(findings, resources).toMatchObject([{ kind: 'limit-from-request', before: { memoryLimit: 0 } }])
      expect(findings[0]?.title).toContain('Kubernetes writes 0')
      expect(findings[0]?.text).toContain('No program fits into that')
    }
    // Go ignores GOMAXPROCS=0.
    const { isUnread, findings } = kubernetes('GOMAXPROCS', 'requests.cpu', '{requests: {memory: 1Gi}}')
    expect({ isUnread, findings }).toEqual({ isUnread: false, findings: [] })
  })

  it('that may be written where we do not see it is unknown: only the variables were copied', () => {
    const text = 'env: [{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: requests.memory}}}]'
    const manifest = parseManifest(text, 'kubernetes')
    const [container] = manifest.ok ? manifest.value.containers : []
    const [entry] = container!.env
    expect(resolveField(container!, entry!.field!)).toBeUndefined()
    expect(isUnread(container!, entry!)).toBe(true)
  })

  it('that is written is the request, and unknown if it cannot be read', () => {
    const requests = (text: string) =>
      kubernetes('GOMEMLIMIT', 'requests.memory', `{limits: {memory: 512Mi}, requests: ${text}}`)
    expect(requests('{memory: 128Mi}').value).toBe(2 ** 27)
    for (const text of ['{memory: 256m}', '{memory: "{{ .Values.memory }}"}', '{{ .Values.requests }}'])
      expect(requests(text), text).toMatchObject({ value: undefined, isUnread: true })
  })
})

// What runtime.GOMAXPROCS(0) was under Go 1.26.8 on a machine with two CPUs: any text that Go ignores left it at two.
it.each([
  ['3', 3],
  ['+4', 4],
  ['04', 4],
  ['5000', 5000],
  ['4.0', undefined],
  ['1e1', undefined],
  ['0x8', undefined],
  ['4_0', undefined],
  [' 4', undefined],
  ['4 ', undefined],
  ['2147483648', undefined],
  ['4294967297', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['off', undefined],
  ['', undefined],
])('GOMAXPROCS=“%s” sets %s', (text, expected) => {
  expect(procsSetBy({ name: '', role: 'main', env: [{ name: 'GOMAXPROCS', text, line: 1 }] })).toBe(expected)
})

/** Charts write variables of a container into their values under several names, as a list or as a map. */
describe('values of a Helm chart', () => {
  const read = (text: string) => {
    const kind = manifestKindOf(text)
    const manifest = kind && parseManifest(text, kind)
    if (!manifest?.ok) throw new Error(manifest?.problems[0]?.message ?? 'not recognised')
    return manifest.value.containers.map(({ name, memoryLimit, env }) => ({
      name,
      memoryLimit,
      env: env.map((one) => `${one.name}=${one.text}`),
    }))
  }
  const RESOURCES = 'resources:\n  limits: {cpu: 1, memory: 256Mi}\n'
  const whole = { name: '', memoryLimit: 2 ** 28, env: ['GOMEMLIMIT=230MiB'] }

  it.each(['env', 'envs', 'extraEnv', 'extraEnvs', 'extraEnvVars', 'envVars', 'environment'])('%s', (key) => {
    expect(read(`replicaCount: 2\n${RESOURCES}${key}:\n  GOMEMLIMIT: 230MiB\n`)).toEqual([whole])
    expect(read(`${RESOURCES}${key}:\n  - name: GOMEMLIMIT\n    value: 230MiB\n`)).toEqual([whole])
  })

  it('with a container under its name', () => {
    const inner = `api:\n  replicas: 3\n  ${RESOURCES.replace('\n ', '\n   ')}  extraEnv:\n    GOMEMLIMIT: 230MiB\n`
    expect(read(inner)).toEqual([{ ...whole, name: 'api' }])
  })

  it('from other objects, or in a text for a template, are not known', () => {
    for (const [key, value] of [
      ['extraEnvFrom', '[{configMapRef: {name: x}}]'],
      ['extraEnvVarsCM', 'my-config'],
      ['extraEnv', '"- name: GOMEMLIMIT\\n  value: 500MiB"'],
    ]) {
      const manifest = parseManifest(`${RESOURCES}${key}: ${value}\n`, 'kubernetes')
      expect(manifest.ok && manifest.value.containers[0]?.unread).toMatchObject([{ of: 'variables', from: key }])
    }
    const manifest = parseManifest(`${RESOURCES}env: []\n`, 'kubernetes')
    expect(manifest.ok && manifest.value.containers[0]?.unread).toEqual([])
  })

  it('with thousands of keys are ignored', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `a${i}: {}\n`).join('')
    expect(() => read(RESOURCES + many)).toThrow('there is no container in it')
  })
})

it('a template of a chart that is not YAML is not read as a manifest without limits', () => {
  const text = `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: app\n    resources:\n      {{- toYaml .Values.resources | nindent 6 }}\n    env: []\n`
  expect(parseManifest(text, 'kubernetes')).toMatchObject({
    ok: false,
    problems: [
      { message: expect.stringMatching(/not valid YAML, but a template: paste what `helm template` prints$/) },
    ],
  })
})

describe('limits of a whole pod', () => {
  const pod = (own: string, beside: string) =>
    `apiVersion: v1\nkind: Pod\nspec:\n  resources: {limits: {memory: 180Mi, cpu: 2}}\n  containers:\n  - {name: app${own}}\n${beside}`
  const limitOf = (own: string, beside = '') => {
    const read = parseManifest(pod(own, beside), 'kubernetes')
    return read.ok ? read.value.containers[0] : undefined
  }

  it('hold for its only container, if that has none', () => {
    expect(limitOf('')).toMatchObject({ memoryLimit: 180 * 2 ** 20, cpuLimit: 2 })
    const init = '  initContainers:\n  - {name: migrate}\n'
    expect(limitOf('', init)).toMatchObject({ memoryLimit: 180 * 2 ** 20, cpuLimit: 2, unread: [] })
  })

  it.each([
    ['another container', '  - {name: helper}\n'],
    ['a sidecar that starts before it', '  initContainers:\n  - {name: helper, restartPolicy: Always}\n'],
  ])('leave the memory of a container unknown that shares them with %s', (_, beside) => {
    const from = 'the memory limit of the pod, which its containers share'
    expect(limitOf('', beside)).toMatchObject({ memoryLimit: undefined, cpuLimit: 2, unread: [{ from, line: 4 }] })
    const own = ', resources: {limits: {memory: 100Mi}}'
    expect(limitOf(own, beside)).toMatchObject({ memoryLimit: 100 * 2 ** 20, cpuLimit: 2, unread: [] })
  })
})
