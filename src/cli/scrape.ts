import { setTimeout } from 'node:timers/promises'
import type { GivenInput } from '../known/evidence.ts'
import { createInputReader } from '../known/read-input.ts'
import { failedAt, ok, type Problem, type Result } from '../result.ts'
import type { Scraping } from './estimate-options.ts'
import type { ReadInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import { reasonOf } from './read.ts'

const MOST_TEXT = 64 << 20
const TIMEOUT_MS = 30_000

/**
 * Reads /metrics or /debug/vars of a running service again and again, with progress on standard error. An answer that
 * fails is a problem, and the others count.
 */
export async function scrape({ url, every, for: length }: Scraping, io: CliIo): Promise<ReadInputs> {
  const inputs: GivenInput[] = []
  const problems: Problem[] = []
  const start = performance.now()
  const scrapes = Math.max(2, Math.floor(length / every) + 1)
  for (let i = 0; i < scrapes; i++) {
    await setTimeout(Math.max(0, start + 1000 * every * i - performance.now()))
    const input = await scrapeOnce(url)
    if (input.ok) inputs.push(input.value)
    else problems.push(...input.problems)
    io.warn(`scrape ${i + 1} of ${scrapes}: ${input.ok ? 'read' : input.problems[0]?.message}`)
  }
  return { inputs, problems }
}

async function scrapeOnce(url: string): Promise<Result<GivenInput>> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'text/plain, */*' } })
    const fileSeconds = Date.now() / 1000
    if (!answer.ok) return failedAt(url, `the service answered ${answer.status}`)
    const text = await answer.text()
    if (text.length > MOST_TEXT) return failedAt(url, 'the answer is longer than 64 MiB')
    const reader = createInputReader()
    reader.push(text)
    const read = reader.end()
    return read.ok ? ok({ name: url, fileSeconds, read: read.value }) : failedAt(url, read.problems[0]?.message ?? '')
  } catch (error) {
    const { cause = error } = error as Error
    return failedAt(url, `cannot be reached: ${reasonOf(cause)}`)
  }
}
