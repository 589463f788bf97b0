/**
 * A zero that V8 stores as a floating-point number, as every value from a Float64Array. If a field begins as a small
 * whole number and becomes 0.5 in a later run, V8 discards all code that it compiled for reading such objects.
 */
export const ZERO = new Float64Array(1)[0]!
