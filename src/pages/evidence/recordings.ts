import type { RecordedSetting } from '../../explore/evidence.ts'
import type { RecordedLog } from '../work/jobs.ts'

/** Recorded runs of real Go programs, as the build puts them beside this page. */
export interface Recordings {
  readonly programs: readonly RecordedSetting[]
  readonly jobs: readonly RecordedSetting[]
  /** Text of each log, by program and recording: `cache-a`, `cache-b`. */
  readonly logs: Readonly<Record<string, string>>
}

/** @throws Error where the file is not there */
export async function loadRecordings(): Promise<Recordings> {
  const response = await fetch('./recordings.json')
  if (!response.ok) throw new Error(`recordings.json: ${response.status}`)
  return (await response.json()) as Recordings
}

/** Every log with the settings under which its program was recorded. */
export function toRecordedLogs({ programs, jobs, logs }: Recordings): readonly RecordedLog[] {
  return Object.entries(logs).map(([name, log]) => {
    const program = name.replace(/-[a-z]$/, '')
    return { log, settings: [...programs, ...jobs].filter((setting) => setting.program === program) }
  })
}
