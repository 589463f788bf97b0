import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNginxHeaders } from './nginx-headers.mjs'
import { findFreePort, serve } from './serve.mjs'

const folder = mkdtempSync(join(tmpdir(), 'sawtooth-serve-'))
const root = join(folder, 'site')

interface Answer {
  status: number | undefined
  type: string | undefined
  cached?: string | undefined
  allow?: string | undefined
  body: string
}

/** Asks for a path exactly as written: `fetch` would tidy it first. */
function ask(url: string, path: string, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const call = request({ hostname, port, path, method }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => {
        const { 'content-type': type, 'cache-control': cached, allow } = response.headers
        resolve({ status: response.statusCode, type, cached, allow, body })
      })
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

describe('compression', () => {
  it('has an accepted encoding, for long texts only, and gives the same bytes back', async () => {
    const text = 'the heap grows until the next cycle\n'.repeat(100)
    writeFileSync(join(root, 'assets', 'long.js'), text)
    writeFileSync(join(root, 'assets', 'picture.png'), text)
    const site = await serve({ root, port: 0 })
    const load = async (file: string, accepted: string) => {
      const { headers, body } = await askBytes(`${site.url}assets/${file}`, accepted)
      return { encoding: headers['content-encoding'], length: Number(headers['content-length']), body }
    }
    const [brotli, gzip, plain] = [
      await load('long.js', 'gzip, br'),
      await load('long.js', 'gzip'),
      await load('long.js', ''),
    ]
    expect([brotli.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(brotli.length).toBe(brotli.body.length)
    expect(brotli.length).toBeLessThan(text.length / 10)
    expect((await load('picture.png', 'br')).encoding).toBeUndefined()
    expect((await load('a.js', 'br')).encoding).toBeUndefined()
    site.close()
  })
})

/** The answer as it is sent: nothing is decompressed. */
function askBytes(url: string, accepted: string) {
  return new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const call = request(url, { headers: { 'Accept-Encoding': accepted } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
    })
    call.on('error', reject).end()
  })
}

describe('a folder served from a sub-path', () => {
  let site: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    site = await serve({ root, port: 0, base: '/some/sub/path/' })
  })
  afterAll(() => site.close())

  it('answers with the page and its files, each of its type', async () => {
    expect(await ask(site.url, '/some/sub/path/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(await ask(site.url, '/some/sub/path/assets/a.js?v=1')).toMatchObject({
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
    expect(await ask(site.url, '/some/sub/path/lost')).toMatchObject({
      status: 404,
      type: 'text/html; charset=utf-8',
      body: '<title>lost</title>',
    })
    rmSync(join(root, '404.html'))
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s, and says what it answers', async (method) => {
    expect(await ask(site.url, '/some/sub/path/', method)).toMatchObject({ status: 405, allow: 'GET, HEAD' })
  })

  it('answers HEAD without a body', async () => {
    expect(await ask(site.url, '/some/sub/path/', 'HEAD')).toMatchObject({ status: 200, body: '' })
  })
})

describe('the headers of the hosting configuration', () => {
  let site: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    const headersOf = readNginxHeaders(fileURLToPath(new URL('../../hosting/nginx.conf', import.meta.url)))
    site = await serve({ root, port: 0, headersOf })
  })
  afterAll(() => site.close())

  it('cache a file with a hash in its name for ever, and a missing file never', async () => {
    expect(await ask(site.url, '/assets/a.js')).toMatchObject({
      status: 200,
      cached: expect.stringContaining('immutable'),
    })
    expect(await ask(site.url, '/assets/gone.js')).toMatchObject({ status: 404, cached: 'no-cache' })
    expect(await ask(site.url, '/gone')).toMatchObject({ status: 404, cached: 'no-cache' })
    expect(await ask(site.url, '/assets/a.js', 'POST')).toMatchObject({ status: 405, cached: 'no-cache' })
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
