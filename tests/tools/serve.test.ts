import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort, serve } from './serve.mjs'

const folder = mkdtempSync(join(tmpdir(), 'sawtooth-serve-'))
const root = join(folder, 'site')

/** Asks for a path exactly as written: `fetch` would tidy it first. */
function ask(url: string, path: string, method = 'GET') {
  return new Promise<{ status: number | undefined; type: string | undefined; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const call = request({ hostname, port, path, method }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], body }))
    })
    call.on('error', reject).end()
  })
}

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<title>here</title>')
  writeFileSync(join(root, 'assets', 'a.js'), 'export {}')
  writeFileSync(join(folder, 'secret'), 'outside')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a folder served from a sub-path', () => {
  let site: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    site = await serve({ root, port: 0, base: '/some/sub/path/' })
  })
  afterAll(() => site.close())

  it('answers with the page and its files, each of its type', async () => {
    expect(await ask(site.url, '/some/sub/path/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(await ask(site.url, '/some/sub/path/assets/a.js?v=1')).toEqual({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      body: 'export {}',
    })
  })

  it.each([
    ['/'],
    ['/assets/a.js'],
    ['/some/sub/path/nothing'],
    ['/some/sub/path/assets'],
    ['/some/sub/path/../../../secret'],
    ['/some/sub/path/../secret'],
    ['/some/sub/path/%2e%2e/secret'],
    ['/some/sub/path/..%2fsecret'],
    ['/some/sub/path/..%5csecret'],
    ['/some/sub/path/%'],
    ['//'],
  ])('answers %s with 404', async (path) => {
    expect(await ask(site.url, path)).toMatchObject({ status: 404, body: 'Not found\n' })
  })

  it('answers what is not there with the folder’s own 404.html, where it has one', async () => {
    writeFileSync(join(root, '404.html'), '<title>lost</title>')
    expect(await ask(site.url, '/some/sub/path/lost')).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
      body: '<title>lost</title>',
    })
    rmSync(join(root, '404.html'))
  })

  it('answers HEAD without a body', async () => {
    expect(await ask(site.url, '/some/sub/path/', 'HEAD')).toMatchObject({ status: 200, body: '' })
  })
})

describe('a port that is taken', () => {
  it('gives way to the next free one if any will do, and is an error otherwise', async () => {
    const first = await serve({ root, port: await findFreePort() })
    const port = Number(new URL(first.url).port)
    const second = await serve({ root, port, anyPort: true })
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port)
    await expect(serve({ root, port })).rejects.toThrow('EADDRINUSE')
    second.close()
    first.close()
  })
})
