import type { Source } from './session-state.ts'

/** Pasted text as a file in memory. */
export function fromText(text: string, name = 'pasted text'): Source {
  return { name, blob: new Blob([text]) }
}
