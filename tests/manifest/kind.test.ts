import { describe, expect, it } from 'vitest'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

/** What a text is taken for, and what is then read of its first container. */
function readAs(text: string) {
  const kind = manifestKindOf(text)!
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) return { kind, problem: manifest.problems[0]?.message }
  const [{ memoryLimit, cpuLimit, env } = { env: [] }] = manifest.value.containers
  const settings = Object.fromEntries(env.map(({ name, text: value }) => [name, value]))
  return { kind, memoryMiB: memoryLimit && memoryLimit / 2 ** 20, cpuLimit, settings }
}

describe('the output of `docker compose config --format json`', () => {
  it('is a compose file', () => {
    const service = { mem_limit: '536870912', cpus: 2, environment: { GOGC: '50' } }
    expect(readAs(JSON.stringify({ name: 'shop', services: { api: service } }, undefined, 2))).toEqual({
      kind: 'compose',
      memoryMiB: 512,
      cpuLimit: 2,
      settings: { GOGC: '50' },
    })
  })
})

describe('lines of a systemd unit without a section', () => {
  it('are a unit, not an env file', () => {
    const text = 'Environment=GOGC=50 GOMEMLIMIT=400MiB\nMemoryMax=512M\nCPUQuota=200%\n'
    const settings = { GOGC: '50', GOMEMLIMIT: '400MiB' }
    expect(readAs(text)).toEqual({ kind: 'systemd', memoryMiB: 512, cpuLimit: 2, settings })
  })

  it.each([
    ['2s', 2],
    ['1.500000s', 1.5],
    ['500ms', 0.5],
    ['infinity', undefined],
  ])('may be those of systemctl show: CPUQuotaPerSecUSec=%s', (quota, cpuLimit) => {
    const text = `MemoryCurrent=104857600\nMemoryMax=536870912\nMemoryLimit=infinity\nCPUQuotaPerSecUSec=${quota}\nEnvironment=GOGC=50\n`
    expect(readAs(text)).toEqual({ kind: 'systemd', memoryMiB: 512, cpuLimit, settings: { GOGC: '50' } })
  })
})

describe('what docker inspect prints', () => {
  it('is read as the container that it tells of', () => {
    const text =
      '[\n    {\n        "Name": "/api",\n        "HostConfig": {\n            "Memory": 536870912,\n            "NanoCpus": 2000000000\n        },\n        "Config": {\n            "Env": [\n                "PATH=/bin",\n                "GOGC=50"\n            ]\n        }\n    }\n]\n'
    expect(readAs(text)).toEqual({ kind: 'docker-run', memoryMiB: 512, cpuLimit: 2, settings: { GOGC: '50' } })
  })
})

describe('a line of docker', () => {
  const OPTIONS = '-e GOGC=50 api:1 -m 1g'

  it.each([
    ['of a service', `docker service create --with-registry-auth --limit-memory 512m --limit-cpu 2 ${OPTIONS}`],
    ['behind the prompt of root', `root@host:~# docker run -d -m 512m --cpus 2 ${OPTIONS}`],
    ['behind a prompt', `$ docker run -d -m 512m --cpus 2 ${OPTIONS}`],
  ])('is read %s', (_, line) => {
    expect(readAs(line)).toEqual({ kind: 'docker-run', memoryMiB: 512, cpuLimit: 2, settings: { GOGC: '50' } })
  })
})

describe('output of Kubernetes tools', () => {
  it('may be that of kubectl describe', () => {
    const pod = ['    Limits:', '      memory:  512Mi', '    Environment:', '      GOGC:  50']
    const text = ['Name:  api-7d9', 'Containers:', '  api:', '    Image:  api:1', ...pod].join('\n')
    expect(readAs(text)).toEqual({ kind: 'kubernetes', memoryMiB: 512, cpuLimit: undefined, settings: { GOGC: '50' } })
  })

  it('may be a job of Cloud Run, with two nested templates', () => {
    const container = 'containers: [{image: a, resources: {limits: {cpu: 2000m, memory: 512Mi}}}]'
    const text = `apiVersion: run.googleapis.com/v1\nkind: Job\nspec: {template: {spec: {taskCount: 1, template: {spec: {${container}}}}}}\n`
    expect(readAs(text)).toMatchObject({ memoryMiB: 512, cpuLimit: 2 })
  })
})

describe('a part of a Kubernetes object in JSON', () => {
  const resources = { limits: { memory: '512Mi', cpu: '1' } }
  const container = { env: [{ name: 'GOGC', value: '50' }], image: 'api:1', name: 'api', resources }
  const READ = { kind: 'kubernetes', memoryMiB: 512, cpuLimit: 1, settings: { GOGC: '50' } }

  it.each([
    ['the list of containers, as kubectl get -o jsonpath prints it', [container]],
    ['a pod with its kind cut off', { spec: { containers: [container] } }],
    ['the spec of a pod', { containers: [container], restartPolicy: 'Always' }],
    ['one container', container],
    ['a patch', { spec: { template: { spec: { containers: [container] } } } }],
  ])('is read as in YAML: %s', (_, part) => {
    expect(readAs(JSON.stringify(part))).toEqual(READ)
    expect(readAs(JSON.stringify(part, undefined, 2))).toEqual(READ)
  })

  it('may be only the resources, or containers with nothing but variables', () => {
    expect(readAs(JSON.stringify({ resources }))).toEqual({ ...READ, settings: {} })
    const [{ env, name }, unset] = [container, { memoryMiB: undefined, cpuLimit: undefined }]
    expect(readAs(JSON.stringify([{ name, env }]))).toEqual({ ...READ, ...unset })
  })

  it('is not a list of containers of an ECS task, whose labels may have the same keys', () => {
    const labels = { dockerLabels: { env: 'prod', resources: 'few' } }
    const ecs = [{ name: 'api', image: 'api:1', memory: 512, environment: container.env, ...labels }]
    expect(readAs(JSON.stringify(ecs))).toEqual({ ...READ, kind: 'ecs', cpuLimit: undefined })
  })
})

describe('a JSON patch', () => {
  const [op, path, value] = ['add', '/spec/template/spec/containers/0', { name: 'GOGC', value: '50' }]
  const ofLimits = { resources: { limits: { memory: '20Mi' } } }
  const problem = 'a JSON patch only changes another object: paste what kubectl kustomize prints'

  it.each([
    ['a variable', JSON.stringify([{ op, path: `${path}/env/-`, value }])],
    ['its operation below its value', JSON.stringify([{ value, op, path: `${path}/env/-` }], undefined, 2)],
    ['a container', JSON.stringify([{ op, path, value: { name: 'api', ...ofLimits } }])],
    ['resources', `- op: add\n  path: ${path}/resources\n  value:\n    limits:\n      memory: 20Mi\n`],
    ['a limit', `---\n- path: ${path}/resources/limits/memory\n  op: replace\n  value: 20Mi\n`],
  ])('is refused, because it is no list of variables or containers: %s', (_, text) => {
    expect(readAs(text)).toEqual({ kind: 'kubernetes', problem })
  })

  it('is only skipped beside an object', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: api\n'
    const patch = `---\n- op: add\n  path: ${path}/resources\n  value: {limits: {memory: 20Mi}}\n`
    const manifest = parseManifest(pod + patch, 'kubernetes')
    expect(manifest).toMatchObject({ value: { containers: [{ name: 'api' }], problems: [problem] } })
  })

  it('has operations: the same list without them is one of variables', () => {
    expect(manifestKindOf(JSON.stringify([value]))).toBe('kubernetes')
    expect(readAs(JSON.stringify([value]))).toMatchObject({ settings: { GOGC: '50' } })
  })
})
