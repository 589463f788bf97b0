/** What the browser stores for this page: nothing where it refuses (a sandboxed frame, a full disk). */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The page works without it.
  }
}

/** Whether the browser stores anything for this page. */
export function canStore(): boolean {
  const key = 'sawtooth-kept'
  store(key, '1')
  return readStored(key) === '1'
}

/** Calls back when another tab stores a value under a key; with undefined if it removes the value. */
export function onStored(key: string, listener: (value: string | undefined) => void): void {
  addEventListener('storage', (event) => {
    // Without a key, all storage was cleared.
    if (event.key === key || event.key === null) listener(event.newValue ?? undefined)
  })
}
