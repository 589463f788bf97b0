import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBuild } from '../../build/offline.ts'

const folder = mkdtempSync(join(tmpdir(), 'sawtooth-offline-'))
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const PAGE = '<link rel="modulepreload" href="./assets/a-1.js"><script type="module" src="./assets/main-1.js"></script>'

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  write('index.html', `${PAGE}<link rel="stylesheet" href="./assets/main-1.css" disabled>`)
  for (const file of ['embed.html', 'embed-frame.js', 'cli.js', '404.html', 'licences.txt']) write(file, file)
  for (const file of ['a-1.js', 'main-1.js', 'main-1.css', 'editor-1.js']) write(`assets/${file}`, file)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('what a build consists of', () => {
  it('is each page, its scripts and styles, those that come later too; no frame and no command line', () => {
    const { named, assets } = readBuild(folder)
    expect(Object.keys(named)).toEqual(['index.html'])
    expect(assets).toEqual(['assets/a-1.js', 'assets/editor-1.js', 'assets/main-1.css', 'assets/main-1.js'])
  })

  it('has a hash of each file whose name stays, for browsers to check', () => {
    const text = '<svg/>'
    write('favicon.svg', text)
    const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
    expect(readBuild(folder).named['favicon.svg']).toBe(integrity)
  })

  it('has another version if any of its files changes', () => {
    const before = readBuild(folder).version
    expect(readBuild(folder).version).toBe(before)
    write('index.html', `${PAGE} `)
    const changed = readBuild(folder).version
    write('assets/editor-2.js', '')
    expect(new Set([before, changed, readBuild(folder).version]).size).toBe(3)
  })
})
