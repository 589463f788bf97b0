import { describe, expect, it } from 'vitest'
import type { InputKind } from '../../src/known/input/input-kind.ts'
import { namesOf, notesOn } from '../../src/program/input-list.tsx'
import type { TypedValues, When } from '../../src/program/jobs.ts'
import type { ShownInput } from '../../src/program/session.ts'
import type { Settings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF } from '../../src/units.ts'
import { startEngine } from './support/read.ts'

let lastId = 0
const blob = new Blob([''])

function read(as: InputKind, when?: When, name?: string): ShownInput {
  return { id: ++lastId, given: { name, blob }, state: { kind: 'read', as, notes: [], when } }
}

describe('what inputs are called', () => {
  it('by their kinds; scrapes are numbered by allocated bytes, not by the order of pasting', () => {
    const inputs = [
      read('prometheus-text', { scrapes: 1, total: 900 }),
      read('kubernetes'),
      read('prometheus-text', { scrapes: 1, total: 200 }),
      read('vars', { scrapes: 1, total: 100 }),
    ]
    expect(namesOf(inputs)).toEqual([
      '/metrics, scrape 2 of 2',
      'Kubernetes manifest',
      '/metrics, scrape 1 of 2',
      '/debug/vars',
    ])
  })

  it('by a number too, if their names would be equal', () => {
    const log = () => read('gctrace')
    expect(namesOf([log(), read('kubernetes'), log()])).toEqual([
      'gctrace log 1',
      'Kubernetes manifest',
      'gctrace log 2',
    ])
  })

  it('by their times, if they have any', () => {
    const noon = Date.UTC(2026, 10, 22, 12) / 1000
    expect(namesOf([read('prometheus-json', { scrapes: 60, span: [noon, noon + 3600] })])).toEqual([
      'Prometheus answer, 2026-11-22 12:00 to 13:00 UTC',
    ])
    const [later, earlier] = namesOf([
      read('prometheus-text', { scrapes: 1, span: [noon + 60, noon + 60], total: 1 }),
      read('prometheus-text', { scrapes: 1, span: [noon, noon], total: 2 }),
    ])
    expect([earlier, later]).toEqual(['/metrics, scrape 1 of 2', '/metrics, scrape 2 of 2'])
  })

  it('a file keeps its name, and an input that is being read has no kind yet', () => {
    expect(namesOf([read('compose', undefined, 'compose.yaml')])).toEqual(['compose.yaml, compose file'])
    const reading = { id: ++lastId, given: { blob }, state: { kind: 'reading', bytes: 0 } } as const
    expect(namesOf([reading])).toEqual(['pasted text'])
    const unread = { id: ++lastId, given: { blob }, state: { kind: 'unread', as: undefined, problem: 'why' } } as const
    expect(namesOf([unread])).toEqual(['pasted text'])
  })
})

it('a note on docker stats asks for the container’s limit until that is typed', () => {
  const run = startEngine()
  const bytes = new TextEncoder().encode('{"Name":"api","MemUsage":"180.4MiB / 512MiB","MemPerc":"35.23%"}').buffer
  run({ kind: 'push', input: 1, from: 0, as: undefined, bytes })
  const input = run({ kind: 'end', input: 1 })
  if (input.kind !== 'read') throw new Error(input.kind)
  const notes = (typed: TypedValues, settings: Settings = {}) => notesOn(input, { typed, settings })
  expect(notes({ procs: 2 })).toEqual([expect.stringMatching(/512MiB after the slash is the limit/)])
  expect(notes({ containerLimit: 512 * MIB })).toEqual([])
  expect(notes({}, { containerLimit: OFF })).toEqual([])
})
