import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { call } from './harness.ts'

const FOLDER = 'tests/fixtures/metrics/steady'
const SCRAPES = ['metrics-0.txt', 'metrics-4.txt'].map((name) => readFileSync(`${FOLDER}/${name}`))
const DUMPS = ['vars-1.json', 'vars-4.json'].map((name) => readFileSync(`${FOLDER}/${name}`))

/** What `estimate` makes of a service that answers so, scraped twice, or as often as is said. */
async function scraped(listener: RequestListener, times = 2) {
  let requests = 0
  const server = createServer((request, answer) => {
    requests++
    listener(request, answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
  const length = `${600 * (times - 1)}ms`
  const result = await call(['estimate', '--scrape', url, '--every', '600ms', '--for', length])
  server.closeAllConnections()
  server.close()
  return {
    ...result,
    requests,
    answer: result.lines[0] as { known?: { key: string }[]; problems: { message: string }[] },
  }
}

/** Sends each of them in turn, and then the last one again. */
function inTurn(bodies: readonly Buffer[], send: (answer: ServerResponse, body: Buffer) => void): RequestListener {
  let next = 0
  return (_, answer) => send(answer, bodies[Math.min(next++, bodies.length - 1)]!)
}

const keys = (answer: { known?: { key: string }[] }) => (answer.known ?? []).map(({ key }) => key)

// Beside each other: most of the time they wait for the next scrape.
describe.concurrent('sawtooth estimate --scrape', () => {
  it('reads a running service as often as it was told, with progress on standard error', async () => {
    const { code, answer, err, requests } = await scraped(inTurn(SCRAPES, (answer, body) => answer.end(body)))
    expect(code).toBe(0)
    expect(requests).toBe(2)
    expect(err).toMatch(/scrape 1 of 2: read, the next in 0.6 s\nscrape 2 of 2: read\n/)
    expect(answer.problems).toEqual([])
    expect(keys(answer)).toContain('allocRate')
  })

  it('reads an answer that is compressed', async () => {
    const listener = inTurn(SCRAPES, (answer, body) =>
      answer.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(gzipSync(body)),
    )
    expect(keys((await scraped(listener)).answer)).toContain('allocRate')
  })

  it('reads /debug/vars, and drops its command line', async () => {
    const { answer, out, err } = await scraped(inTurn(DUMPS, (answer, body) => answer.end(body)))
    expect(keys(answer)).toEqual(expect.arrayContaining(['allocRate', 'liveHeap']))
    expect(String(DUMPS[0])).toContain('hunter2')
    expect(out + err).not.toContain('hunter2')
  })

  it('goes on after an answer that fails', async () => {
    const bodies = [SCRAPES[0]!, Buffer.from('no'), SCRAPES[1]!]
    const listener = inTurn(bodies, (answer, body) => answer.writeHead(body.length < 10 ? 503 : 200).end(body))
    const { code, answer, err } = await scraped(listener, 3)
    expect(code).toBe(0)
    expect(err).toMatch(/scrape 2 of 3: the service answered 503/)
    expect(answer.problems).toMatchObject([{ message: expect.stringMatching(/503/) }])
    expect(keys(answer)).toContain('allocRate')
  })

  it.each<[string, RequestListener, RegExp]>([
    ['404', (_, answer) => answer.writeHead(404).end('no such page'), /answered 404 Not Found/],
    [
      'a web page',
      (_, answer) => answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>'),
      /answered with a web page, not with metrics.*is it the address of \/metrics/,
    ],
    ['nothing', (_, answer) => answer.end(), /answered with nothing/],
    ['an end too early', (_, answer) => answer.destroy(), /cannot be reached/],
    [
      'no end at all',
      (_, answer) => {
        const line = Buffer.alloc(1 << 20, `# HELP go_goroutines ${'x'.repeat(1000)}\n`)
        const more = () => {
          while (!answer.destroyed && answer.write(line));
        }
        answer.on('drain', more)
        more()
      },
      /longer than 64 MiB/,
    ],
  ])('says what is wrong with %s at once, and does not try again', async (_, listener, message) => {
    const { code, err, requests, answer } = await scraped(listener)
    expect(code).toBe(1)
    expect(requests).toBe(1)
    expect(err).toMatch(message)
    expect(answer.problems).toMatchObject([{ message: expect.stringMatching(message) }])
  })

  it('says if nobody listens', async () => {
    const { code, err } = await call(['estimate', '--scrape', 'http://127.0.0.1:1/metrics', '--for', '1s'])
    expect(code).toBe(1)
    expect(err).toMatch(/scrape 1 of 2: cannot be reached: .*refused|ECONNREFUSED|bad port/i)
  })

  it('says what is wrong with a call, and never quotes a password', async () => {
    for (const url of ['localhost:8080/metrics', 'http://', 'http://[/'])
      expect(await call(['estimate', '--scrape', url])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/http:\/\//),
      })
    const secret = await call(['estimate', '--scrape', 'http://me:hunter2@127.0.0.1/metrics'])
    expect(secret).toMatchObject({ code: 2, err: expect.stringMatching(/user and password/) })
    expect(secret.err + secret.out).not.toContain('hunter2')
    expect(await call(['estimate', '-', '--every', '5s'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--scrape URL/),
    })
  })
})
