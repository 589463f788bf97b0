import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

const STAT = 'anon 83886080\nfile 12582912\nkernel 2097152\nsock 4096\ninactive_file 8388608\nactive_file 4194304\n'
const WORKING_SET = 83886080 + 4194304 + 2097152 + 4096
const EVENTS = 'low 0\nhigh 0\nmax 120\noom 3\noom_kill 3\noom_group_kill 0\n'

const FILES: Readonly<Record<string, string>> = {
  'memory.current': '181000000\n',
  'memory.events': EVENTS,
  'memory.events.local': EVENTS,
  'memory.high': 'max\n',
  'memory.max': '536870912\n',
  'memory.numa_stat': 'anon N0=83886080\nfile N0=12582912\n',
  'memory.peak': '536870912\n',
  'memory.pressure': 'some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n',
  'memory.stat': STAT,
  'memory.swap.events': 'high 0\nmax 0\nfail 0\n',
  'memory.swap.max': '0\n',
  'cpu.max': '150000 100000\n',
  'cpu.max.burst': '0\n',
  'cpu.stat': 'usage_usec 123456789\nuser_usec 100000000\nnr_periods 1000\nnr_throttled 250\n',
}

const names = Object.keys(FILES)
const tail = (files: readonly string[] = names) =>
  files.map((file) => `==> /sys/fs/cgroup/${file} <==\n${FILES[file]}`).join('\n')
const grep = (files: readonly string[] = names, path = '/sys/fs/cgroup/') =>
  files.map((file) => FILES[file]!.replace(/^/gm, `${path}${file}:`).replace(/^\S+:$/m, '')).join('')
const cat = (files: readonly string[] = names) =>
  files.map((file) => `root@api-0:/# cat /sys/fs/cgroup/${file}\n${FILES[file]}`).join('')

async function shownBy(text: string) {
  const read = await readText(text)
  if (!read.ok || !('metrics' in read.value)) throw new Error('it was not read')
  const { processes, problems } = read.value.metrics
  const fields = [...processes[0]!.columns].map(([field, { values }]) => [field, values[0]])
  return { ...Object.fromEntries(fields), problems }
}

const ALL = { workingSet: WORKING_SET, containerLimit: 512 * MIB, cpuLimit: 1.5, oomKills: 1, problems: [] }

describe('files of a cgroup', () => {
  it.each([
    ['tail and head', `$ tail -n +1 /sys/fs/cgroup/*\n${tail()}`],
    ['grep', grep()],
    ['grep in their folder', grep(names, '')],
    ['cat, one by one', cat()],
  ])('are read from %s', async (_, text) => {
    expect(await shownBy(text)).toEqual(ALL)
  })

  it('have lines that need no name', async () => {
    expect(await shownBy(`$ cat memory.stat memory.events\n${STAT}${EVENTS}`)).toEqual({
      workingSet: WORKING_SET,
      oomKills: 1,
      problems: [],
    })
    const cpu = `$ cat cpu.max cpu.stat\n${FILES['cpu.max']}${FILES['cpu.stat']}`
    expect(await shownBy(cpu)).toEqual({ cpuLimit: 1.5, problems: [] })
  })

  it('have numbers that nothing names: a note says that they were skipped', async () => {
    const { problems, ...fields } = await shownBy(`$ cat memory.max memory.events\n536870912\n${EVENTS}`)
    expect(fields).toEqual({ oomKills: 1 })
    expect(problems).toEqual([expect.stringMatching(/^numbers without the name .*: paste what grep \. memory\.max/)])
  })

  it('without memory.stat show no memory in use, since the others count pages of files', async () => {
    const { problems, ...fields } = await shownBy(grep(['memory.max', 'memory.current', 'memory.peak']))
    expect(fields).toEqual({ containerLimit: 512 * MIB })
    expect(problems).toEqual([expect.stringContaining('paste memory.stat, too')])
  })

  it('may set no limit', async () => {
    // cAdvisor writes 0, too.
    const none = { containerLimit: 0, problems: [] }
    expect(await shownBy('memory.max:max\nmemory.high:max\nmemory.swap.max:max\n')).toEqual(none)
    expect(await shownBy('$ cat memory.limit_in_bytes\n9223372036854771712\n')).toEqual(none)
    expect(await shownBy('cpu.max:max 100000\n')).toEqual({ cpuLimit: 0, problems: [] })
    expect(await shownBy('cpu.cfs_quota_us:-1\ncpu.cfs_period_us:100000\n')).toEqual({ cpuLimit: 0, problems: [] })
  })

  it('do not tell of a kill if the count is 0', async () => {
    expect(await shownBy('memory.max:536870912\nmemory.events:oom_kill 0\n')).not.toHaveProperty('oomKills')
  })

  it('may be those of cgroups v1', async () => {
    const path = '/sys/fs/cgroup/memory/memory'
    const text = `${path}.limit_in_bytes:536870912\n${path}.oom_control:under_oom 0\n${path}.oom_control:oom_kill 3\n/sys/fs/cgroup/cpu/cpu.cfs_quota_us:50000\n/sys/fs/cgroup/cpu/cpu.cfs_period_us:100000\n`
    expect(await shownBy(text)).toEqual({ containerLimit: 512 * MIB, cpuLimit: 0.5, oomKills: 1, problems: [] })
    const stat =
      'cache 4096\nrss 4096\nhierarchical_memory_limit 536870912\ntotal_cache 12582912\ntotal_rss 83886080\ntotal_inactive_file 8388608\n'
    expect(await shownBy(stat)).toMatchObject({ containerLimit: 512 * MIB })
  })

  it.each([
    ['9223372036854771712', 16],
    ['1073741824', 16],
    ['8388608', 8],
  ])('of v1 have the smaller of the limit %s and that of all cgroups above', async (own, mib) => {
    const text = `memory.limit_in_bytes:${own}\nmemory.stat:hierarchical_memory_limit ${16 * MIB}\n`
    expect(await shownBy(text)).toEqual({ containerLimit: mib * MIB, problems: [] })
  })

  it('may set memory.high, above which the kernel slows the program down', async () => {
    const text = 'memory.max:536870912\nmemory.high:400000000\n'
    expect(await shownBy(text)).toEqual({ containerLimit: 512 * MIB, memoryHigh: 400_000_000, problems: [] })
  })

  it.each([
    ['memory.max:536870912\nmemory.swap.max:max\n', 1],
    ['memory.max:536870912\nmemory.swap.max:1048576\n', 1],
    ['memory.max:536870912\nmemory.swap.max:0\n', undefined],
    ['memory.limit_in_bytes:536870912\nmemory.memsw.limit_in_bytes:1073741824\n', 1],
    ['memory.limit_in_bytes:536870912\nmemory.memsw.limit_in_bytes:536870912\n', undefined],
  ])('may allow swap: %j', async (text, hasSwap) => {
    expect((await shownBy(text)).hasSwap).toBe(hasSwap)
  })

  it.each([
    ['before a heading of another file', '==> memory.max <==\n536870912\n\n==> pids.max <==\n100\n'],
    ['before another command', '$ cat memory.max\n536870912\n$ nproc\n8\n/ # date\nMon Mar  1 10:00:00 UTC 2026\n'],
    ['before an empty prompt', 'api-0:/# cat memory.max\n536870912\napi-0:/#\n'],
    ['in a command in quotes', "$ docker exec api sh -c 'grep . /sys/fs/cgroup/memory.max'\n536870912\n"],
    ['behind a space', 'memory.max: 536870912\n'],
  ])('are read %s', async (_, text) => {
    expect(await shownBy(text)).toEqual({ containerLimit: 512 * MIB, problems: [] })
  })

  it.each([
    ['two services', ['api', 'db'].map((name) => grep(['memory.events'], `/sys/fs/cgroup/${name}.service/`)).join('')],
    ['one container and another', grep(['memory.max'], 'a/') + grep(['memory.events'], 'b/')],
    ['a container and its pod', `${tail(['memory.max'])}==> /sys/fs/cgroup/pod/memory.events <==\n${EVENTS}`],
    ['two commands', '$ cat a/memory.max\n536870912\n$ cat b/cpu.max\n50000 100000\n'],
  ])('are not read if they are of several cgroups: %s', async (_, text) => {
    const read = await readText(text)
    expect(read.ok ? read.value : read.problems[0]?.message).toMatch(/^these are files of a cgroup .* or of several/)
  })

  it('are named as the source of the settings that they show, also of a missing CPU limit', async () => {
    const known = toKnown(await readEvidence(['memory.max:536870912\ncpu.max:max 100000\n'], { liveHeap: 100 * MIB }))
    const shown = { source: 'from one reading of its container', sureness: 'measured' }
    expect(find(known, 'containerLimit')).toMatchObject({ value: 512 * MIB, ...shown })
    expect(find(known, 'cpuQuota')).toMatchObject({ value: 'off', ...shown })
  })
})
