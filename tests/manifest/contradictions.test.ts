import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { manifestOf } from './settings-in.ts'

const contradictionsIn = (kind: ManifestKind, ...lines: string[]) =>
  findingsIn(manifestOf(kind, ...lines)).filter((one) => one.kind === 'contradiction')

// kubernetes.io, “Resource Management for Pods and Containers”; pkg/apis/core/validation, ValidateResourceRequirements.
describe('a pod that Kubernetes refuses', () => {
  const pod = (resources: string, more = '') =>
    contradictionsIn(
      'kubernetes',
      'kind: Pod',
      'spec:',
      ...more.split('\n'),
      `  containers: [{name: a, resources: ${resources}}]`,
    )

  it('asks for more than its limit', () => {
    expect(pod('{limits: {memory: 512Mi, cpu: 2}, requests: {memory: 1Gi, cpu: 2500m}}')).toMatchObject([
      {
        title: 'Kubernetes refuses the manifest: the memory request, 1 GiB, is above the limit, 512 MiB',
        isFatal: true,
        line: 4,
      },
      { title: 'Kubernetes refuses the manifest: the CPU request, 2.5 CPUs, is above the limit, 2 CPUs' },
    ])
  })

  it('does not ask for as much as its limit, or have no limit', () => {
    expect(pod('{limits: {memory: 512Mi, cpu: 2}, requests: {memory: 512Mi, cpu: 2}}')).toEqual([])
    expect(pod('{requests: {memory: 512Mi, cpu: 2}}')).toEqual([])
    expect(pod('{limits: {memory: "{{ .Values.memory }}"}, requests: {memory: 512Mi}}')).toEqual([])
  })

  // A quantity is a whole number of thousandths (k8s.io/apimachinery, resource.Quantity.Cmp), none a binary fraction.
  it.each(['0.7', '0.1', '1.1', '2.3'])('does not ask for as many thousandths as its limit of %s', (cpu) => {
    const thousandths = `${Math.round(1000 * Number(cpu))}m`
    expect(pod(`{limits: {cpu: "${cpu}"}, requests: {cpu: ${thousandths}}}`)).toEqual([])
    expect(pod(`{limits: {cpu: ${thousandths}}, requests: {cpu: "${cpu}"}}`)).toEqual([])
    expect(pod(`{limits: {memory: ${cpu}G}, requests: {memory: ${1000 * Number(cpu)}M}}`)).toEqual([])
    expect(pod(`{limits: {cpu: "${cpu}"}, requests: {cpu: 1${thousandths}}}`)).toHaveLength(1)
  })

  it('has a container with a limit above the pod’s', () => {
    const whole = '  resources: {limits: {memory: 1Gi, cpu: 1}}'
    expect(pod('{limits: {memory: 2Gi, cpu: 2}}', whole).map(({ title }) => title)).toEqual([
      'Kubernetes refuses the manifest: the memory limit of the container, 2 GiB, is above the pod’s, 1 GiB',
      'Kubernetes refuses the manifest: the CPU limit of the container, 2 CPUs, is above the pod’s, 1 CPU',
    ])
    expect(pod('{limits: {memory: 1Gi}}', whole)).toEqual([])
  })

  it('does not include a chart with a container beside the limits of another one', () => {
    const values = [
      'spec:',
      '  resources: {limits: {memory: 1Gi}}',
      '  containers:',
      '  - {name: a, resources: {limits: {memory: 2Gi}}}',
    ]
    expect(contradictionsIn('kubernetes', 'prometheus:', ...values.map((line) => `  ${line}`))).toEqual([])
  })
})

// compose-go, loader/validate.go, checkConsistency: “can't set distinct values on 'mem_limit' and 'deploy.resources.limits.memory'”.
describe('a service that compose refuses', () => {
  const service = (short: string, long: string) =>
    contradictionsIn('compose', 'services:', '  a:', `    ${short}`, `    deploy: {resources: {limits: {${long}}}}`)

  it('has two different limits', () => {
    expect(service('mem_limit: 1g', 'memory: 512M')).toMatchObject([
      {
        title: 'Compose refuses the file: mem_limit is 1 GiB, and deploy.resources.limits has 512 MiB',
        isFatal: true,
        line: 3,
      },
    ])
    expect(service('cpus: 1.5', 'cpus: "2"').map(({ title }) => title)).toEqual([
      'Compose refuses the file: cpus is 1.5 CPUs, and deploy.resources.limits has 2 CPUs',
    ])
  })

  // compose-go compares with 0 where the block has no such key.
  it('has a limit that the block of limits leaves out', () => {
    expect(service('mem_limit: 1g', 'cpus: "2"').map(({ title }) => title)).toEqual([
      'Compose refuses the file: mem_limit is 1 GiB, and deploy.resources.limits has no memory',
    ])
    expect(service('cpus: 1.5', 'memory: 1g').map(({ title }) => title)).toEqual([
      'Compose refuses the file: cpus is 1.5 CPUs, and deploy.resources.limits has no cpus',
    ])
  })

  it('does not have the same limit twice, in one place alone, or one that cannot be read', () => {
    expect(service('mem_limit: 1g', 'memory: 1024M')).toEqual([])
    expect(service('mem_limit: 1g', 'memory: $MEM')).toEqual([])
    expect(service('cpus: 2', 'cpus: $CPUS')).toEqual([])
    expect(contradictionsIn('compose', 'services:', '  a: {mem_limit: 1g, cpus: 2, deploy: {replicas: 2}}')).toEqual([])
  })
})

// docs.aws.amazon.com, “Amazon ECS task definition parameters”, memory: all containers together have at most the task’s.
it('ECS refuses a container with more memory than its task', () => {
  const task = (memory: number) =>
    contradictionsIn('ecs', JSON.stringify({ memory: '2048', containerDefinitions: [{ name: 'a', memory }] }))
  expect(task(3072)).toMatchObject([
    {
      title: 'ECS refuses the task definition: the memory of the container, 3 GiB, is above the task’s, 2 GiB',
      isFatal: true,
    },
  ])
  expect(task(2048)).toEqual([])
})
