import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Advice, findAdvice } from '../../src/explore/advice/advice.ts'
import { toNoneText } from '../../src/explore/advice/words.ts'
import { checkBounds } from '../../src/explore/check.ts'
import { factsForAdvice } from '../../src/known/asked.ts'
import type { Evidence } from '../../src/known/known.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

/** Its programs need about 100 MiB. */
const LOG = readFileSync('src/program/samples/steady.log', 'utf8')

async function programBeside(texts: readonly string[], typed: Evidence['typed'] = {}) {
  const known = toKnown(await readEvidence([LOG, ...texts], typed))
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

/** The outlook in a container, and the warning about a kill. */
async function saidIn(mib: number, texts: readonly string[], typed: Evidence['typed'] = {}) {
  const program = await programBeside(texts, { outsideMemory: 4 * MIB, ...typed })
  const toScenario = (one: typeof program.scenario) => ({ ...one, containerLimit: mib ? toLimit(mib * MIB) : OFF })
  const prediction = finish(searchKnown(program, toScenario))
  const warning = toWarnings(prediction).find((one) => one.includes('the kernel killed it'))
  return { outlook: toOutlook(prediction)?.kind, warning }
}

const SAID = 'the input says that the kernel killed it for lack of memory'
const MORE = ': at other times it needs more than this input shows'
const at512 = { outlook: 'could-be-killed', warning: `${SAID} at 512 MiB${MORE}` }
const SURVIVES = { outlook: 'survives', warning: undefined }

const described = (killed: string, limit = '512Mi', name = 'etcd') => `  ${name}:
    Last State:     Terminated
      Reason:       ${killed}
      Exit Code:    137
    Restart Count:  4
    Limits:
      memory:  ${limit}
    Environment:
      GOGC:  100
`
const pod = (...containers: readonly string[]) => `Name:         etcd-0\nContainers:\n${containers.join('')}`

const yaml = (state: string, name = 'api') => `apiVersion: v1
kind: Pod
metadata: {name: api-0}
spec:
  containers:
  - name: api
    resources: {limits: {memory: 512Mi}}
status:
  containerStatuses:
  - name: ${name}
    ${state}: {terminated: {reason: OOMKilled, exitCode: 137}}
`

const inspected = (isKilled: boolean) =>
  JSON.stringify([{ Name: '/api', State: { OOMKilled: isKilled }, HostConfig: { Memory: 512 * MIB } }], null, 4)
const shown = (result: string) => `Result=${result}\nMemoryPeak=536870912\nMemoryMax=536870912\n`

const labels = '{container="api",pod="api-0",namespace="web"'
const reason = (value: number) =>
  `kube_pod_container_status_last_terminated_reason${labels},reason="OOMKilled"} ${value}\n`
const LIMIT = `container_spec_memory_limit_bytes${labels}} ${512 * MIB}\n`

const killedLine = (name: string, mib: number) =>
  `[2.1] Killed process 42 (${name}) total-vm:5000000kB, anon-rss:${1024 * mib}kB, file-rss:1024kB, shmem-rss:0kB\n`
const OF_CGROUP = 'Memory cgroup out of memory: '
const LIMIT_LINE = '[2.0] memory: usage 524288kB, limit 524288kB, failcnt 3986\n'

describe('a program that the kernel killed for lack of memory never surely survives', () => {
  it.each([
    ['kubectl describe', pod(described('OOMKilled'))],
    ['the part of a description with its container', described('OOMKilled').split('\n').slice(1).join('\n')],
    ['the last state of a pod in YAML', yaml('lastState')],
    ['the state of a pod in YAML', yaml('state')],
    ['cAdvisor', `${LIMIT}container_oom_events_total${labels}} 3\n`],
    ['kube-state-metrics, by the last reason', LIMIT + reason(1)],
    ['kube-state-metrics, by the reason', LIMIT + reason(1).replace('last_', '')],
    ['docker inspect', inspected(true)],
    ['systemctl show', shown('oom-kill')],
    ['files of a cgroup', `memory.max:536870912\nmemory.events:oom 3\nmemory.events:oom_kill 3\n`],
  ])('by %s', async (_, text) => {
    expect(await saidIn(512, [text])).toEqual(at512)
    expect(await saidIn(400, [text])).toEqual(at512)
    // Nothing shows how much more it needs.
    expect(await saidIn(600, [text])).toEqual(at512)
  })

  it('by lines of the kernel, with the memory that was resident', async () => {
    const text = LIMIT_LINE + OF_CGROUP + killedLine('api', 500)
    const killed = { ...at512, warning: `${SAID} at 512 MiB, with 501 MiB resident${MORE}` }
    expect(await saidIn(512, [text])).toEqual(killed)
    expect(await saidIn(2000, [text])).toEqual(killed)
    // It was killed at another time than that of the log, so this is no memory outside Go.
    const { known } = await programBeside([text])
    expect(find(known, 'outsideMemory')?.sureness).toBe('assumed')
    expect(find(known, 'containerLimit')).toMatchObject({ value: 512 * MIB, sureness: 'derived' })
  })

  it('by lines of the kernel without a limit: at the limit in force, or with the memory that was resident', async () => {
    const text = OF_CGROUP + killedLine('api', 300)
    expect((await saidIn(512, [text, pod(described('Completed'))])).outlook).toBe('could-be-killed')
    expect(await saidIn(512, [text])).toMatchObject({ warning: `${SAID}, with 301 MiB resident${MORE}` })
    expect(await saidIn(300, [text])).toMatchObject({ warning: `${SAID}, with 301 MiB resident${MORE}` })
    // The machine had no memory left, so the limit of the container does not matter.
    const ofMachine = `Out of memory: ${killedLine('api', 300)}`
    const { warning } = await saidIn(512, [ofMachine, pod(described('Completed'))])
    expect(warning).toBe(`${SAID}, with 301 MiB resident${MORE}`)
  })

  it('unless the simulated program needs as much: then that explains the kill', async () => {
    expect(await saidIn(400, [pod(described('OOMKilled', '90Mi'))])).toEqual(SURVIVES)
    expect((await saidIn(80, [pod(described('OOMKilled', '90Mi'))])).warning).toBe(`${SAID} at 90.0 MiB${MORE}`)
  })

  it('at any limit, if no input shows it: a typed one may be that of a question', async () => {
    const killed = { ...at512, warning: SAID + MORE }
    expect(await saidIn(4000, [reason(1)])).toEqual(killed)
    expect(await saidIn(4000, ['low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 0\n'])).toEqual(killed)
    expect(await saidIn(4000, ['Result=oom-kill\n'])).toEqual(killed)
    expect(await saidIn(4000, [reason(1)], { containerLimit: 512 * MIB })).toEqual(killed)
  })
})

describe('nothing is said of a kill', () => {
  it.each([
    ['of another container in a description', pod(described('Completed'), described('OOMKilled', '64Mi', 'envoy'))],
    ['of another container of a pod', yaml('lastState', 'envoy')],
    ['if the container ended for another reason', pod(described('Error'))],
    ['if docker inspect says so', inspected(false)],
    ['if a service ended for another reason', shown('exit-code')],
    ['if the kernel killed nothing in a cgroup', 'memory.max:536870912\nmemory.events:oom_kill 0\n'],
    ['if a counter is 0', `${LIMIT}container_oom_events_total${labels}} 0\n${reason(0)}`],
  ])('%s', async (_, text) => {
    expect(await saidIn(512, [text])).toEqual(SURVIVES)
  })

  it('of another pod than that of the process', async () => {
    const scrape = `go_memstats_alloc_bytes_total${labels}} 1e9\n`
    const text = LIMIT + scrape + reason(1).replaceAll('api-0', 'api-1')
    expect(await saidIn(512, [text])).toMatchObject({ warning: undefined })
    expect(await saidIn(512, [LIMIT + scrape + reason(1)])).toMatchObject({ warning: `${SAID} at 512 MiB${MORE}` })
  })
})

describe('check fails where an input says that the kernel killed the program', () => {
  const checksOf = async (texts: readonly string[], typed: Evidence['typed'] = {}, whyNotJudged?: string) => {
    const program = await programBeside(texts, typed)
    return checkBounds(
      { scenario: program.scenario, circumstances: {}, ensemble: ensembleOf(program), whyNotJudged },
      {},
    )
  }
  const killOf = async (...of: Parameters<typeof checksOf>) =>
    (await checksOf(...of)).find(({ name }) => name === 'kill')

  it('in a container of this size, whatever the simulation says', async () => {
    const said = { holds: false, judged: true, found: `${SAID} at 512 MiB${MORE}` }
    expect(await killOf([pod(described('OOMKilled'))])).toMatchObject(said)
    expect(await killOf([pod(described('OOMKilled'))], {}, 'a setting is not known')).toMatchObject(said)
    expect(await killOf([pod(described('Completed'))])).toBeUndefined()
  })

  it('also if no container is known, but not in a larger one, of which nothing is certain', async () => {
    expect((await killOf([reason(1)]))?.holds).toBe(false)
    expect(await killOf([pod(described('OOMKilled'))], { containerLimit: 1024 * MIB })).toBeUndefined()
  })
})

describe('advice for a program that the kernel killed', () => {
  const adviceFor = async (text: string, mib?: number) => {
    const program = await programBeside([text], mib === undefined ? {} : { containerLimit: mib * MIB })
    return findAdvice(program.scenario, undefined, undefined, factsForAdvice(program, []))
  }
  const smaller = ({ options }: Advice) => options.find(({ name }) => name === 'smaller-container')?.grade

  it('recommends nothing in a container of this size', async () => {
    const advice = await adviceFor(pod(described('OOMKilled')), 512)
    expect(advice.recommended).toBeNull()
    expect(toNoneText(advice)).toContain('The kernel killed this program for lack of memory at 512 MiB')
  })

  it('recommends something if the simulated program needs as much as at the kill', async () => {
    expect((await adviceFor(pod(described('OOMKilled', '100Mi')), 124)).whyNone).toBeUndefined()
  })

  it('recommends nothing in a container that is hardly larger', async () => {
    expect((await adviceFor(pod(described('OOMKilled')), 600)).recommended).toBeNull()
  })

  it('recommends a larger container, but never one as small as at the kill, and states no growth', async () => {
    const advice = await adviceFor(pod(described('OOMKilled')), 1024)
    expect(advice.recommended).toBe('as-is')
    expect(advice.options.map(({ survivesGrowth }) => survivesGrowth)).not.toContainEqual(expect.any(Number))
    expect(smaller(advice)).toBe('unsure')
    expect(smaller(await adviceFor(pod(described('Completed')), 1024))).toBe('holds')
  })
})

it('a typed limit is not taken for that at the kill: lines of the kernel may show no more than what was resident', async () => {
  const lines = `${OF_CGROUP}${killedLine('etcd', 60)}`
  expect(await saidIn(4096, [lines], { containerLimit: 4096 * MIB })).toMatchObject({ warning: undefined })
})

describe('lines of the kernel', () => {
  const figuresOf = async (text: string) => {
    const read = await readText(text)
    if (!read.ok) return read.problems[0]?.message
    if (!('metrics' in read.value)) return read.value.kind
    const all = [...(read.value.metrics.processes[0]?.columns ?? [])]
    return Object.fromEntries(all.map(([field, { values }]) => [field, values[0]]))
  }

  it('show the limit and the resident memory of the killed process', async () => {
    const text = `Sep 01 etcd kernel: ${LIMIT_LINE}Sep 01 etcd kernel: ${OF_CGROUP}${killedLine('etcd', 500)}`
    expect(await figuresOf(text)).toEqual({ oomKills: 1, oomLimit: 512 * MIB, oomResident: 501 * MIB })
  })

  it('show no limit if it is less than was resident, or larger than any memory', async () => {
    const ofOther = LIMIT_LINE + OF_CGROUP + killedLine('api', 7000)
    expect(await figuresOf(ofOther)).toEqual({ oomKills: 1, oomResident: 7001 * MIB })
    const none = LIMIT_LINE.replace('limit 524288kB', 'limit 9007199254740988kB') + OF_CGROUP + killedLine('api', 9)
    expect(await figuresOf(none)).toEqual({ oomKills: 1, oomResident: 10 * MIB })
  })

  it('of several programs are refused', async () => {
    expect(await figuresOf(killedLine('api', 9) + killedLine('db', 9))).toMatch(
      /^these lines of the kernel are about several/,
    )
  })
})
