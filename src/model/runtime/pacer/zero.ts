/**
 * A zero that V8 stores as a floating-point number. V8 stores small whole numbers differently: if a field begins as 0
 * and becomes 0.5 in a later run, V8 discards all code that it compiled for reading such objects. A number that is read
 * from a Float64Array is never stored as a whole number.
 */
export const ZERO = new Float64Array(1)[0]!
