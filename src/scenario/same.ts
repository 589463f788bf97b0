export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return keys.length === others.length && keys.every((key) => isSame(at(a, key), at(b, key)))
}

function at(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key]
}
