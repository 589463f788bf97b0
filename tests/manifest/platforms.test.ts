import { describe, expect, it } from 'vitest'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { MIB } from '../../src/units.ts'

/** What a text is taken for and what its first container has, or why it is refused. */
function readAs(...lines: readonly string[]) {
  const reader = createInputReader()
  reader.push(`${lines.join('\n')}\n`)
  const read = reader.end()
  if (!read.ok) return { problem: read.problems[0]?.message }
  if (!('manifest' in read.value)) return { kind: read.value.kind }
  const { kind, manifest } = read.value
  const { memoryLimit, cpuLimit, env, tiny, unread = [], isPart } = manifest.containers[0]!
  const settings = Object.fromEntries(env.map(({ name, text }) => [name, text]))
  return { kind, memoryMiB: memoryLimit && memoryLimit / MIB, cpuLimit, settings, tiny, open: unread.length, isPart }
}

describe('a service of Cloud Run', () => {
  const service = (annotation: string, resources = '') =>
    readAs(
      'apiVersion: serving.knative.dev/v1',
      'kind: Service',
      `metadata: {name: api, annotations: {${annotation}: all}}`,
      `spec: {template: {spec: {containers: [{image: api${resources}}]}}}`,
    )

  it('always has limits: without its own, they are not known', () => {
    expect(service('run.googleapis.com/ingress')).toMatchObject({ memoryMiB: undefined, open: 2 })
    const own = ', resources: {limits: {memory: 1Gi, cpu: "1"}}'
    expect(service('run.googleapis.com/ingress', own)).toMatchObject({ memoryMiB: 1024, open: 0 })
  })

  it('may also be one of Knative, whose defaults may have limits', () => {
    expect(service('autoscaling.knative.dev/min-scale')).toMatchObject({ memoryMiB: undefined, open: 2 })
  })

  it('is known in version 2 of its API', () => {
    const inV2 = (beside: string, resources = '') =>
      readAs(`{${beside}, "template": {"containers": [{"image": "api"${resources}}], "x": {"env": []}}}`)
    for (const beside of ['"ingress": "INGRESS_TRAFFIC_ALL"', '"name": "projects/p/locations/r/services/api"'])
      expect(inV2(beside)).toMatchObject({ memoryMiB: undefined, open: 2 })
    const own = ', "resources": {"limits": {"memory": "1Gi", "cpu": "1"}}'
    expect(inV2('"ingress": "INGRESS_TRAFFIC_ALL"', own)).toMatchObject({ memoryMiB: 1024, open: 0 })
  })
})

it('A workflow of GitHub Actions is refused, and says what to give instead', () => {
  const job = ['jobs:', '  build:', '    runs-on: ubuntu-latest']
  const inJob = readAs(...job, '    env:', '      GOMEMLIMIT: 4GiB')
  expect(inJob.problem).toMatch(/GitHub Actions.* as lines NAME=value$/)
  expect(readAs('on: [push]', 'env:', '  GOGC: 400', ...job)).toEqual(inJob)
})

describe('a file that names no memory in bytes is refused, and says what to give instead', () => {
  it.each([
    ['runtime: go122', 'instance_class: F2', 'env_variables:', '  GOGC: "50"'],
    ['runtime: go', 'env: flex', 'resources:', '  memory_gb: 2.3'],
  ])('app.yaml of App Engine: %s, %s', (...lines) => {
    expect(readAs(...lines).problem).toMatch(
      /^we cannot read an app\.yaml .*env_variables as lines NAME=value.* --container/,
    )
  })

  it.each([
    ['CloudFormation', ['Resources:', '  Fn:', '    Type: AWS::Lambda::Function', '    Properties: {MemorySize: 512}']],
    ['SAM', ['Resources:', '  Fn:', '    Type: "AWS::Serverless::Function"', '    Environment:', '      Variables:']],
    [
      'serverless.yml',
      ['service: x', 'provider:', '  environment:', '    GOGC: "50"', 'functions:', '  api: {handler: bootstrap}'],
    ],
  ])('a function of Lambda in %s', (_, lines) => {
    expect(readAs(...lines).problem).toMatch(/AWS Lambda: paste their variables as lines NAME=value.* --container/)
  })

  it('a quadlet of podman', () => {
    expect(readAs('[Container]', 'Image=api:1', 'Memory=512m', '[Service]', 'Restart=always').problem).toMatch(
      /quadlets of podman: .* NAME=value.* --container/,
    )
  })

  it('a task definition in a template of CloudFormation', () => {
    const task = ['  Task:', '    Type: AWS::ECS::TaskDefinition', '    Properties: {Memory: 512}']
    expect(readAs('Resources:', ...task).problem).toMatch(/aws ecs describe-task-definition prints/)
  })

  it('no manifest that only holds such a template, nor another file with a provider and functions', () => {
    const template = ['  template: |', '    Resources:', '      Fn:', '        Type: AWS::Lambda::Function']
    const limits = ['resources: {limits: {memory: 512Mi}}', 'env: [{name: GOGC, value: "50"}]']
    for (const lines of [
      ['apiVersion: v1', 'kind: ConfigMap', 'data:', ...template],
      ['provider: {name: aws}', 'functions: {enabled: true}', ...limits],
      ['provider:', '  name: openfaas', 'functions:', '  api:', '    environment:', '      GOGC: "50"'],
      [
        '{"apiVersion": "v1", "kind": "List", "items": [{"kind": "ConfigMap", "data":',
        '{"t": "Resources:\\n  F:\\n    Type: AWS::Lambda::Function"}}]}',
      ],
    ])
      expect(readAs(...lines).problem ?? '').not.toMatch(/Lambda/)
    expect(readAs('{"Resources": {"F": {"Type": "AWS::Serverless::Function"}}, "x": {"env": []}}').problem).toMatch(
      /Lambda/,
    )
  })

  it('a list of services, as in render.yaml', () => {
    const lines = ['services:', '  # one', '  - type: web', '    envVars:', '      - key: GOGC', '        value: 50']
    expect(readAs(...lines).problem).toMatch(
      /^we cannot read a list of services, as in a render\.yaml.*“Container limit”/,
    )
    expect(readAs('services:', '  api:', '    image: a', '    mem_limit: 512m')).toMatchObject({ memoryMiB: 512 })
  })
})
