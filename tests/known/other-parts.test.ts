import { describe, expect, it } from 'vitest'
import { notesOf } from '../../src/known/input/read-input.ts'
import { gcLine } from '../gctrace/support.ts'
import { readText } from '../metrics/read.ts'

const LOG = Array.from({ length: 6 }, (_, i) => gcLine(i + 1, 0.1 * (i + 1))).join('\n')
const METRICS =
  'go_memstats_alloc_bytes_total 9e6\ngo_memstats_heap_alloc_bytes 5e6\nprocess_resident_memory_bytes 1.2e7\n'
const PROFILE =
  'heap profile: 1: 2 [3: 4] @ heap/1048576\n# runtime.MemStats\n# TotalAlloc = 90000000\n# HeapAlloc = 5000000\n# NumGC = 3\n'
const COMPOSE = 'services:\n  web:\n    image: web:1\n    mem_limit: 64m\n'
const DEPLOYMENT =
  'apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: api\n'
const LIMITS = 'resources:\n  limits:\n    cpu: 2\n    memory: 64Mi\n'
const TIME = '\tCommand being timed: "./api"\n\tMaximum resident set size (kbytes): 64000\n'

const KILLED = '[2.1] Killed process 42 (api) total-vm:500000kB, anon-rss:80000kB, file-rss:1024kB, shmem-rss:0kB\n'

const SKIPPED = 'it has other parts, which were skipped: paste them separately'

async function notesIn(text: string): Promise<readonly string[] | string | undefined> {
  const read = await readText(text)
  return read.ok ? notesOf(read.value).filter((note) => note === SKIPPED) : read.problems[0]?.message
}

describe('a manifest without the marks of Markdown, in one text with another input', () => {
  it.each([
    ['a log', LOG],
    ['/metrics', METRICS],
    ['a heap profile', PROFILE],
  ])('is skipped, and the note says so: beside %s', async (_, input) => {
    for (const manifest of [COMPOSE, DEPLOYMENT, LIMITS]) {
      expect(await notesIn(`${input}\n${manifest}`), manifest).toEqual([SKIPPED])
      expect(await notesIn(`${manifest}\n${input}`), manifest).toEqual([SKIPPED])
    }
  })

  it.each([
    '[Service]\nMemoryMax=64M\n',
    'Environment=GOGC=50\n',
    'FROM api:1\nENV GOMEMLIMIT=60MiB\n',
    'limits: {cpu: 2, memory: 64Mi}\n',
    '"containerDefinitions": [\n',
  ])('may be of any kind: %j', async (manifest) => {
    expect(await notesIn(`${manifest}${LOG}`)).toEqual([SKIPPED])
  })

  it('is found at the end of a long log', async () => {
    const long = Array.from({ length: 1000 }, () => LOG).join('\n')
    expect(await notesIn(long)).toEqual([])
    expect(await notesIn(`${long}\n${COMPOSE}`)).toEqual([SKIPPED])
  })
})

describe('a docker command above a log', () => {
  it.each([
    '$ docker run -m 64m me/api',
    '$ docker run -m 64m -e GODEBUG=gctrace=1 -e GOMEMLIMIT=60MiB me/api',
    'docker run \\\n  --memory=64m me/api',
    'docker run -e GOGC=50 me/api',
  ])('has settings that are skipped: %j', async (command) => {
    expect(await notesIn(`${command}\n${LOG}`)).toEqual([SKIPPED])
  })

  it.each(['$ docker run --rm me/api', '$ docker run -e GODEBUG=gctrace=1 -e GOGC=50 me/api'])(
    'has no settings, or they are read with the log: %s',
    async (command) => {
      expect(await notesIn(`${command}\n${LOG}`)).toEqual([])
    },
  )
})

it('says that figures of other programs beside a log were skipped', async () => {
  expect(await notesIn(`${LOG}\n${TIME}`)).toEqual([SKIPPED])
  expect(await notesIn(`${LOG}\n${KILLED}`)).toEqual([SKIPPED])
  const crictl =
    'CONTAINER       NAME    CPU %   MEM       DISK      INODES   SWAP\n303cdce60ee9a   api     0.07    81MB    2kB   8        0B\n'
  expect(await notesIn(`${LOG}\n${crictl}`)).toEqual([SKIPPED])
  expect(await notesIn(`${LOG}\n{\n  "memory": {\n    "workingSetBytes": {\n      "value": "81"`)).toEqual([SKIPPED])
  expect(await notesIn(`${LOG}\n${METRICS}`)).toEqual([SKIPPED])
  expect(await notesIn(TIME)).toEqual([])
})

it.each([
  '[\n    {\n        "State": {\n            "OOMKilled": true\n        },\n        "HostConfig": {}\n    }\n]',
  '==> /sys/fs/cgroup/memory.max <==\n536870912',
  '/sys/fs/cgroup/memory.events:oom_kill 3',
  'low 0\nhigh 0\nmax 9\noom 3\noom_kill 3',
  '/sys/fs/cgroup/cpu.max:150000 100000',
  "Mar 01 10:00:00 host systemd[1]: api.service: Failed with result 'oom-kill'.",
])('says that a limit or a kill beside a log was skipped: %j', async (part) => {
  expect(await notesIn(`${LOG}\n${part}\n`)).toEqual([SKIPPED])
})

it('does not take lines of a program for parts of another kind', async () => {
  const said = [
    'kind: Deployment',
    'limits: none',
    'memory: 64Mi',
    'services:',
    '{"kind": "Pod", "memory": "64Mi"}',
    '2026/03/02 10:00:00 docker run failed with -m 64m',
    'go_memstats_alloc_bytes is exported',
    'the setting GOGC=50 is in force',
    // A program may print its environment, and its configuration.
    'GOGC=100',
    'export GOMEMLIMIT=60MiB',
    'limits:\n  memory: 512',
    'oom_kill 0',
    'memory.max is 536870912',
  ]
  expect(await notesIn(said.flatMap((line) => [line, LOG]).join('\n'))).toEqual([])
})
