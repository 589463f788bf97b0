import { vi } from 'vitest'

/** Waits until a check throws no longer, which it asks again and again: for so long that no busy machine makes it fail. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 })
}
