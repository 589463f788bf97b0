import { toEvidence } from '../../src/known/evidence.ts'
import type { Evidence } from '../../src/known/known.ts'
import { readText } from '../metrics/read.ts'

/**
 * What inputs of one program tell, given as their texts.
 * @param interval seconds between two scrapes without times
 * @throws Error if one cannot be read
 */
export async function readEvidence(
  texts: readonly string[],
  typed: Evidence['typed'] = {},
  interval?: number,
): Promise<Evidence> {
  const reads = await Promise.all(texts.map((text) => readText(text)))
  const inputs = reads.map((read, i) => {
    if (!read.ok) throw new Error(read.problems[0]?.message)
    return { name: String(i), read: read.value }
  })
  const evidence = toEvidence(inputs, { typed, interval })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return evidence.value
}
