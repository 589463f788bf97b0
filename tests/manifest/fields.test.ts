import { describe, expect, it } from 'vitest'
import { procsSetBy, resolveField } from '../../src/manifest/fields.ts'
import { findingsIn } from '../../src/manifest/findings.ts'
import { readQuantity } from '../../src/manifest/kube-quantity.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { isUnread } from '../../src/manifest/unread.ts'

// Kubernetes divides thousandths of a CPU and whole bytes, and rounds up.
it.each([
  ['limits.cpu', '1001m', '1m', 1001],
  ['limits.cpu', '1001m', '1', 2],
  ['limits.cpu', '100m', undefined, 1],
  ['limits.cpu', '2300m', '100m', 23],
  ['limits.memory', '512Mi', '1Mi', 512],
  ['limits.memory', '1G', '1Mi', 954],
  ['limits.memory', '512Mi', undefined, 536870912],
])('a field of %s: %s with the divisor %s is %d', (resource, text, divisor, expected) => {
  const value = readQuantity(text)
  const container = { name: '', role: 'main', env: [], memoryLimit: value, cpuLimit: value } as const
  expect(resolveField(container, { resource, divisor })).toBe(expected)
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

  it('that is not written is the limit', () => {
    const { value, isUnread, findings } = kubernetes('GOMEMLIMIT', 'requests.memory', '{limits: {memory: 512Mi}}')
    expect(value).toBe(2 ** 29)
    expect(isUnread).toBe(false)
    expect(findings).toMatchObject([{ kind: 'limit-from-request', before: { memoryLimit: 2 ** 29 } }])
    const cpus = kubernetes('GOMAXPROCS', 'requests.cpu', '{limits: {cpu: 1500m}, requests: {memory: 1Gi}}')
    expect(cpus.value).toBe(2)
  })

  it('that is written is the request, and not known where it cannot be read', () => {
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
