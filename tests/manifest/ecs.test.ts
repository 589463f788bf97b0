import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'
import { call, createFolder } from '../cli/harness.ts'

function parsed(task: object | readonly object[]) {
  const manifest = parseManifest(JSON.stringify(task, null, 2), 'ecs')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return manifest.value
}
const [GOGC, LIMIT] = [
  { name: 'GOGC', value: '50' },
  { name: 'GOMEMLIMIT', value: '460MiB' },
]
const app = { name: 'app', image: 'app', memory: 512, memoryReservation: 256, environment: [GOGC, LIMIT] }

describe('a task definition of ECS', () => {
  it.each([
    ['as it is registered', { cpu: '512', containerDefinitions: [app] }],
    ['as it is answered', { taskDefinition: { cpu: '512', containerDefinitions: [app] } }],
  ])('gives memory in MiB, CPU in units of its task, and variables, %s', (_, task) => {
    const { containers } = parsed(task)
    expect(containers).toHaveLength(1)
    expect(containers[0]).toMatchObject({
      ...{ name: 'app', role: 'main', memoryLimit: 512 * MIB, memoryRequest: 256 * MIB, cpuLimit: 0.5 },
      env: [
        { name: 'GOGC', text: '50' },
        { name: 'GOMEMLIMIT', text: '460MiB' },
      ],
    })
  })

  it('may be only the list of its containers, whose cpu is a share, not a limit', () => {
    const [container] = parsed([{ ...app, cpu: 256 }]).containers
    expect(container).toMatchObject({ memoryLimit: 512 * MIB, cpuLimit: undefined })
  })

  it.each([
    ['1024', '2048', 1, 2048],
    ['.25 vCPU', '0.5 GB', 0.25, 512],
    ['2 vcpu', '1 GB', 2, 1024],
  ])('limits a container that has no limit of its own: %s, %s', (cpu, memory, cpuLimit, mib) => {
    const { memory: _, ...free } = app
    expect(parsed({ cpu, memory, containerDefinitions: [free] }).containers[0]).toMatchObject({
      cpuLimit,
      memoryLimit: mib * MIB,
    })
  })

  it('has sidecars: those that are not essential, and those that AWS adds', () => {
    const others = [
      { name: 'log_router', memory: 64 },
      { name: 'warm', essential: false },
    ]
    expect(parsed({ containerDefinitions: [...others, app] }).containers.map(({ role }) => role)).toEqual([
      'sidecar',
      'sidecar',
      'main',
    ])
  })

  it('may take variables from secrets and files, whose values are unknown', () => {
    const secret = { ...app, environment: [], secrets: [{ name: 'GOMEMLIMIT', valueFrom: 'arn:aws:ssm:x' }] }
    const files = { ...app, environment: [], environmentFiles: [{ value: 'arn:aws:s3:::x', type: 's3' }] }
    expect(parsed([secret]).containers[0]!.env).toMatchObject([{ text: undefined, from: 'a secret' }])
    expect(parsed([files]).containers[0]!.unread).toMatchObject([{ of: 'variables', from: 'environmentFiles' }])
  })

  it('with a memory of 2 has 2 MiB, although 2048 was meant', () => {
    const [found] = findingsIn(parsed([{ ...app, memory: 2, environment: [GOGC] }]))
    expect(found).toMatchObject({ kind: 'tiny-memory', mended: '"memory": 2048' })
  })

  it('with a template in place of a size has an unknown limit', () => {
    expect(parsed([{ ...app, memory: `\${memory}` }]).containers[0]).toMatchObject({
      memoryLimit: undefined,
      unread: [{ of: 'memoryLimit', from: 'a variable or a template' }],
    })
  })
})

it('a container of ECS is checked against the log of its program', async () => {
  const folder = createFolder()
  const task = folder.write(
    'task.json',
    JSON.stringify({ containerDefinitions: [{ ...app, memory: 90, environment: [GOGC] }] }),
  )
  const { out, code } = await call(['check', 'src/program/samples/steady.log', task])
  folder.remove()
  expect(out).toContain('5 % of 90.0 MiB')
  expect([0, 3]).toContain(code)
})

describe('a template of CloudFormation', () => {
  const read = (text: string) => {
    expect(manifestKindOf(text)).toBe('ecs')
    const manifest = parseManifest(text, 'ecs')
    if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
    return manifest.value.containers
  }
  const template = (...properties: string[]) =>
    [
      'AWSTemplateFormatVersion: 2010-09-09',
      'Parameters: {Memory: {Type: Number}}',
      'Resources:',
      '  Service: {Type: AWS::ECS::Service, Properties: {TaskDefinition: !Ref Task}}',
      '  Task:',
      '    Type: AWS::ECS::TaskDefinition',
      '    Properties:',
      ...properties.map((line) => `      ${line}`),
    ].join('\n')
  const CONTAINER = ['ContainerDefinitions:', '  - Name: api', '    Image: !Ref Image']

  it('has the task definitions among its resources, with other capitals', () => {
    const [api, ...others] = read(
      template(
        'Cpu: 512',
        'Memory: 1024',
        ...CONTAINER,
        '    Memory: 512',
        '    Environment: [{Name: GOGC, Value: 50}]',
      ),
    )
    expect(others).toEqual([])
    expect(api).toMatchObject({
      name: 'api',
      memoryLimit: 512 * MIB,
      cpuLimit: 0.5,
      env: [{ name: 'GOGC', text: '50' }],
    })
  })

  it.each([
    ['short', ['Memory: !Ref Memory']],
    ['long', ['Memory: {Ref: Memory}']],
    ['nested', ['Memory: {"Fn::FindInMap": [Sizes, !Ref Stage, Memory]}']],
  ])('does not know the limit that a function gives, in its %s form', (_, properties) => {
    const [api] = read(template(...properties, ...CONTAINER))
    expect(api).toMatchObject({ memoryLimit: undefined, unread: [{ of: 'memoryLimit' }] })
  })

  it('may be JSON, with variables whose values are not known', () => {
    const container = {
      Name: 'api',
      Memory: 512,
      Environment: [{ Name: 'GOMEMLIMIT', Value: { Ref: 'Limit' } }],
      Secrets: [{ Name: 'GOGC', ValueFrom: { 'Fn::Sub': 'arn' } }],
    }
    const task = { Type: 'AWS::ECS::TaskDefinition', Properties: { ContainerDefinitions: [container] } }
    const [api] = read(JSON.stringify({ Resources: { Task: task } }, undefined, 2))
    expect(api).toMatchObject({
      memoryLimit: 512 * MIB,
      env: [{ name: 'GOMEMLIMIT' }, { name: 'GOGC', from: 'a secret' }],
    })
    expect(findingsIn({ kind: 'ecs', containers: [api!], problems: [] })).toEqual([])
  })
})
