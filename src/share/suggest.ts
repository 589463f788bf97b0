/** The known name that was most likely meant; undefined if none is similar. Case does not matter. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 40) return undefined
  const wanted = name.toLowerCase()
  const most = Math.ceil(name.length / 3)
  let best: string | undefined
  let least = most + 1
  for (const candidate of known) {
    const distance = toDistance(wanted, candidate.toLowerCase())
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** `; did you mean "spike"?`, or empty. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = suggest(name, known)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/** Levenshtein's distance: characters to insert, delete or replace. */
function toDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let k = 0; k < b.length; k++) {
      const replaced = (row[k] ?? 0) + (a[i] === b[k] ? 0 : 1)
      next.push(Math.min(replaced, (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
