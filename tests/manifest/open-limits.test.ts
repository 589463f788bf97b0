import { describe, expect, it } from 'vitest'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

/** The memory limit of the first container in MiB, and what sets the limits that are not known. */
function limitIn(text: string) {
  const { containers } = manifestOf('kubernetes', text)
  const { memoryLimit, unread = [] } = containers[0]!
  return {
    mib: memoryLimit && memoryLimit / MIB,
    by: unread.filter(({ of }) => of === 'memoryLimit').map(({ from }) => from),
  }
}

const NONE = { mib: undefined, by: [] }

describe('the resourcesPreset of a chart', () => {
  const PRESET = { mib: undefined, by: ['the resourcesPreset of its chart'] }

  it('sets limits that are not known, as each chart has sizes of its own, where resources are empty or left out', () => {
    const variables = 'extraEnvVars: [{name: GOGC, value: "50"}]\n'
    expect(limitIn(`resourcesPreset: micro\nresources: {}\n${variables}`)).toEqual(PRESET)
    expect(limitIn(`resourcesPreset: "2xlarge"\n${variables}`)).toEqual(PRESET)
    expect(manifestKindOf('resourcesPreset: small\n')).toBe('kubernetes')
    expect(limitIn(`server:\n  resourcesPreset: small\n  resources: {}\n`)).toEqual(PRESET)
  })

  it('counts for nothing beside resources, even without limits, and as none', () => {
    expect(limitIn('resourcesPreset: micro\nresources: {limits: {memory: 1Gi}}\n')).toEqual({ mib: 1024, by: [] })
    expect(limitIn('resourcesPreset: micro\nresources: {requests: {memory: 1Gi}}\n')).toEqual(NONE)
    expect(limitIn('resourcesPreset: none\nresources: {}\nenv: [{name: GOGC, value: "50"}]\n')).toEqual(NONE)
  })

  it('does not make a request of 0', () => {
    const field = 'env: [{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: requests.memory}}}]'
    const [container] = manifestOf('kubernetes', `resourcesPreset: micro\nresources: {}\n${field}\n`).containers
    expect(container?.memoryRequest).toBeUndefined()
  })
})

describe('a map under resources that is not that of a container', () => {
  it('leaves the limits unknown where it has sizes of its own', () => {
    const by = ['resources without limits, a form that is not read']
    expect(limitIn('resources: {cpu: 0.5, memory: 1Gi}\nenv: [{name: GOGC, value: "50"}]\n')).toEqual({
      mib: undefined,
      by,
    })
    expect(limitIn('kind: Pod\nspec: {containers: [{name: a, image: a, resources: {memory: 1Gi}}]}\n').by).toEqual(by)
  })

  it('is no container where it has none', () => {
    const pulumi = 'resources:\n  app:\n    type: kubernetes:apps/v1:Deployment\n'
    expect(() => manifestOf('kubernetes', pulumi)).toThrow('there is no container in it')
  })
})

describe('a patch of a workload', () => {
  const workload = (container: string, spec = '') =>
    `apiVersion: apps/v1\nkind: Deployment\nspec: {${spec}template: {spec: {containers: [{name: api, ${container}}]}}}\n`
  const env = 'env: [{name: GOGC, value: "50"}]'
  const OPEN = { mib: undefined, by: ['the object that this patch changes'] }

  it('leaves the limits to the object that it changes: its container has neither an image nor resources', () => {
    expect(limitIn(workload(env))).toEqual(OPEN)
    expect(limitIn(workload(`image: api, ${env}`))).toEqual(NONE)
    expect(limitIn(workload(`resources: {requests: {memory: 1Gi}}, ${env}`))).toEqual(NONE)
    expect(limitIn(workload(env, 'selector: {}, '))).toEqual(NONE)
  })

  it('still shows that a variable takes a limit that is not set', () => {
    const field = 'env: [{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: limits.memory}}}]'
    expect(limitIn(workload(field))).toEqual(NONE)
  })
})

describe('the status of a pod', () => {
  const pod = (spec: string, status: string) =>
    `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: api, image: api, resources: ${spec}}]}\nstatus: {containerStatuses: [{name: api, ${status}}]}\n`

  it('shows the limits in force, where those of its spec wait for a resize, and a note says so', () => {
    const text = pod('{limits: {memory: 1Gi}}', 'resources: {limits: {memory: 512Mi}}')
    expect(limitIn(text)).toEqual({ mib: 512, by: [] })
    expect(manifestOf('kubernetes', text).problems).toEqual([expect.stringContaining('those of the status count')])
  })

  it('changes nothing where it has the same limits, or none', () => {
    for (const status of ['resources: {limits: {memory: 1Gi}}', 'ready: true', 'resources: {}']) {
      const text = pod('{limits: {memory: 1Gi}}', status)
      expect(limitIn(text)).toEqual({ mib: 1024, by: [] })
      expect(manifestOf('kubernetes', text).problems).toEqual([])
    }
  })
})

it('Objects within a ScaledJob of KEDA and a Template of OpenShift are read', () => {
  const pod = '{template: {spec: {containers: [{name: api, image: api, resources: {limits: {memory: 512Mi}}}]}}}'
  const job = `apiVersion: keda.sh/v1alpha1\nkind: ScaledJob\nspec: {jobTargetRef: ${pod}}\n`
  const template = `apiVersion: template.openshift.io/v1\nkind: Template\nobjects: [{kind: DeploymentConfig, spec: ${pod}}]\n`
  for (const text of [job, template]) expect(limitIn(text)).toEqual({ mib: 512, by: [] })
})
