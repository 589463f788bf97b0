import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

function read(text: string) {
  const manifest = parseManifest(text, manifestKindOf(text)!)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return manifest.value
}

const MIB = 2 ** 20

it('Containers of one name in two described pods are told apart by their pods', () => {
  const pod = (name: string, memory: string) =>
    `Name:         ${name}\nNamespace:    shop\nContainers:\n  api:\n    Limits:\n      memory:  ${memory}\n`
  const { containers } = read(`${pod('checkout-7d9-abc', '512Mi')}\n\n${pod('basket-5f4-xyz', '1Gi')}`)
  expect(containers).toMatchObject([
    { name: 'api', workload: 'checkout-7d9-abc', memoryLimit: 512 * MIB },
    { name: 'api', workload: 'basket-5f4-xyz', memoryLimit: 1024 * MIB },
  ])
  expect(containers[0]?.namespace).toBe(containers[1]?.namespace)
})

const POD = `Name:             api-5c8d7f9b4d-h7x2q
Namespace:        shop
Labels:           app.kubernetes.io/name=api
Status:           Running
Init Containers:
  migrate:
    Image:          api:2
    Args:
      --mode: up
    Limits:
      memory:  64Mi
    Environment:  <none>
Containers:
  api:
    Container ID:   containerd://2d27dff0
    Image:          api:2
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Restart Count:  6
    Limits:
      cpu:     1500m
      memory:  256Mi
    Requests:
      cpu:      250m
      memory:   200Mi
    Liveness:   http-get http://:http/healthz delay=10s timeout=2s period=10s #success=1 #failure=3
    Environment Variables from:
      settings  ConfigMap  Optional: false
    Environment:
      GOMEMLIMIT:  460MiB
      DB_PASSWORD: hunter2
      BANNER:      first
                   GOGC: 5
      GOGC:        <set to the key 'gogc' of config map 'tuning'>  Optional: false
    Mounts:
      /etc/api from settings (ro)
  istio-proxy:
    Image:          docker.io/istio/proxyv2:1.25.2
    Limits:
      memory:  1Gi
    Environment:
      GOMEMLIMIT:  1073741824 (limits.memory)
      GOMAXPROCS:  node allocatable (limits.cpu)
      INSTANCE_IP:  (v1:status.podIP)
Conditions:
  Type   Status
  Ready  True
Volumes:
  settings:
    Type:  ConfigMap (a volume populated by a ConfigMap)
`

it('a pod that kubectl describe prints has the limits and variables of its containers', () => {
  const { kind, containers } = read(POD)
  expect(kind).toBe('kubernetes')
  expect(containers.map(({ name, role, memoryLimit }) => [name, role, memoryLimit! / MIB])).toEqual([
    ['migrate', 'init', 64],
    ['api', 'main', 256],
    ['istio-proxy', 'sidecar', 1024],
  ])
  const [, api, proxy] = containers
  expect(api).toMatchObject({ cpuLimit: 1.5, cpuRequest: 0.25, memoryRequest: 200 * MIB })
  expect(api?.env).toEqual([
    { name: 'GOMEMLIMIT', text: '460MiB', line: 31 },
    { name: 'GOGC', text: undefined, from: 'a ConfigMap', line: 35 },
  ])
  expect(api?.unread).toEqual([{ of: 'variables', from: 'envFrom', line: 29 }])
  expect(proxy?.env.map(({ name, text, field }) => [name, text, field?.resource])).toEqual([
    ['GOMEMLIMIT', '1073741824', undefined],
    ['GOMAXPROCS', undefined, 'cpu'],
  ])
  expect(JSON.stringify(containers)).not.toMatch(/hunter2|tuning/)
})

it('what is wrong with it is found, at its line', () => {
  expect(findingsIn(read(POD)).map(({ kind, line }) => [kind, line])).toEqual([
    ['above-container', 31],
    ['no-headroom', 43],
  ])
})

it('it may be a workload, or Windows may have ended its lines', () => {
  const workload = `Name: api
Pod Template:
  Labels:  app=api
  Containers:
   api:
    Image:        api:2
    Limits:
      memory:     512Mi
    Environment:  <none>
  Volumes:        <none>
`
  for (const text of [workload, workload.replaceAll('\n', '\r\n')])
    expect(read(text).containers).toMatchObject([{ name: 'api', memoryLimit: 512 * MIB, env: [] }])
})

it('a part of it has the limits of its container, too', () => {
  const part = POD.split('\n').slice(16, 34).join('\n')
  expect(read(part).containers).toMatchObject([{ name: '', memoryLimit: 256 * MIB, env: [{ text: '460MiB' }] }])
})

it('a part of it may be variables, whose limit stands elsewhere', () => {
  const part = POD.split('\n').slice(41, 45).join('\n')
  const manifest = read(`    Environment:\n      CLUSTER_ID:  Kubernetes\n${part}\n`)
  expect(manifest.containers).toMatchObject([{ env: [{ name: 'GOMEMLIMIT' }, { name: 'GOMAXPROCS' }] }])
  expect(findingsIn(manifest)).toEqual([])
})

it('YAML with such a key is none', () => {
  const { containers } = read(
    'apiVersion: v1\nkind: Pod\nEnvironment:\n  GOGC: "5"\nspec:\n  containers:\n  - name: api\n',
  )
  expect(containers).toMatchObject([{ name: 'api', env: [] }])
})

describe('YAML that has such lines in one of its texts', () => {
  const POD = `apiVersion: v1
kind: Pod
metadata:
  annotations:
    runbook: |
NOTE
spec:
  containers:
    - name: api
      resources: {limits: {memory: 512Mi}}
`

  it.each([
    'Restart Count: see the dashboard',
    'Limits:\n  memory: 4Gi',
    'Container ID: of the runtime',
    'Containers:\n  api:\n    Limits:\n      memory: 4Gi',
    'GOMEMLIMIT: 4GiB (limits.memory)',
  ])('is none: %j', (note) => {
    const yaml = POD.replace('NOTE', note.replace(/^/gm, '      '))
    expect(read(yaml).containers).toMatchObject([{ name: 'api', memoryLimit: 512 * MIB, env: [] }])
    const values = `note: |\n${note.replace(/^/gm, '  ')}\nresources:\n  limits:\n    memory: 512Mi\n`
    expect(read(values).containers).toMatchObject([{ memoryLimit: 512 * MIB, env: [] }])
  })
})

it('a description may have keys of YAML in one of its own texts', () => {
  const pod = POD.replace('      --mode: up', '      apiVersion: v1\n      kind: Config')
  expect(read(pod).containers.map(({ name }) => name)).toEqual(['migrate', 'api', 'istio-proxy'])
})

it('a container for debugging is passed over, with its variables', () => {
  const debugging = `Ephemeral Containers:
  debugger-x7k2p:
    Container ID:   containerd://9a
    Environment:
      GOGC:        off
      GOMAXPROCS:  1
Conditions:
`
  expect(read(POD.replace('Conditions:\n', debugging)).containers).toEqual(read(POD).containers)
})

it('limits of a whole pod are those of its containers that have none, until the next pod; shared memory is not known', () => {
  const pod = (name: string) => `Name:  api-0
Resources:
  Limits:
    cpu:     2
    memory:  180Mi
  Requests:
    memory:  100Mi
Init Containers:
  migrate:
    Image:  api:2
Containers:
  ${name}:
    Restart Count:  0
`
  const cache = '  cache:\n    Limits:\n      memory:  64Mi\n'
  const next = 'Name:  worker-0\nContainers:\n  worker:\n    Restart Count:  0\n'
  const all = `${pod('api')}\n\n${pod('mail')}${cache}\n\n${next}`
  const limits = read(all).containers.map(({ name, memoryLimit, memoryRequest, cpuLimit, unread = [] }) => [
    name,
    memoryLimit && memoryLimit / MIB,
    memoryRequest,
    cpuLimit,
    unread[0]?.from,
  ])
  expect(limits).toEqual([
    ['migrate', undefined, undefined, undefined, undefined],
    ['api', 180, undefined, 2, undefined],
    ['migrate', undefined, undefined, undefined, undefined],
    ['mail', undefined, undefined, 2, 'the memory limit of the pod, which its containers share'],
    ['cache', 64, undefined, 2, undefined],
    ['worker', undefined, undefined, undefined, undefined],
  ])
})
