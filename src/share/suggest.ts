import { distanceOf } from '../distance.ts'

/** A name that is part of a known one means it, if it has as many letters. */
const PART = 4

/** The known name that was most likely meant; undefined if none is similar. Case does not matter. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 40) return undefined
  const wanted = name.toLowerCase()
  const most = Math.ceil(name.length / 3)
  const ranked = Array.from(known, (one) => {
    const whole = one.toLowerCase()
    const isPart = name.length >= PART && whole.includes(wanted)
    return { one, distance: isPart ? Math.min(most, distanceOf(wanted, whole)) : distanceOf(wanted, whole) }
  })
  const near = ranked.filter(({ distance }) => distance <= most)
  return near.sort((a, b) => a.distance - b.distance)[0]?.one
}

/** `; did you mean "spike"?`, or empty. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = suggest(name, known)
  return near === undefined ? '' : `; did you mean "${near}"?`
}
