import { readFileSync } from 'node:fs'

/** A log of a small program of ours, by its name. */
export function recordedLog(name: string): string {
  return readFileSync(`tests/fixtures/runs/logs/${name}.log`, 'utf8')
}
