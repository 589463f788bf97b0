import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
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

  it('leaves the memory of a container unknown that shares the limit of the task with others', () => {
    const { memory: _, ...free } = app
    const worker = { name: 'worker', memory: 480 }
    const [first, second] = parsed({ memory: '512', containerDefinitions: [free, worker] }).containers
    const from = 'the memory limit of the task, which its containers share'
    expect(first).toMatchObject({ memoryLimit: undefined, unread: [{ of: 'memoryLimit', from, line: 2 }] })
    expect(second).toMatchObject({ memoryLimit: 480 * MIB, unread: [] })
    const [unlimited] = parsed({ containerDefinitions: [free, worker] }).containers
    expect(unlimited).toMatchObject({ memoryLimit: undefined, unread: [] })
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
