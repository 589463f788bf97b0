import { expect, it } from 'vitest'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { MIB } from '../../src/units.ts'

const NONE = { Memory: 0, MemoryReservation: 0, NanoCpus: 0, CpuQuota: 0, CpuPeriod: 0 }
const inspected = (
  host: object,
  config: object = { Env: ['PATH=/bin', 'GOGC=50'], Cmd: ['/api'], Image: 'api:1' },
) => ({
  ...{ Id: 'f00', Name: '/api', State: { Status: 'running' } },
  ...{ HostConfig: { Binds: null, ...NONE, ...host }, Config: config },
})

function containersIn(text: string) {
  const reader = createInputReader()
  reader.push(text)
  const read = reader.end()
  if (!read.ok || !('manifest' in read.value)) throw new Error(JSON.stringify(read))
  return read.value.manifest.containers.map(({ name, memoryLimit, cpuLimit, env }) => {
    const settings = env.map(({ name, text }) => `${name}=${text}`)
    return { name, memoryMiB: memoryLimit && memoryLimit / MIB, cpuLimit, settings }
  })
}

const printed = (...all: object[]) => JSON.stringify(all, undefined, 4)

// Docker Engine API, ContainerInspect.
it.each([
  [{ Memory: 512 * MIB, NanoCpus: 1.5e9 }, 512, 1.5],
  [{ CpuQuota: 50_000, CpuPeriod: 0 }, undefined, 0.5],
  [{ CpuQuota: 100_000, CpuPeriod: 50_000 }, undefined, 2],
  [{}, undefined, undefined],
])('`docker inspect` tells limits, where 0 is none: %j', (host, memoryMiB, cpuLimit) => {
  const container = { name: 'api', memoryMiB, cpuLimit, settings: ['GOGC=50'] }
  expect(containersIn(printed(inspected(host)))).toEqual([container])
  expect(containersIn(`$ docker inspect api\n${printed(inspected(host))}`)).toEqual([container])
})

it('`docker inspect` may describe several containers, or one, with variables that a command sets', () => {
  const other = inspected({ Memory: 64 * MIB }, { Env: null, Entrypoint: ['env', 'GOGC=400', '/api'], Cmd: null })
  expect(containersIn(printed(inspected({}), other)).map(({ settings }) => settings)).toEqual([
    ['GOGC=50'],
    ['GOGC=undefined'],
  ])
  expect(containersIn(JSON.stringify(other))).toMatchObject([{ memoryMiB: 64, settings: ['GOGC=undefined'] }])
})

// Docker Engine API, ServiceInspect.
it('`docker service inspect` shows what each task of a service may take, and its variables', () => {
  const service = (Resources?: object, spec: object = {}) => ({
    ID: 'f00',
    Version: { Index: 7 },
    Spec: {
      Name: 'shop_api',
      TaskTemplate: { ContainerSpec: { Image: 'api:1', Env: ['GOGC=50', 'PORT=80'], ...spec }, Resources },
    },
  })
  const limits = { Limits: { NanoCPUs: 1.5e9, MemoryBytes: 512 * MIB }, Reservations: { MemoryBytes: 256 * MIB } }
  const shop = { name: 'shop_api', settings: ['GOGC=50'] }
  expect(containersIn(`$ docker service inspect shop_api\n${printed(service(limits))}`)).toEqual([
    { ...shop, memoryMiB: 512, cpuLimit: 1.5 },
  ])
  expect(containersIn(printed(service()))).toEqual([{ ...shop, memoryMiB: undefined, cpuLimit: undefined }])
  const command = { Command: ['env'], Args: ['GOGC=400', '/api'] }
  // The command sets its variables last.
  expect(containersIn(printed(service(limits, command)))).toMatchObject([{ settings: ['GOGC=50', 'GOGC=undefined'] }])
})
