import { setTimeout } from 'node:timers/promises'
import type { GivenInput } from '../known/evidence.ts'
import { createInputReader, type ReadInput } from '../known/input/read-input.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import type { ReadInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import { reasonOf } from './read.ts'

/** How to scrape a running service. Times in seconds. */
export interface Scraping {
  readonly url: string
  readonly every: number
  readonly for: number
}

const MOST_BYTES = 64 << 20
const TIMEOUT_MS = 30_000

/** A failed answer is skipped. If the first answer fails, that is the problem, without waiting. */
export async function scrape({ url, every, for: length }: Scraping, io: CliIo): Promise<Result<ReadInputs>> {
  const inputs: GivenInput[] = []
  const problems: Problem[] = []
  const start = performance.now()
  const scrapes = Math.max(2, Math.floor(length / every) + 1)
  for (let i = 0; i < scrapes; i++) {
    await setTimeout(Math.max(0, start + 1000 * every * i - performance.now()))
    const input = await scrapeOnce(url)
    if (input.ok) inputs.push(input.value)
    else problems.push(...input.problems)
    const next = i + 1 < scrapes && inputs.length > 0 ? `, the next in ${every} s` : ''
    io.warn(`scrape ${i + 1} of ${scrapes}: ${input.ok ? 'read' : input.problems[0]?.message}${next}`)
    if (inputs.length === 0) return failed(problems)
  }
  return ok({ inputs, problems })
}

async function scrapeOnce(url: string): Promise<Result<GivenInput>> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'text/plain, */*' } })
    const fileSeconds = Date.now() / 1000
    if (!answer.ok) return failedAt(url, `the service answered ${answer.status} ${answer.statusText}`.trimEnd())
    const read = await readBody(answer)
    if (!read.ok) return failedAt(url, read.problems[0]?.message ?? '')
    return ok({ name: url, fileSeconds, read: read.value })
  } catch (error) {
    const { cause, name } = error as Error
    if (name === 'TimeoutError') return failedAt(url, `did not answer within ${TIMEOUT_MS / 1000} s`)
    return failedAt(url, `cannot be reached: ${reasonOf(cause ?? error)}`)
  }
}

async function readBody({ body, headers }: Response): Promise<Result<ReadInput>> {
  const reader = createInputReader()
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the request, so an answer without an end does not block.
    if (bytes > MOST_BYTES) return failedAt('', 'the answer is longer than 64 MiB')
    reader.push(decoder.decode(chunk, { stream: true }))
  }
  reader.push(decoder.decode())
  const read = reader.end()
  if (read.ok && 'metrics' in read.value) return read
  const type = headers.get('content-type')?.split(';')[0]
  const what = type === 'text/html' ? 'a web page' : bytes === 0 ? 'nothing' : (type ?? 'something else')
  return failedAt(
    '',
    `answered with ${what}, not with metrics of a Go program: is it the address of /metrics or /debug/vars?`,
  )
}
