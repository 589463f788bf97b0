import { distanceOf } from '../distance.ts'

/** The known name that was most likely meant; undefined if none is similar. Case does not matter. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 40) return undefined
  const wanted = name.toLowerCase()
  const most = Math.ceil(name.length / 3)
  let best: string | undefined
  let least = most + 1
  for (const candidate of known) {
    const distance = distanceOf(wanted, candidate.toLowerCase())
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
