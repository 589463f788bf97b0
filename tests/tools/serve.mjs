import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Text gets smaller; pictures are compressed as they are. */
const COMPRESSED = /^(text|application\/json|image\/svg)/
/** Below this it is not worth it, in bytes. */
const LEAST_COMPRESSED = 1024
/** Above it a build takes seven times as long to compress, for a third of a per cent less. */
const BROTLI_QUALITY = 7

/** Ports tried, one after the other, when the wanted one is taken. */
const PORTS_TRIED = 50

/**
 * Serves a folder as any static host would, compressed where the browser takes it: files as they are under `base`, its 404.html (or a line) for all else there.
 *
 * @param {{root: string, port: number, base?: string, anyPort?: boolean, headersOf?: (path: string, status: number) => Record<string, string>}} options `base` begins and ends with "/";
 *   with `anyPort`, a taken port gives way to the next free one; `headersOf` adds headers by path and status
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function serve({ root, port, base = '/', anyPort = false, headersOf = () => ({}) }) {
  const compress = createCompressor()
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const { status, type, body: plain } = isRead ? await answer(root, base, request.url ?? '/') : REFUSED
    const { body, encoding } = compress(plain, type, String(request.headers['accept-encoding'] ?? ''))
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      Vary: 'Accept-Encoding',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headersOf((request.url ?? '/').replace(/[?#].*$/s, ''), status),
      ...(isRead ? {} : { Allow: 'GET, HEAD' }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  const open = await listen(server, port, anyPort ? PORTS_TRIED : 1)
  return { url: `http://127.0.0.1:${open}${base}`, close: () => server.close() }
}

const REFUSED = { status: 405, type: 'text/plain; charset=utf-8', body: 'Only GET and HEAD\n' }

/**
 * Compresses what is sent, each content once.
 *
 * @returns {(body: string | Buffer, type: string, accepted: string) => {body: string | Buffer, encoding?: 'br' | 'gzip'}}
 */
function createCompressor() {
  /** @type {Map<string, Buffer>} */
  const known = new Map()
  return (body, type, accepted) => {
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (!encoding || !COMPRESSED.test(type) || body.length < LEAST_COMPRESSED) return { body }
    const key = encoding + createHash('sha256').update(body).digest('base64')
    const packed = known.get(key) ?? pack(Buffer.from(body), encoding)
    known.set(key, packed)
    return { body: packed, encoding }
  }
}

/**
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 */
function pack(body, encoding) {
  if (encoding === 'gzip') return gzipSync(body)
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** A port that nothing listens on. */
export async function findFreePort() {
  const server = createServer()
  const port = await listen(server, 0, 1)
  await new Promise((closed) => server.close(closed))
  return port
}

/**
 * @param {string} root
 * @param {string} base
 * @param {string} target
 */
async function answer(root, base, target) {
  const missing = {
    status: 404,
    type: 'text/plain; charset=utf-8',
    body: /** @type {string | Buffer} */ ('Not found\n'),
  }
  const page = async () => ({ ...missing, type: TYPES['.html'] ?? '', body: await readFile(join(root, '404.html')) })
  try {
    // The URL parser resolves "..", so no path can leave the folder; an encoded slash or dot stays a plain name.
    const { pathname } = new URL(target, 'http://localhost')
    const path = decodeURIComponent(pathname)
    if (!path.startsWith(base) || path.split(/[/\\]/).includes('..')) return missing
    const name = path.endsWith('/') ? `${path}index.html` : path
    const body = await readFile(join(root, name.slice(base.length))).catch(() => undefined)
    if (body === undefined) return await page()
    return { status: 200, type: TYPES[extname(name)] ?? 'application/octet-stream', body }
  } catch {
    return missing
  }
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {number} tries
 * @returns {Promise<number>}
 */
function listen(server, port, tries) {
  return new Promise((resolve, reject) => {
    const onError = (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EADDRINUSE' || tries <= 1) return reject(error)
      resolve(listen(server, port + 1, tries - 1))
    }
    server.once('error', onError)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
