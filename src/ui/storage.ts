/** What the browser keeps for this page. Every call may be refused (a sandboxed frame, a full disk): then nothing is kept. */
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
    // Nothing depends on it.
  }
}

/** Whether the browser keeps anything for this page. */
export function canStore(): boolean {
  const key = 'sawtooth-kept'
  store(key, '1')
  return readStored(key) === '1'
}

/** Calls back when another tab stores something under a key; with undefined where it is removed. */
export function onStored(key: string, listener: (value: string | undefined) => void): void {
  addEventListener('storage', (event) => {
    // Without a key: all storage was emptied.
    if (event.key === key || event.key === null) listener(event.newValue ?? undefined)
  })
}
