import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Frame, type Page } from '@playwright/test'

/** Somebody else's page, on an origin of its own. */
interface Host {
  readonly url: string
  close(): void
}

/** Serves one page of HTML, with what is said to it kept in `said`. */
export async function createHost(body: string): Promise<Host> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Elsewhere</title>
<script>said = []; addEventListener('message', (event) => said.push(event.data))</script>
<body>${body}</body></html>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(html)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** An iframe of ours as HTML, sandboxed as strictly as it may be. */
export function frameHtml(
  baseURL: string | undefined,
  link: string,
  { sandbox = 'allow-scripts', height = 500 } = {},
): string {
  const src = `${baseURL}embed.html${link}`.replaceAll('&', '&amp;')
  return `<iframe sandbox="${sandbox}" src="${src}" style="width:100%;height:${height}px;border:0"></iframe>`
}

/** The frames of ours in a page, in order, once there are `count` and each has drawn. */
export async function findFrames(page: Page, count: number): Promise<Frame[]> {
  const find = () => page.frames().filter((frame) => frame.url().includes('/embed.html'))
  await expect.poll(() => find().length).toBe(count)
  const frames = find()
  for (const frame of frames) await frame.waitForSelector('.heap-chart .area.live')
  return frames
}

export interface Said {
  readonly type: string
  readonly height?: number
  readonly link?: string
}

/** What frames have said to their host so far. */
export function readSaid(page: Page): Promise<Said[]> {
  return page.evaluate(() => Reflect.get(window, 'said') as Said[])
}
