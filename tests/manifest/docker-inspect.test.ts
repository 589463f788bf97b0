import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { findingsIn } from '../../src/manifest/findings.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { manifestOf } from './settings-in.ts'

/** As Docker 28 prints it (docs.docker.com, Engine API 1.48, “Inspect a container”), in part. */
function inspected(host: object = {}, config: object = {}, state: object = {}) {
  return {
    Id: '4f5ac1e4d1c5',
    State: { Status: 'exited', OOMKilled: false, ExitCode: 137, ...state },
    Name: '/api',
    HostConfig: {
      Binds: null,
      Memory: 512 * MIB,
      NanoCpus: 0,
      CpuPeriod: 0,
      CpuQuota: 0,
      MemoryReservation: 0,
      MemorySwap: 1024 * MIB,
      ...host,
    },
    Config: { Env: ['PATH=/bin', 'GOGC=50', 'GOMEMLIMIT=400MiB'], Cmd: ['-p', '80'], Entrypoint: ['/api'], ...config },
  }
}

const containersOf = (...all: readonly object[]) =>
  manifestOf('docker-run', JSON.stringify(all, undefined, 4)).containers

/** Without the lines, which differ. */
const plain = ({ env, isUnlimited, ...rest }: ReturnType<typeof containersOf>[number]) => ({
  ...JSON.parse(JSON.stringify({ ...rest, unread: rest.unread ?? [] })),
  env: env.map(({ line, ...entry }) => entry),
})

describe('docker inspect', () => {
  it.each([
    [inspected(), '-m 512m'],
    [inspected({ NanoCpus: 1_500_000_000 }), '-m 512m --cpus 1.5'],
    [inspected({ CpuQuota: 50_000 }), '-m 512m --cpu-quota 50000'],
    [inspected({ CpuQuota: 50_000, CpuPeriod: 25_000 }), '-m 512m --cpu-quota 50000 --cpu-period 25000'],
    [inspected({ Memory: 0, MemorySwap: 0 }), ''],
    [inspected({ MemoryReservation: 256 * MIB }), '-m 512m --memory-reservation 256m'],
    [inspected({ MemorySwap: -1 }), '-m 512m --memory-swap -1'],
    [inspected({ MemorySwap: 512 * MIB }), '-m 512m --memory-swap 512m'],
    [inspected({ MemorySwap: 600 * MIB }), '-m 512m --memory-swap 600m'],
  ])('tells the same as the docker run that started the container: %#', (one, options) => {
    const run = `docker run --name api ${options} -e PATH=/bin -e GOGC=50 -e GOMEMLIMIT=400MiB --entrypoint /api api:1 -p 80`
    expect(containersOf(one).map(plain)).toEqual(manifestOf('docker-run', run).containers.map(plain))
  })

  it('says whether the kernel killed the container', () => {
    expect(containersOf(inspected({}, {}, { OOMKilled: true }))[0]?.isOomKilled).toBe(true)
    expect(containersOf(inspected())[0]?.isOomKilled).toBeUndefined()
  })

  it('says whether the container has no memory limit', () => {
    const [none] = containersOf(inspected({ Memory: 0, MemorySwap: 0 }))
    expect(none?.isUnlimited).toBe(true)
    const manifest = { kind: 'docker-run', containers: [none!], problems: [] } as const
    const known = toKnown({ runs: [], manifests: [manifest], typed: {} })
    const source = 'from the docker container, api'
    expect(find(known, 'containerLimit')).toMatchObject({ value: 'off', sureness: 'set', source })
    expect(containersOf(inspected())[0]).not.toHaveProperty('isUnlimited')
  })

  it('may have several containers', () => {
    const both = containersOf(inspected(), { ...inspected({ Memory: 64 * MIB }), Name: '/db' })
    expect(both).toMatchObject([
      { name: 'api', memoryLimit: 512 * MIB },
      { name: 'db', memoryLimit: 64 * MIB },
    ])
  })

  it.each([{ Entrypoint: ['sh', '-c', 'GOGC=400 exec /api'] }, { Entrypoint: 'sh -c', Cmd: ['GOGC=400 exec /api'] }])(
    'has the command, which may set GOGC: %j',
    (config) => {
      expect(containersOf(inspected({}, config))[0]?.env.at(-1)).toMatchObject({ name: 'GOGC', from: 'a command' })
    },
  )

  it('without its memory limit leaves that open, as older nerdctl prints it', () => {
    const { Name, Config } = inspected()
    const [container] = containersOf({ Name, Config, HostConfig: { PortBindings: {} } })
    expect(container?.unread).toMatchObject([{ of: 'memoryLimit' }, { of: 'cpuLimit' }])
  })

  it.each([
    ['behind a prompt', (text: string) => `$ docker inspect api\n${text}`],
    ['of podman behind a prompt', (text: string) => `$ sudo podman inspect api\n${text}`],
    ['through jq', (text: string) => text.slice(1, -1)],
    ['in Markdown', (text: string) => `It is killed:\n\n\`\`\`json\n${text}\n\`\`\`\n`],
  ])('is read %s', async (_, toText) => {
    const read = await readText(toText(JSON.stringify([inspected()], undefined, 4)))
    const manifest = read.ok && 'manifest' in read.value ? read.value.manifest : undefined
    expect(manifest?.containers).toMatchObject([{ name: 'api', memoryLimit: 512 * MIB }])
  })

  it.each([
    ['', (text: string) => `${text}\n${text.replace('/api', '/db')}\n`],
    [
      ' with their commands',
      (text: string) => `$ docker inspect api\n${text}\n$ docker inspect db\n${text.replace('/api', '/db')}`,
    ],
    [
      ' through jq',
      (text: string) => `${text.slice(1, -1).trim()}\n${text.slice(1, -1).trim().replace('/api', '/db')}\n`,
    ],
  ])('may have two outputs behind each other%s', async (_, toText) => {
    const read = await readText(toText(JSON.stringify([inspected()], undefined, 4)))
    const manifest = read.ok && 'manifest' in read.value ? read.value.manifest : undefined
    expect(manifest).toMatchObject({ containers: [{ name: 'api' }, { name: 'db' }], problems: [] })
  })

  it('is refused inside an object of another tool', async () => {
    const read = await readText(JSON.stringify({ changed: false, container: inspected() }, undefined, 4))
    expect(read.ok ? read.value : read.problems[0]?.message).toMatch(/^this is a part of what docker inspect prints/)
  })

  it('does not ask what was meant by a memory limit that is too small, since nobody typed it', () => {
    const [finding] = findingsIn(manifestOf('docker-run', JSON.stringify([inspected({ Memory: 4 * MIB })])))
    expect(finding).toMatchObject({ kind: 'tiny-memory', title: '"Memory": 4194304 is 4 MiB', mended: undefined })
    expect(finding?.text).not.toContain('meant')
  })
})
