import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  EVIDENCE_FIGURES,
  EVIDENCE_GOALS,
  type RecordedSetting,
  summarizeErrors,
  toEvidence,
  toRecordedScenario,
} from '../../src/explore/evidence.ts'
import { simulate } from '../../src/model/simulate.ts'
import { toEvidenceText } from '../tools/evidence-text.ts'

const settings: RecordedSetting[] = JSON.parse(readFileSync('tests/fixtures/runs/programs.json', 'utf8'))
const rows = settings.map((setting) => toEvidence(setting, simulate(toRecordedScenario(setting))))

describe('the runtime model beside recorded programs', () => {
  it.each(EVIDENCE_FIGURES)('predicts %s within what is asked of it', (figure) => {
    const { median, p90 } = summarizeErrors(rows, figure)
    expect(median).toBeLessThanOrEqual(EVIDENCE_GOALS[figure].median)
    expect(p90).toBeLessThanOrEqual(EVIDENCE_GOALS[figure].p90)
  })

  it('says rightly everywhere whether the GC CPU limiter was limiting', () => {
    expect(rows.filter((row) => !row.isVerdictRight).map((row) => row.setting)).toEqual([])
  })

  it('is never off by more than a third in cycles or peak heap', () => {
    // With six cycles in a run, one that comes before the spike or after it makes all the difference.
    expect(summarizeErrors(rows, 'peakHeapMiB').worst).toBeLessThan(0.33)
    expect(summarizeErrors(rows, 'cycles').worst).toBeLessThan(0.33)
  })

  it('holds a thrashing program near half of the CPU, as Go does', () => {
    const thrashing = settings.filter(
      ({ program, memoryLimit }) => program === 'thrash' && ['200MiB', '300MiB', '400MiB'].includes(memoryLimit),
    )
    expect(thrashing).toHaveLength(6)
    for (const setting of thrashing) {
      const { gcCpuFraction } = simulate(toRecordedScenario(setting)).result
      // Measured: 43 to 52 % by Go's own account, which is not exact itself while cycles follow each other closely.
      expect(gcCpuFraction).toBeGreaterThan(0.43)
      expect(gcCpuFraction).toBeLessThan(0.57)
    }
  })

  it('prints a line per setting and the summary', () => {
    const lines = toEvidenceText(rows).split('\n')
    expect(lines).toHaveLength(1 + settings.length + 1 + 4)
    expect(lines.at(-1)).toContain(`${settings.length} of ${settings.length} verdicts`)
  })
})
