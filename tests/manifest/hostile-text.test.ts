import { describe, expect, it } from 'vitest'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

/** Long enough that a reader whose work grows with the square of it needs minutes, far more than a test may take. */
const LONG = 1 << 18

describe('the kind of a text', () => {
  it.each(['\n', ' ', '\t\n', ' \n', '\r', '\r\n', '\u2028'])('is recognised in one pass over many of %j', (blank) => {
    const blanks = blank.repeat(LONG / blank.length)
    expect(manifestKindOf(blanks)).toBeUndefined()
    expect(manifestKindOf(`services:\n${blanks}x`)).toBe('compose')
    expect(manifestKindOf(`${blanks}\n[Service]\n`)).toBe('systemd')
  })

  it.each([
    ['kubernetes', '\n\n  apiVersion : v1\n\n  "kind": Pod\n'],
    ['kubernetes', '  env:  \n'],
    ['compose', '\n    mem_limit: 1g\n'],
    ['dockerfile', '\t# syntax\n  from golang\n  run make\n'],
    ['docker-run', 'Then:\r\n  $ sudo docker run app\r\n'],
    ['env-file', '\n  export GOGC=50\n'],
    ['ecs', '\n{ "taskDefinition": {"containerDefinitions" : []}}'],
    ['ecs', '[\n{"name": "a", "image": "b", "memory": 512}]'],
    [undefined, '[{"image": "b"}]'],
  ])('is %s in %j', (kind, text) => {
    expect(manifestKindOf(text)).toBe(kind)
  })
})

it('a text of very many documents says which of them were not read', () => {
  const pod = 'kind: Pod\nspec: {containers: [{name: a, resources: {limits: {memory: 1Gi}}}]}\n'
  const after = (count: number) => parseManifest('a: 1\n---\n'.repeat(count) + pod, 'kubernetes')
  expect(after(1001)).toMatchObject({ ok: true, value: { containers: [{ name: 'a' }], problems: [] } })
  expect(JSON.stringify(after(10_000))).toContain('only the first 10000 of its documents were read')
})

describe('YAML of one long line that is wrong at each of its letters', () => {
  it.each(['"', '&a '])('is refused in one pass: %j', (piece) => {
    const text = `spec:\n- ${piece.repeat(100_000 / piece.length)}`
    expect(parseManifest(text, 'kubernetes')).toEqual({
      ok: false,
      problems: [{ path: '', message: 'line 2: this is not valid YAML' }],
    })
  })
})

describe('a word that every object of JavaScript has', () => {
  it.each(['toString', 'constructor', 'valueOf', 'hasOwnProperty'])('is neither a unit nor a setting: %s', (word) => {
    const pod = `containers:\n- name: a\n  resources: {limits: {memory: 5${word}, cpu: 1${word}}, requests: {cpu: 2${word}}}\n`
    const read = parseManifest(pod, 'kubernetes')
    expect(read.ok && read.value.containers[0]).toMatchObject({ cpuLimit: undefined, cpuRequest: undefined })
    expect(read.ok && read.value.containers[0]?.memoryLimit).toBeUndefined()
    expect(parseManifest(`[Service]\n${word}=512M\n`, 'systemd')).toEqual(parseManifest('[Service]\n', 'systemd'))
  })
})

describe('a manifest of very many lines of one kind', () => {
  const many = (line: (at: number) => string) => Array.from({ length: 50_000 }, (_, at) => line(at)).join('\n')
  const containerOf = (...[text, kind]: Parameters<typeof parseManifest>) => {
    const read = parseManifest(text, kind)
    return read.ok ? read.value.containers[0] : undefined
  }

  it('is read in linear time: a unit with thousands of variables', () => {
    const text = `[Service]\nMemoryMax=1G\n${many(() => 'Environment=GOGC=50')}`
    expect(containerOf(text, 'systemd')).toMatchObject({ memoryLimit: 2 ** 30 })
  })

  it('is read in linear time: a command with thousands of words', () => {
    const words = many(() => '-u A env').replaceAll('\n', ' ')
    const env = containerOf(`[Service]\nExecStart=/usr/bin/env GOGC=50 ${words}`, 'systemd')?.env
    expect(env).toMatchObject([{ name: 'GOGC', text: undefined }])
  })

  it('is read in linear time: a script with thousands of lines', () => {
    expect(containerOf(`#!/bin/sh\n${many(() => 'export GOGC=50')}`, 'env-file')?.env.at(-1)).toMatchObject({
      text: '50',
    })
  })

  it('is read in linear time: a ConfigMap with thousands of keys', () => {
    const data = many((at) => ` k${at}: "${at}"`)
    const map = `kind: ConfigMap\nmetadata: {name: a}\ndata:\n${data}\n GOGC: "50"\n`
    const pod = '---\nkind: Pod\nspec: {containers: [{name: b, envFrom: [{configMapRef: {name: a}}]}]}\n'
    expect(containerOf(map + pod, 'kubernetes')?.env).toMatchObject([{ name: 'GOGC', text: '50' }])
  })
})
