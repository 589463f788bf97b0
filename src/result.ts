/** One thing wrong with an input: where it is (`program.phases[2].allocRate`, "" for the whole) and what to do about it. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The result of reading foreign data: the value, or every problem. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failed(problems: readonly Problem[]): Result<never> {
  return { ok: false, problems }
}

/** Whether foreign data is an object with fields: no list. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function failedAt(path: string, message: string): Result<never> {
  return failed([{ path, message }])
}
