/** A source of numbers in [0, 1) that a seed settles: xorshift (Marsaglia 2003) with 32 bits, mixed from the seed. */
export function createRandom(seed: number): () => number {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x6d2b79f5) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}
