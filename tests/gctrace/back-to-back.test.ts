import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { OFF } from '../../src/units.ts'
import { readLog } from './support.ts'

it('a diagnosis says if cycles follow each other at once in a short part of the run: recorded, three of 69', () => {
  const { columns } = readLog(readFileSync('tests/fixtures/metrics/bodies/gctrace-100.log', 'utf8'))
  const found = diagnose(columns, { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF })
  expect(found.find(({ kind }) => kind === 'back-to-back')).toMatchObject({
    title: 'Cycles follow each other at once, at times',
    text: expect.stringMatching(/^In cycles \d+ to \d+, under a tenth of the run, the next cycle started as soon as/),
    figures: 'In 3 of 69 cycles.',
  })
})
