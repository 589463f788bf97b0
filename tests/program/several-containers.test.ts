import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ProgramAnswer } from '../../src/program/jobs.ts'
import { MIB } from '../../src/units.ts'
import { startEngine } from './support/read.ts'

const LOG = readFileSync('tests/fixtures/services/quiet/logs/queue-gogcoff-limit36MiB.log', 'utf8')
const LIMITS = ['api', 'worker']
  .map((name, i) => {
    const labels = `namespace="shop",pod="${name}-0",container="${name}",resource="memory",unit="byte"`
    return `kube_pod_container_resource_limits{${labels}} ${(i + 1) * 512 * MIB}\n`
  })
  .join('')

/** @param run the process that the user picked */
function answerFor(run: number | undefined): ProgramAnswer {
  const engine = startEngine()
  const inputs = [LOG, LIMITS].map((text, i) => {
    const input = i + 1
    engine({ kind: 'push', input, from: 0, as: undefined, bytes: new TextEncoder().encode(text).buffer })
    engine({ kind: 'end', input })
    return { id: input, name: 'input', fileSeconds: undefined }
  })
  const choices = { interval: undefined, run, container: undefined, typed: {} }
  const answer = engine({ kind: 'answer', inputs, choices })
  if (answer.kind !== 'answer') throw new Error(answer.kind)
  return answer
}

const limitIn = ({ known }: ProgramAnswer) => known.find(({ key }) => key === 'containerLimit')?.value

it('beside a log, the limits of several containers do not count until one is picked', () => {
  const unpicked = answerFor(undefined)
  expect([unpicked.run, unpicked.runs.length, limitIn(unpicked)]).toEqual([-1, 2, 'off'])
  const picked = [0, 1].map((run) => answerFor(run))
  expect(picked.map(({ run }) => run)).toEqual([0, 1])
  expect(picked.map(limitIn).sort()).toEqual([1024 * MIB, 512 * MIB])
})
