import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A second origin, which answers everything (what ends in `/nothing`, with no content) and remembers what it was asked. */
interface Elsewhere {
  readonly url: string
  readonly asked: readonly string[]
  close(): void
}

export async function createElsewhere(): Promise<Elsewhere> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (/\/nothing\??$/.test(url)) return void response.writeHead(204).end()
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' })
    response.end('window.offenceRan = true')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/thing`, asked, close: () => server.close() }
}
