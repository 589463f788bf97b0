import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { memoryFigureIn } from '../../src/known/input/process-memory.ts'
import { limitNoteOf, notesOf } from '../../src/known/input/read-input.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, OFF, toGcPercent, toLimit } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

// It had 89 MiB resident at most, of which the kernel charged 80.
const LOG = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')

const top = (size: string) =>
  `$ kubectl top pod api-7d9f\nNAME       CPU(cores)   MEMORY(bytes)\napi-7d9f   250m         ${size}\n`
const STATS = 'CONTAINER ID   NAME   CPU %    MEM USAGE / LIMIT    MEM %    NET I/O    BLOCK I/O   PIDS\n'
/** Before Docker 1.13. */
const OLD_STATS = 'CONTAINER    CPU %    MEM USAGE/LIMIT    MEM %    NET I/O\n'
const stats = (size: string) => `${STATS}abc1   api    12.00%   ${size} / 512MiB   15.86%   1kB/2kB    0B/0B       12\n`

/** As cri-tools prints them (cmd/crictl/container_stats.go; before names were added, cri-o issue 3580). */
const CRICTL =
  '$ crictl stats\nCONTAINER       NAME    CPU %   MEM       DISK      INODES   SWAP\n303cdce60ee9a   api     0.07    81.5MB    28.67kB   8        0B\n'
const OLD_CRICTL =
  'CONTAINER           CPU %               MEM                 DISK                INODES\n538fbb2396de1       5.49                30.65MB             8.194kB             3\n'
/** As crictl stats -o json prints it (containerd/cri, pull request 1326), with the labels that the kubelet gives. */
const crictl = (bytes: number, labels = {}) => ({
  attributes: { id: '0e70a82a114f', metadata: { name: 'api', attempt: 0 }, labels, annotations: {} },
  cpu: { timestamp: '1572041798995566100', usageCoreNanoSeconds: { value: '2656250000' } },
  memory: { timestamp: '1572041798995566100', workingSetBytes: { value: String(bytes) } },
  writableLayer: { timestamp: '1572041797927167200', usedBytes: { value: '0' }, inodesUsed: { value: '0' } },
})
const crictlStats = (...stats: readonly object[]) => `$ crictl stats -o json\n${JSON.stringify({ stats }, null, 2)}\n`
/** As docker stats --no-stream --format json | jq . prints it, and podman stats --format json. */
const PRETTY = JSON.stringify(
  { BlockIO: '0B / 0B', Container: 'api', MemPerc: '15.86%', MemUsage: '81.5MiB / 512MiB', NetIO: '1.2MB / 800kB' },
  null,
  2,
)
const PODMAN =
  '[\n {\n  "id": "6eae9e25a564",\n  "name": "api",\n  "cpu_percent": "0.12%",\n  "mem_usage": "81.5MB / 16.7GB",\n  "mem_percent": "0.49%",\n  "net_io": "1.2kB / 430B"\n }\n]\n'

async function usageOf(text: string) {
  const read = await readText(text)
  if (!read.ok || !('metrics' in read.value)) throw new Error('it was not read')
  const [process] = read.value.metrics.processes
  return { kind: read.value.kind, bytes: process?.columns.get('workingSet')?.values, process: process?.process }
}

describe('the memory of one container', () => {
  it.each([
    [top('181Mi'), 181 * MIB],
    [top('1Gi'), 1024 * MIB],
    [stats('81.5MiB'), 81.5 * MIB],
    [stats('81.5MB'), 81.5e6],
    ['{"MemPerc":"35.23%","MemUsage":"81.5MiB / 512MiB","NetIO":"1.2MB / 800kB","PIDs":"12"}\n', 81.5 * MIB],
    ['[{"name":"api","mem_usage": "81.5MB / 8GB","mem_percent":"1%","net_io":"1.2MB / 800kB"}]\n', 81.5e6],
    [`${OLD_STATS}api_1    0.00%    96.27 MB/4.295 GB    2.24%    1.986 kB/756 B\n`, 96.27e6],
    [`${stats('1.5GiB').split('\n')[1]}\n`, 1536 * MIB],
    [`$ docker stats --no-stream --format json | jq .\n${PRETTY}\n`, 81.5 * MIB],
    [PODMAN, 81.5e6],
    [CRICTL, 81.5e6],
    [OLD_CRICTL, 30.65e6],
    [crictlStats(crictl(25317376)), 25317376],
  ])('is read from kubectl top, crictl stats and docker stats: %j', async (text, bytes) => {
    expect(await usageOf(text)).toMatchObject({ kind: 'container-usage', bytes: [bytes] })
  })

  it('is not the progress in a log of JSON', async () => {
    const lines = ['{"level":"info","msg":"starting"}', '{"level":"info","msg":"fetched 12.3MB / 45.6MB 27% done"}']
    expect(await readText(lines.join('\n'))).toMatchObject({ ok: false })
    const read = await readText([...lines, LOG].join('\n'))
    expect(read.ok && notesOf(read.value)).toEqual([])
  })

  it('is beside a limit, which is said as it can be given', async () => {
    const read = await readText(PODMAN)
    expect(read.ok && limitNoteOf(read.value)).toMatch(/^16\.7GB after the slash .* --container 16\.7G,/)
  })

  it('has the names of its pod and container', async () => {
    const text =
      'NAMESPACE   POD        NAME   CPU(cores)   MEMORY(bytes)\nweb         api-7d9f   api    250m         181Mi\n'
    expect((await usageOf(text)).process).toMatchObject({ pod: 'api-7d9f', container: 'api' })
    expect((await usageOf(top('181Mi'))).process).toMatchObject({ pod: 'api-7d9f' })
    expect((await usageOf(CRICTL)).process).toMatchObject({ container: 'api' })
    const labels = { 'io.kubernetes.container.name': 'main', 'io.kubernetes.pod.name': 'api-7d9f' }
    expect((await usageOf(crictlStats(crictl(9e7, labels)))).process).toMatchObject({
      pod: 'api-7d9f',
      container: 'main',
    })
  })

  const saidIn = async (mib: number, ...texts: readonly string[]) => {
    const program = programOf(toKnown(await readEvidence([LOG, ...texts])))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const prediction = finish(searchKnown(program.value, (one) => ({ ...one, containerLimit: toLimit(mib * MIB) })))
    return { outlook: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join() }
  }

  it('shows beside a log that there is no memory outside Go that the log hides', async () => {
    expect(await saidIn(170)).toMatchObject({
      outlook: 'could-be-killed',
      warnings: expect.stringContaining('nothing shows memory outside Go'),
    })
    expect((await saidIn(170, top('86Mi'))).outlook).toBe('survives')
    // Nor are there stacks of thousands of goroutines.
    expect((await saidIn(135, top('86Mi'))).outlook).toBe('survives')
    expect((await saidIn(170, top('160Mi'))).outlook).toBe('could-be-killed')
  })

  it('is ignored if the heap of the log is larger: it is of another container', async () => {
    const said = await saidIn(170, top('18Mi'))
    expect(said).toEqual({
      outlook: 'could-be-killed',
      warnings: expect.stringContaining('we ignored resident memory'),
    })
  })
})

describe('resident memory far above what the heap of a log needs', () => {
  const MAPPED = readFileSync('tests/fixtures/settings/mapped-outside-go.log', 'utf8')

  /** What the same program had resident at most, in MiB, under other settings (tests/fixtures/settings/README.md). */
  const MEASURED = [
    { gogc: 40, limit: undefined, mib: 166 },
    { gogc: 300, limit: undefined, mib: 235 },
    { gogc: undefined, limit: 225, mib: 323 },
    { gogc: undefined, limit: 80, mib: 193 },
  ] as const

  async function programBeside(...texts: readonly string[]) {
    const known = toKnown(await readEvidence([MAPPED, ...texts]))
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const under = ({ gogc, limit }: (typeof MEASURED)[number], container?: number) =>
      finish(
        searchKnown(program.value, (one) => ({
          ...one,
          gogc: gogc === undefined ? OFF : toGcPercent(gogc),
          memoryLimit: limit === undefined ? OFF : toLimit(limit * MIB),
          containerLimit: container === undefined ? OFF : toLimit(container * MIB),
        })),
      )
    return { known, under }
  }

  it('is outside Go or unused in Go: no memory limit keeps it out of the container', async () => {
    const { known, under } = await programBeside(top('181Mi'))
    expect(find(known, 'outsideMemory')).toMatchObject({ sureness: 'derived', low: 0 })
    for (const one of MEASURED) {
      const { low, likely, high } = under(one).spread.peakContainerBytes
      expect(low).toBeLessThanOrEqual(one.mib * MIB)
      expect(high).toBeGreaterThanOrEqual(one.mib * MIB)
      expect(Math.abs(likely / MIB / one.mib - 1)).toBeLessThan(0.15)
    }
    expect(toOutlook(under(MEASURED[2], 256))?.kind).not.toBe('survives')
    expect(toOutlook(under(MEASURED[2], 800))?.kind).toBe('survives')
  })

  it('is outside Go if a memory limit set the goals, since it counts what Go holds', async () => {
    const log = readFileSync('tests/fixtures/settings/mapped-under-limit.log', 'utf8')
    const known = toKnown(await readEvidence([log, top('213Mi'), 'GOGC=off\nGOMEMLIMIT=100MiB\n']))
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const under = (mib: number, container = 2000) =>
      finish(
        searchKnown(program.value, (one) => ({
          ...one,
          memoryLimit: toLimit(mib * MIB),
          containerLimit: toLimit(container * MIB),
        })),
      )
    for (const [limit, mib] of [
      [70, 186],
      [100, 213],
      [200, 308],
    ] as const) {
      const { spread } = under(limit)
      expect(spread.peakContainerBytes.low).toBeLessThanOrEqual(mib * MIB)
      expect(spread.peakContainerBytes.high).toBeGreaterThanOrEqual(mib * MIB)
      expect(spread.compulsoryGcFraction.high).toBeLessThan(0.05)
    }
    expect(toOutlook(under(100, 400))?.kind).toBe('survives')
  })

  it('gives no memory outside Go if it is about what the heap needs', async () => {
    const { known } = await programBeside(top('68Mi'))
    expect(find(known, 'outsideMemory')).toMatchObject({ sureness: 'assumed' })
  })
})

/** Of the same process: 4 KiB pages of a file, and what the kernel itself needs. */
const STATUS =
  'Name:\tapi\nPid:\t4711\nVmPeak:\t 1900000 kB\nVmHWM:\t   88064 kB\nVmRSS:\t   84992 kB\nRssFile:\t 9216 kB\n'
const SMAPS =
  '00400000-7ffd5d9fe000 ---p 00000000 00:00 0   [rollup]\nRss:    84992 kB\nPss:    82000 kB\nPss_File:    9216 kB\n'
const PS = 'USER  PID %CPU %MEM     VSZ   RSS TTY STAT START  TIME COMMAND'
const PS_ROW = 'app  4711 25.0  1.1 1900000 84992 ?   Ssl  Nov28  1:02 ./api -p 80'
const STAT_V2 =
  'anon 83886080\nfile 12582912\nkernel 2097152\nkernel_stack 65536\npagetables 524288\nsock 4096\nshmem 0\ninactive_file 8388608\nactive_file 4194304\n'

describe('the memory of one process', () => {
  const resident = async (text: string) => {
    const read = await readText(text)
    if (!read.ok || !('metrics' in read.value)) return read
    return read.value.metrics.processes[0]?.columns.get('resident')?.values
  }

  it.each([
    ['/proc/PID/status: the most that it had', STATUS, 86 * MIB],
    ['/proc/PID/status without it', STATUS.replace(/VmHWM.*\n/, ''), 83 * MIB],
    ['/proc/PID/smaps_rollup', SMAPS, 83 * MIB],
    ['/proc/PID/smaps_rollup with a file', SMAPS.replace(' 9216', '19456'), 73 * MIB],
    ['ps aux', `$ ps aux\n${PS}\n${PS_ROW}\n`, 83 * MIB],
    ['ps aux through grep', `${PS_ROW}\nroot 99 0.0 0.0 5004 3968 pts/0 S+ 10:54 0:00 grep api\n`, 83 * MIB],
    ['ps -o', 'PID   RSS CMD\n4711 84992 ./api -p 80\n', 83 * MIB],
    [
      'time -v',
      '\tCommand being timed: "./api"\n\tMaximum resident set size (kbytes): 88064\n\tExit status: 0\n',
      86 * MIB,
    ],
  ])('is read from %s', async (_, text, bytes) => {
    expect(await resident(text)).toEqual([bytes])
  })

  it.each([
    ['two status files', STATUS + STATUS],
    ['/proc/PID/smaps', SMAPS + SMAPS],
    ['two rows of ps', `${PS}\n${PS_ROW}\n${PS_ROW}\n`],
    ['a heading of ps alone', `${PS}\n`],
    ['a size that is none', STATUS.replaceAll(/\d+ kB/g, '- kB')],
    ['two statistics of cgroups', STAT_V2 + STAT_V2],
    ['one figure each of two processes', `Name:\ta\nVmRSS:\t 9000 kB\nName:\tb\nVmHWM:\t 9000 kB\n`],
    ['ps with a command before the size', 'PID COMMAND RSS\n4711 ./api 8080 84992\n'],
    ['ps aux of programs that show others', PS_ROW.replace('./api -p 80', '/bin/grep api')],
    ['ps with a start of two words', 'PID START RSS\n4711 Nov 28 84992\n'],
    ['ps aux of a shell', PS_ROW.replace('./api -p 80', '/bin/bash -c ./api')],
  ])('is not read from %s', async (_, text) => {
    expect(await resident(text)).toMatchObject({ ok: false })
  })

  it('is the working set of its cgroup: all without inactive pages of files', async () => {
    expect((await usageOf(STAT_V2)).bytes).toEqual([83886080 + 4194304 + 2097152 + 4096])
    const old = STAT_V2.replace(/kernel \d+\n/, '')
    expect((await usageOf(old)).bytes).toEqual([83886080 + 4194304 + 65536 + 524288 + 4096])
    const v1 = 'cache 4096\nrss 4096\ntotal_cache 12582912\ntotal_rss 83886080\ntotal_inactive_file 8388608\n'
    expect((await usageOf(v1)).bytes).toEqual([83886080 + 4194304])
  })

  it('leaves out pages of files that the kernel takes back before it kills, except 9 MiB, and its own caches', async () => {
    const v2 = `anon 83886080\nfile ${1000 * MIB}\nkernel ${30 * MIB}\nsock 0\nshmem ${50 * MIB}\ninactive_file ${300 * MIB}\nactive_file ${650 * MIB}\nslab_reclaimable ${20 * MIB}\n`
    // 50 MiB are shared memory, which cannot be taken back.
    expect((await usageOf(v2)).bytes).toEqual([83886080 + (50 + 9 + 30 - 20) * MIB])
    const v1 = `total_cache ${1000 * MIB}\ntotal_rss 83886080\ntotal_shmem ${50 * MIB}\ntotal_inactive_file ${300 * MIB}\n`
    expect((await usageOf(v1)).bytes).toEqual([83886080 + (50 + 9) * MIB])
  })

  it('of a process leaves out a file that it maps', async () => {
    const status = (rss: number, ofFiles: number) =>
      `Name:\tapi\nPid:\t4711\nVmHWM:\t ${rss + 8000} kB\nVmRSS:\t ${rss} kB\nRssFile:\t ${ofFiles} kB\n`
    const figure = (rss: number, ofFiles: number) => memoryFigureIn(status(rss, ofFiles).trim().split('\n'))
    expect(figure(100_000, 9216)).toMatchObject({ bytes: 108_000 * 1024, peak: 'until-now' })
    expect(figure(1_100_000, 1_009_216)).toMatchObject({ bytes: 108_000 * 1024, peak: 'until-now' })
  })

  const timed = (command: string) =>
    `\tCommand being timed: "${command}"\n\tUser time (seconds): 3.10\n\tMaximum resident set size (kbytes): 88064\n\tExit status: 0\n`

  it.each([
    'go run .',
    '/usr/bin/go test -bench .',
    'docker run api',
    'sudo ./api',
    'env GOGC=50 go run .',
    'timeout 10 ./api',
    './go1.26 run .',
    'sh -c ./api',
    'make test',
    '/usr/bin/ssh host ./api',
    'a=/'.repeat(20_000),
  ])('is not that of %s', async (command) => {
    expect(await resident(timed(command))).toMatchObject({ ok: false })
  })

  it.each([STATUS, `${PS}\n${PS_ROW}\n`, STAT_V2])('shows beside a log what the log hides: %#', async (text) => {
    const program = programOf(toKnown(await readEvidence([LOG, text])))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const in170 = finish(searchKnown(program.value, (one) => ({ ...one, containerLimit: toLimit(170 * MIB) })))
    expect(toOutlook(in170)?.kind).toBe('survives')
  })
})
