import { describe, expect, it } from 'vitest'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { parseSize } from '../../src/units.ts'

/** Why a text is refused, and the limit that it says to give. */
function refusalOf(...lines: readonly string[]) {
  const reader = createInputReader()
  reader.push(`${lines.join('\n')}\n`)
  const read = reader.end()
  if (read.ok) throw new Error('it was read')
  const message = read.problems[0]?.message ?? ''
  const [, limit] = /--container (\S+), or as “Container limit” on the page$/.exec(message) ?? []
  return { message, limit, kind: reader.kind() }
}

describe('docker stats of several containers', () => {
  const HEADING = 'CONTAINER ID   NAME   CPU %    MEM USAGE / LIMIT    MEM %    NET I/O    BLOCK I/O   PIDS'
  const row = (limit: string) => `abc1   api    12.00%   81.2MiB / ${limit}   15.86%   1kB/2kB    0B/0B       12`

  it.each([[[HEADING, row('1.944GiB'), row('1.944GiB')]], [['$ docker stats', row('1.944GiB'), row('1.944GiB')]]])(
    'name the limit of all, in a form that can be typed',
    (lines) => {
      const { message, limit = '' } = refusalOf(...lines)
      expect(message).toMatch(
        /^this is the output of docker stats: .* the line of one, .* 1\.944GiB after the slash is the limit/,
      )
      expect(limit).toBe('1.944GiB')
      expect(parseSize(limit).ok).toBe(true)
    },
  )

  it('name no limit if there are several', () => {
    const { message, limit } = refusalOf(HEADING, row('512MiB'), row('1GiB'))
    expect(message).toContain('The limit of each container after the slash')
    expect(limit).toBe('512MiB')
  })
})

it('docker stats of several containers in JSON are told by any of its lines', () => {
  const one = { Name: 'api', MemUsage: '81.5MiB / 512MiB', PIDs: '12' }
  for (const lines of [[one, one].map((each) => JSON.stringify(each, null, 2)), [JSON.stringify([one, one], null, 2)]])
    expect(refusalOf(...lines.join('\n').split('\n')).message).toMatch(
      /^this is the output of docker stats: .*paste the object of one/,
    )
})

it('a summary of a kubelet is not the output of crictl stats', () => {
  const lines = ['{', ' "node": {"nodeName": "n1", "memory": {"workingSetBytes": 1500000000}},', ' "pods": []', '}']
  expect(refusalOf(...lines).message).toMatch(/^it is not an input that we know/)
})

it.each([
  [
    'in a table',
    /the heading and the line of one/,
    [
      'CONTAINER           CPU %               MEM                 DISK                INODES',
      '303cdce60ee9a       0.07                13.43MB             28.67kB             8',
      '43b34bf65eb15       0.00                2.712MB             57.35kB             16',
    ],
  ],
  [
    'in JSON',
    /paste what crictl stats -o json ID prints/,
    [
      '{"stats": [{"memory": {"workingSetBytes": {"value": "25317376"}}},',
      '{"memory": {"workingSetBytes": {"value": "9317376"}}}]}',
    ],
  ],
])('crictl stats of several containers says to give one: %s', (_, instead, lines) => {
  expect(refusalOf(...lines).message).toMatch(instead)
  expect(refusalOf(...lines).message).toMatch(/^this is the output of crictl stats: .*kubectl get pod NAME -o yaml/)
})

describe('kubectl top', () => {
  it.each(['NAME       CPU(cores)   MEMORY(bytes)', 'POD        NAME   CPU(cores)   MEMORY(bytes)'])(
    'of several containers says to paste the line of one: %s',
    (heading) => {
      expect(refusalOf(heading, 'api-7d9f   250m         181Mi', 'api-8e0a   250m         181Mi').message).toMatch(
        /^this is the output of kubectl top: .* the line of one, .*-o yaml/,
      )
    },
  )

  it('of a node is not the memory of a container', () => {
    const heading = 'NAME     CPU(cores)   CPU(%)   MEMORY(bytes)   MEMORY(%)'
    expect(refusalOf(heading, 'node-1   250m         6%       2921Mi          18%').message).toContain('kubectl top')
  })
})

describe('files of a cgroup', () => {
  it('may be the word “max” alone, which means no limit', () => {
    expect(refusalOf('max')).toMatchObject({
      limit: 'off',
      message: expect.stringMatching(/^this is the memory limit/),
    })
  })

  it('may be a single number, which is perhaps the limit', () => {
    expect(refusalOf('536870912')).toMatchObject({ limit: '512MiB', message: expect.stringContaining('If it is') })
  })

  it.each([
    [['anon 7340032', 'file 4096']],
    [['cache 4096', 'rss 7340032']],
    [['memory.current:7340032']],
    [['usage_usec 7340032', 'user_usec 7340032']],
    [['/a/memory.max:536870912', '/b/memory.max:1073741824']],
  ])('without a limit, or with several, say which files to paste: %j', (lines) =>
    expect(refusalOf(...lines).message).toMatch(/^these are files of a cgroup .*: paste what grep \. memory\.max/),
  )
})

it('a search for container figures takes one pass, even in a line of 60,000 letters', () => {
  for (const letter of ['1', '.', ' ', ':'])
    expect(refusalOf(`memory.max${letter.repeat(60_000)}x`).message).toMatch(/^(it is not an input|this is|these are)/)
})

it('container figures are not a kind of input, and other texts keep their kind', () => {
  expect(refusalOf('max').kind).toBeUndefined()
  expect(refusalOf('GET / 200 in 3 ms').message).toMatch(/^it is not an input that we know/)
  expect(refusalOf('42').message).toMatch(/^it is not an input that we know/)
})
