import { distanceOf } from '../distance.ts'

/** The known name that was most likely meant; undefined if none is similar. Case does not matter. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 40) return undefined
  const wanted = name.toLowerCase()
  const most = Math.ceil(name.length / 3)
  const ranked = Array.from(known, (one) => ({ one, distance: distanceOf(wanted, one.toLowerCase()) }))
  const near = ranked.filter(({ distance }) => distance <= most)
  return near.sort((a, b) => a.distance - b.distance)[0]?.one
}

/** `; did you mean "spike"?`, or empty. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = suggest(name, known)
  return near === undefined ? '' : `; did you mean "${near}"?`
}
