import { describe, expect, it } from 'vitest'
import { resolveField } from '../../src/manifest/env.ts'
import { findingsIn } from '../../src/manifest/findings.ts'
import { isUnread } from '../../src/manifest/unread.ts'
import { GIB, MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

const manifest = (text: string) => manifestOf('kubernetes', text)
const container = (text: string, name = 'api') => manifest(text).containers.find((one) => one.name === name)!
const variables = (text: string) => container(text).env.map(({ name, text: value }) => `${name}=${value}`)

// kubernetes.io, “Expose Pod Information to Containers Through Environment Variables”: containerName is optional for variables.
describe('a field of another container', () => {
  const pod = (resource: string, name: string) => `kind: Pod
spec:
  containers:
  - {name: proxy, resources: {limits: {memory: 8Gi}, requests: {memory: 1Gi}}}
  - name: api
    resources: {limits: {memory: 2Gi, cpu: 3}}
    env: [{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {containerName: ${name}, resource: ${resource}}}}]
`
  const fieldIn = (text: string) => {
    const found = container(text)
    const [entry] = found.env
    return { value: entry?.field && resolveField(found, entry.field), isUnread: isUnread(found, entry!) }
  }

  it('is that container’s limit, even if it is above the own limit', () => {
    expect(fieldIn(pod('limits.memory', 'proxy'))).toEqual({ value: 8 * GIB, isUnread: false })
    const [found] = findingsIn(manifest(pod('limits.memory', 'proxy')))
    expect(found).toMatchObject({ kind: 'above-container', mended: '- name: GOMEMLIMIT\n  value: "1843MiB"' })
  })

  it('is that container’s request', () => {
    expect(fieldIn(pod('requests.memory', 'proxy')).value).toBe(GIB)
  })

  it('is the own limit if the name is its own, and unknown if no container has the name', () => {
    expect(fieldIn(pod('limits.memory', 'api')).value).toBe(2 * GIB)
    expect(fieldIn(pod('limits.memory', 'other'))).toEqual({ value: undefined, isUnread: true })
  })
})

// pkg/kubelet/cm/helpers_linux.go, MilliCPUToQuota: “If no limit was specified, return 0”, which is no quota.
describe('a limit of 0 CPUs', () => {
  const pod = (resources: string) => `kind: Pod\nspec: {containers: [{name: api, resources: ${resources}}]}\n`

  it('is none', () => {
    expect(container(pod('{limits: {cpu: "0"}}')).cpuLimit).toBeUndefined()
    expect(findingsIn(manifest(pod('{limits: {cpu: 0}}')))).toEqual([])
  })

  it('differs from a request of 0, which a field gives as it is', () => {
    const asked = container(pod('{limits: {cpu: 2, memory: 1Gi}, requests: {cpu: "0", memory: "0"}}'))
    expect(asked).toMatchObject({ cpuLimit: 2, cpuRequest: 0, memoryLimit: GIB, memoryRequest: 0 })
  })
})

// kubernetes.io, “Namespaces”: names are unique within a namespace, and a container reads ConfigMaps of its own.
describe('a ConfigMap', () => {
  const map = (namespace: string, limit: string) =>
    `kind: ConfigMap\nmetadata: {name: t${namespace && `, namespace: ${namespace}`}}\ndata: {GOMEMLIMIT: ${limit}}\n---\n`
  const deployment = (namespace: string) =>
    `kind: Deployment\nmetadata: {name: d${namespace && `, namespace: ${namespace}`}}
spec: {template: {spec: {containers: [{name: api, image: api, envFrom: [{configMapRef: {name: t}}]}]}}}\n`
  const limitOf = (...texts: string[]) => variables(texts.join(''))

  it('is that of the own namespace, wherever it is in the text', () => {
    const maps = [map('prod', '900MiB'), map('staging', '90MiB')]
    expect(limitOf(...maps, deployment('prod'))).toEqual(['GOMEMLIMIT=900MiB'])
    expect(limitOf(...maps, deployment('staging'))).toEqual(['GOMEMLIMIT=90MiB'])
  })

  it('without a namespace may be in any; so may an object without a namespace', () => {
    expect(limitOf(map('', '900MiB'), deployment('prod'))).toEqual(['GOMEMLIMIT=900MiB'])
    expect(limitOf(map('prod', '900MiB'), deployment(''))).toEqual(['GOMEMLIMIT=900MiB'])
  })

  it('of another namespace does not count; of two possible namespaces, neither is chosen', () => {
    for (const maps of [[map('staging', '90MiB')], [map('a', '1GiB'), map('b', '2GiB')]]) {
      const texts = [...maps, deployment(maps.length > 1 ? '' : 'prod')]
      expect(limitOf(...texts)).toEqual([])
      expect(container(texts.join('')).unread).toMatchObject([{ of: 'variables', from: 'envFrom' }])
    }
  })

  it('that is applied twice counts in its last version', () => {
    expect(limitOf(map('', '1GiB'), map('', '2GiB'), deployment(''))).toEqual(['GOMEMLIMIT=2GiB'])
  })
})

// kubernetes.io, Pod API, EnvFromSource, prefix: “Optional text to prepend to the name of each environment variable.”
describe('a prefix of envFrom', () => {
  const withPrefix = (prefix: string, data: string) => `kind: ConfigMap
metadata: {name: t}
data: ${data}
---
kind: Pod
spec: {containers: [{name: api, envFrom: [{prefix: ${prefix}, configMapRef: {name: t}}]}]}
`

  it('is added before the names, so that no value is unknown', () => {
    const text = withPrefix('GO', '{GC: "50", MEMLIMIT: 750MiB}')
    expect(variables(text)).toEqual(['GOGC=50', 'GOMEMLIMIT=750MiB'])
    expect(container(text).unread).toEqual([])
  })

  it('turns variables of Go into other variables', () => {
    const text = withPrefix('APP_', '{GOGC: "50"}')
    expect(variables(text)).toEqual([])
    expect(container(text).unread).toEqual([])
  })
})

describe('containers in the values of a chart', () => {
  const values = (more: string) => `prometheus:
  prometheusSpec:
    resources: {limits: {memory: 4Gi, cpu: 2}}
    containers:
    - {name: prometheus, ${more}env: [{name: GOGC, value: "75"}]}
alertmanager: {resources: {limits: {memory: 256Mi}}}
`
  const read = (text: string) =>
    manifest(text).containers.map(({ name, memoryLimit = 0, env }) => [name, memoryLimit / MIB, env.length])

  it('have the limits beside them', () => {
    expect(read(values(''))).toEqual([
      ['prometheus', 4096, 1],
      ['alertmanager', 256, 0],
    ])
    expect(container(values(''), 'prometheus').cpuLimit).toBe(2)
  })

  it('or their own limits, besides the container to which the other limits belong', () => {
    expect(read(values('resources: {limits: {memory: 1Gi}}, '))).toEqual([
      ['prometheusSpec', 4096, 0],
      ['prometheus', 1024, 1],
      ['alertmanager', 256, 0],
    ])
  })
})

describe('a word that names the stage in the values of a chart', () => {
  it('is no file of variables, and makes no container of the map around it', () => {
    const values = `global: {env: prod}
environment: production
api:
  resources: {limits: {memory: 512Mi}}
  env: {GOMEMLIMIT: 400MiB}
`
    expect(manifest(values).containers.map(({ name }) => name)).toEqual(['api'])
    expect(container(values).unread ?? []).toEqual([])
  })

  it.each(['A=1', '"{{ .Values.common }}"', '|\n    A: 1\n    B: 2'])('while %s may set variables', (text) => {
    const values = `api:\n  resources: {limits: {memory: 512Mi}}\n  env: ${text}\n`
    expect(container(values).unread).toMatchObject([{ of: 'variables', from: 'env' }])
  })
})

it.each(['envFromSecret: my-secret', 'extraEnvVarsCM: my-cm', 'envSecrets: [a]'])(
  '%s names variables that are elsewhere',
  (line) => {
    const values = `api:\n  resources: {limits: {memory: 512Mi}}\n  ${line}\n`
    expect(container(values).unread).toMatchObject([{ of: 'variables' }])
  },
)
