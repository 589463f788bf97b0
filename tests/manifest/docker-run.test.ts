import { describe, expect, it } from 'vitest'
import { GIB, MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

function containerOf(line: string) {
  const [container] = manifestOf('docker-run', line).containers
  const { name = '', memoryLimit, cpuLimit, env = [] } = container ?? {}
  return { name, memoryLimit, cpuLimit, env: env.map(({ name, text }) => `${name}=${text}`) }
}

// docs.docker.com, docker container run: “docker container run [OPTIONS] IMAGE [COMMAND] [ARG...]”.
describe('options of docker run', () => {
  const whole = { name: 'n', memoryLimit: GIB, cpuLimit: undefined, env: ['GOGC=50'] }

  it.each([
    'docker run -d --name n -p 4222:4222 -m 1g -e GOGC=50 nats:2.11 -js -m 8222',
    'docker run --name n -m 1g -e GOGC=50 redis-exporter:1 -m 512m --cpus 4 -e GOGC=20',
    'docker run --rm -it --init --read-only --name=n -m1g -eGOGC=50 api -m 8222',
    'docker run -itm 1g --name n -e GOGC=50 api -m 8222',
    'docker run --name n --memory=1g --env=GOGC=50 --label a=b --cap-add SYS_PTRACE api --memory=2g',
    'docker run --name n -m 1g -e GOGC=50 --sig-proxy=false -- api -m 2g',
    'docker run --name n -m 1g -e GOGC=50 --not-known-yet some api -m 2g',
    'sudo podman container run --replace --tls-verify=false --rmi --name n -m 1g -e GOGC=50 api -m 8222',
    '$ nerdctl run --name n --insecure-registry -m 1g -e GOGC=50 api -m 8222',
  ])('end at the image: %s', (line) => {
    expect(containerOf(line)).toEqual(whole)
  })

  // A shell puts words in the place of $(…), backticks and variables before docker sees them.
  it.each([
    'docker run -d --name n -m 1g -e GOGC=50 -l at=$(date +%s) -v `git rev-parse --show-toplevel`:/src api -m 8222',
    'docker run -l at=$(date +%s) --name n -m 1g -e GOGC=50 api -m 8222',
    'docker run -d $OPTS --name n -m 1g "$@" -e GOGC=50 registry.io:5000/api@sha256:abc -m 8222',
    'docker run "$@" --name n -m 1g -e GOGC=50 "$API_IMAGE" -m 8222',
    'docker run --name n -m 1g -e GOGC=50 "$APP" -m 8222',
    'docker run $OPTS --name n -m 1g -e GOGC=50 $(docker build -q .) -m 8222',
  ])('do not end at what a shell fills in: %s', (line) => {
    expect(containerOf(line)).toEqual(whole)
  })

  // POSIX, Shell Command Language, 2.6.2: “Use Alternative Value”.
  it.each([
    `docker run -m 1g \${GOMEMLIMIT:+-e GOMEMLIMIT=$GOMEMLIMIT} -e GOGC=50 --cpus=2 api -m 8222`,
    `docker run -m 1g \${LIMIT+--env GOMEMLIMIT="\${LIMIT}"} -e GOGC=50 --cpus=2 api -m 8222`,
    'docker run -m 1g $(test "$LIMIT" && echo -e GOMEMLIMIT=$LIMIT) -e GOGC=50 --cpus=2 api -m 8222',
  ])('may be filled in by a shell: then the variables that they set are not known: %s', (line) => {
    const env = ['GOMEMLIMIT=undefined', 'GOGC=50']
    expect(containerOf(line)).toEqual({ name: '', memoryLimit: GIB, cpuLimit: 2, env })
  })

  it('may be in a variable: then a missing memory limit is unknown', () => {
    const unread = (line: string) => manifestOf('docker-run', line).containers[0]?.unread?.map(({ of }) => of)
    expect(unread('docker run $OPTS api')).toEqual(['memoryLimit'])
    expect(unread('docker run $OPTS -m 1g api')).toEqual([])
    expect(unread('docker run -m 1g $APP')).toEqual([])
    expect(unread('docker run "$@"')).toEqual(['memoryLimit'])
    // The variable is the image, but without quotes it may have options before it.
    expect(unread('docker run -d $APP')).toEqual(['memoryLimit'])
  })

  it.each([
    'docker run –it –name n –memory 1g —env=GOGC=50 –-rm api -m 8222',
    'docker run —name=n –m 1g –e GOGC=50 api -m 8222',
    'docker run –name n –m1g –eGOGC=50 api -m 8222',
  ])('may have dashes that a text processor made of their hyphens: %s', (line) => {
    expect(containerOf(line)).toEqual(whole)
  })

  it('come before a command, which may set variables', () => {
    expect(containerOf('docker run -e GOGC=50 api env GOGC=20 /api -e GOGC=10').env).toEqual([
      'GOGC=50',
      'GOGC=undefined',
    ])
    expect(containerOf('docker run api sh -c "GOGC=20 exec /api"').env).toEqual(['GOGC=undefined'])
    expect(containerOf('docker run --entrypoint /bin/sh api -c "GOGC=20 exec /api"').env).toEqual(['GOGC=undefined'])
    expect(containerOf('docker run --entrypoint /api api env GOGC=20').env).toEqual([])
  })

  it('do not come from other docker commands', () => {
    expect(() => containerOf('docker login -u me -m 1g')).toThrow('there is no container in it')
  })
})

// docs.docker.com, “Resource constraints”: --cpu-period is 100000 microseconds (100 milliseconds) by default.
describe('a CPU limit by quota and period', () => {
  it.each([
    ['--cpu-quota=50000 --cpu-period=100000', 0.5],
    ['--cpu-quota 150000', 1.5],
    ['--cpu-period=50000 --cpu-quota=50000', 1],
    ['--cpu-quota=-1', undefined],
    ['--cpu-quota=0', undefined],
    ['--cpu-period=50000', undefined],
  ])('is their quotient: %s', (options, expected) => {
    expect(containerOf(`podman run ${options} -m 512m api`)).toMatchObject({
      memoryLimit: 512 * MIB,
      cpuLimit: expected,
    })
  })

  it('that is a variable is not known', () => {
    const [container] = manifestOf('docker-run', 'docker run --cpu-quota=$QUOTA api').containers
    expect(container?.unread).toMatchObject([{ of: 'cpuLimit' }])
  })
})

describe('a line of Windows that goes on', () => {
  it.each([
    ['PowerShell', '`'],
    ['cmd', '^'],
  ])('is continued by the sign of %s', (_, sign) => {
    const [found] = manifestOf(
      'docker-run',
      `docker run -d ${sign}`,
      `  -m 512m ${sign}`,
      '  -e GOGC=50 api:1',
    ).containers
    expect(found?.memoryLimit).toBe(512 * MIB)
    expect(found?.env).toMatchObject([{ name: 'GOGC', text: '50' }])
  })
})

// docs.docker.com, “Resource constraints”, --memory-swap: the sum of memory and swap.
describe('the swap of a container', () => {
  const hasSwap = (options: string) => manifestOf('docker-run', `docker run ${options} api`).containers[0]?.hasSwap

  it.each(['-m 100m --memory-swap 4g', '-m 100m --memory-swap=-1', '--memory-swap 101m -m 100m'])(
    'is allowed beyond its memory: %s',
    (options) => expect(hasSwap(options)).toBe(true),
  )

  it.each(['-m 100m', '-m 100m --memory-swap 100m', '-m 100m --memory-swap 0', '-m 100m --memory-swap $SWAP'])(
    'is not allowed, or nothing says so: %s',
    (options) => expect(hasSwap(options)).toBeUndefined(),
  )

  it('is set in a compose file by memswap_limit, which is the same sum', () => {
    const swapOf = (limit: string) =>
      manifestOf('compose', 'services:', `  api: {image: api, mem_limit: 100m, memswap_limit: ${limit}}`).containers[0]
        ?.hasSwap
    expect(['4g', '-1', '100m', '0'].map(swapOf)).toEqual([true, true, undefined, undefined])
  })
})
