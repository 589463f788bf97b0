import { describe, expect, it } from 'vitest'
import { gcLine } from '../gctrace/support.ts'
import { readText } from '../metrics/read.ts'

const COMPOSE = 'services:\n  web:\n    image: web:1\n    mem_limit: 64m\n    environment:\n      GOGC: "50"\n'
const SETTINGS = {
  kind: 'compose',
  manifest: { containers: [{ memoryLimit: 2 ** 26, env: [{ text: '50', line: 10 }] }] },
}

const SKIPPED = expect.stringContaining('other parts, which were skipped')

describe('a manifest that was copied as Markdown', () => {
  it.each([
    '```yaml',
    '```',
    '~~~ yml',
    '  ```docker-compose.yml',
    '```yaml {3,5}, title="x"',
    '```yml title=compose.yml {.a}',
    '~~~{.yaml}',
    '```yaml the service, with its limit',
  ])('is read within its block: %s', async (fence) => {
    const text = `# Memory\n\nSet a limit: it is low.\n${fence}\n${COMPOSE}${fence.trim().slice(0, 3)}\n\nThen start it.\n`
    expect(await readText(text)).toMatchObject({ ok: true, value: SETTINGS })
  })

  it('is read without the marks of a quotation', async () => {
    const text = `Memory\n\n\n\n${COMPOSE}`.split('\n').map((line) => `> ${line}`)
    expect(await readText(text.slice(4).join('\n'))).toMatchObject({
      value: { kind: 'compose', manifest: { containers: [{ memoryLimit: 2 ** 26 }] } },
    })
  })

  it.each([
    ['compose', COMPOSE],
    ['gctrace', `${gcLine(1, 0.1)}\n`],
    ['prometheus-text', 'go_memstats_alloc_bytes_total 1.5e+09\n'],
    ['vars', '{\n  "memstats": {\n    "HeapAlloc": 3000000,\n    "TotalAlloc": 9000000,\n    "NumGC": 3\n  }\n}\n'],
    ['heap-profile', '# runtime.MemStats\n# TotalAlloc = 9000000\n# HeapAlloc = 3000000\n# NumGC = 3\n'],
    ['runtime-metrics', '/gc/heap/live:bytes: 47000000\n/gc/heap/goal:bytes: 94000000\n'],
    [
      'prometheus-json',
      '{\n "data": {"resultType": "vector", "result": [\n  {"metric": {\n    "__name__": "go_memstats_alloc_bytes_total"},\n  "value": [1785000000, "15"]}\n]}}\n',
    ],
    ['container-usage', 'NAME  MEM USAGE / LIMIT    MEM %\napi   81.2MiB / 512MiB  15.86%\n'],
  ])('is read in what a mail quotes, as other inputs are: %s', async (kind, text) => {
    const quoted = text.trimEnd().replace(/^/gm, '> ')
    for (const mail of [quoted, `Ann wrote:\n${quoted}\n\nIs this too low?\n`]) {
      const [read, plain] = [await readText(mail), await readText(text)]
      expect(read).toMatchObject({ ok: true, value: { kind } })
      if (read.ok && plain.ok && 'metrics' in read.value) expect(read.value).toEqual(plain.value)
    }
  })

  it('is not passed over for what stands in a quotation beside it', async () => {
    const read = await readText(`> GOGC=50\n${COMPOSE}`)
    expect(read.ok ? read.value.kind : read.problems[0]?.message).toBe('line 1: this is not valid YAML')
  })

  it('is one manifest if a mail replies between its lines', async () => {
    const text = 'Hi,\n> services:\n>   web:\n>     image: web:1\n\nwhy so little? and\n\n>     mem_limit: 64m\n\nok?\n'
    expect(await readText(text)).toMatchObject({
      value: { kind: 'compose', manifest: { containers: [{ name: 'web', memoryLimit: 2 ** 26 }], problems: [] } },
    })
  })

  it('is read whole if a line of its own begins as a quotation', async () => {
    const text = 'FROM golang\nENV GOGC=50\nRUN env \\\n  > /etc/env\nENV GOMEMLIMIT=1GiB\n'
    expect(await readText(text)).toMatchObject({
      value: { kind: 'dockerfile', manifest: { containers: [{ env: [{ text: '50' }, { text: '1GiB' }] }] } },
    })
  })

  it('has all its blocks of one kind; a manifest of another kind may be of another program, and is skipped', async () => {
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: tuning}\ndata: {GOGC: "75"}\n'
    const pod =
      'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: api:1\n      envFrom: [{configMapRef: {name: tuning}}]\n'
    const text = `First:\n\`\`\`yaml\n${map}\`\`\`\nthen\n\`\`\`yaml\n${pod}\`\`\`\nor\n\`\`\`yaml\n${COMPOSE}\`\`\`\n`
    expect(await readText(text)).toMatchObject({
      value: {
        kind: 'kubernetes',
        manifest: { containers: [{ env: [{ name: 'GOGC', text: '75' }] }], problems: [SKIPPED] },
      },
    })
  })

  it('has all its dumps of MemStats, as two moments of a process', async () => {
    const dump = (alloc: number) =>
      `\`\`\`json\n{"Alloc": ${alloc}, "TotalAlloc": ${10 * alloc}, "HeapAlloc": ${alloc}, "NumGC": 3}\n\`\`\`\n`
    const read = await readText(`First:\n${dump(3e6)}later:\n${dump(9e6)}`)
    const processes = read.ok && 'metrics' in read.value ? read.value.metrics.processes : []
    expect(processes.flatMap(({ columns }) => columns.get('heapAlloc')?.values)).toEqual([3e6, 9e6])
  })

  it('is read whole if the Markdown is in one of its own texts', async () => {
    const map =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: tuning}\ndata:\n  GOGC: "75"\n  README.md: |\n    ```sh\n    docker run -m 1g -e GOGC=5 api\n    ```\n'
    expect(await readText(map)).toMatchObject({ value: { kind: 'kubernetes', manifest: { containers: [] } } })
  })
})

describe('a block of Markdown above the block of a log', () => {
  const notesAbove = async (block: string) => {
    const read = await readText(`So:\n\`\`\`\n${block}\n\`\`\`\nprints\n\`\`\`\n${gcLine(1, 0.1)}\n\`\`\`\n`)
    return read.ok && 'log' in read.value ? (read.value.notes ?? []) : undefined
  }

  it('is not skipped if a program printed what looks like a quotation', async () => {
    const read = await readText(`> GOGC=50\n> GOMEMLIMIT=1GiB\n${gcLine(1, 0.1)}\n`)
    expect(read).toMatchObject({ value: { kind: 'gctrace' } })
    expect(read.ok && 'notes' in read.value).toBe(false)
  })

  it.each([
    'GOGC=100 GODEBUG=gctrace=1 ./app',
    '$ GOMAXPROCS=1 GODEBUG=gctrace=1 go test -bench . -cpuprofile=cpu.pprof | tee log.txt',
    'GODEBUG=gctrace=1 GOMEMLIMIT=100MiB ./app\n\nGODEBUG=gctrace=1 GOGC=50 ./app',
    'docker run -e GODEBUG=gctrace=1 -e GOGC=50 app',
  ])('is not skipped if it has only commands, whose settings the log has: %s', async (block) => {
    expect(await notesAbove(block)).toEqual([])
  })

  it.each([
    'docker run -e GODEBUG=gctrace=1 -m 512m app',
    'docker run --cpus=2 -e GODEBUG=gctrace=1 app',
    'GODEBUG=gctrace=1\nGOGC=50',
    COMPOSE,
  ])('is skipped, and a note says so, if it has other settings: %s', async (block) => {
    expect(await notesAbove(block)).toEqual([SKIPPED])
  })
})

it('a block of Markdown may have other fences in it', async () => {
  const text = `So:\n\`\`\`\`yaml\n${COMPOSE}    labels:\n      note: |\n        \`\`\`\n        GOGC=5\n        \`\`\`\n\`\`\`\`\nthen\n`
  expect(await readText(text)).toMatchObject({
    value: {
      kind: 'compose',
      manifest: { containers: [{ memoryLimit: 2 ** 26, env: [{ text: '50' }] }], problems: [] },
    },
  })
})

// Work that grows with the square of a line’s length would take minutes here, more than a test may.
it.each([
  ['spaces behind a fence', (n: number) => `\`\`\`${' '.repeat(n)}!`],
  ['backticks', (n: number) => `${'`'.repeat(n)}!`],
  ['attributes', (n: number) => `\`\`\`yaml ${'a=b, '.repeat(n / 4)}!`],
  ['braces', (n: number) => `\`\`\`yaml ${'{a} {'.repeat(n / 4)}!`],
])('a line of very many %s is passed over soon', async (_, toLine) => {
  const text = `So:\n\`\`\`yaml\n${COMPOSE}\`\`\`\n${toLine(1_000_000)}\n`
  expect(await readText(text)).toMatchObject({ value: { kind: 'compose' } })
})

it('a text of very many blocks is refused soon', async () => {
  const text = `a\n${'```\nGOGC=50\n```\n'.repeat(200_000)}`
  expect(await readText(text)).toMatchObject({ ok: false })
})

it('a MemStats in a block of Markdown is read', async () => {
  const text = 'It says:\n````\n{\n  "TotalAlloc": 900,\n  "HeapAlloc": 500,\n  "NumGC": 3\n}\n````\nWhy?\n'
  expect(await readText(text)).toMatchObject({ value: { kind: 'vars' } })
})

const LINE = 'gc 7 @1.204s 2%: 0.018+1.1+0.003 ms clock, 0.14+0.3/1.0/0.2+0.024 ms cpu, 4->5->2 MB, 5 MB goal, 8 P'
const block = (text: string) => `\`\`\`\n${text}\n\`\`\`\n`

it('a log in Markdown is read wherever its lines are; a block of another kind is skipped, with a note', async () => {
  for (const log of [block(LINE), LINE]) {
    expect(await readText(`So:\n${log}`)).toMatchObject({ value: { kind: 'gctrace' } })
    expect(await readText(`${block(COMPOSE)}prints\n${log}`)).toMatchObject({
      value: { kind: 'gctrace', notes: [SKIPPED] },
    })
  }
})

it('metrics in Markdown are read wherever their lines are; a block of another kind is skipped, with a note', async () => {
  const metrics = 'go_memstats_alloc_bytes_total 9e9'
  expect(await readText(`${block(COMPOSE)}prints\n${block(metrics)}`)).toMatchObject({
    value: { kind: 'prometheus-text', metrics: { problems: [SKIPPED] } },
  })
})

it('the memory of a process is read in a block of its own', async () => {
  const top = 'NAME       CPU(cores)   MEMORY(bytes)\napi-7d9f   250m         181Mi'
  expect(await readText(`It has\n${block(top)}`)).toMatchObject({ value: { kind: 'container-usage' } })
})

it.each([
  ['env files', 'GOGC=50\nA=b\n', 'GOMEMLIMIT=1GiB\nA=b\n'],
  ['systemd units', '[Service]\nEnvironment=GOGC=50\n', '[Service]\nEnvironment=GOMEMLIMIT=1GiB\n'],
])('two %s are never one: the first counts, with a note', async (_, first, second) => {
  const text = `a:\n\`\`\`\n${first}\`\`\`\nb:\n\`\`\`\n${second}\`\`\`\n`
  const read = await readText(text)
  const manifest = read.ok && 'manifest' in read.value ? read.value.manifest : undefined
  expect(manifest?.containers.flatMap(({ env }) => env.map(({ name }) => name))).toEqual(['GOGC'])
  expect(manifest?.problems).toEqual([SKIPPED])
})
