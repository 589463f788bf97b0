import { vi } from 'vitest'

/** Repeats a check until it passes. It may take 20 s, so that a busy machine is no reason to fail. */
export function until(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 })
}
