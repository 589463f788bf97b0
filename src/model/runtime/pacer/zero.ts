/** A floating-point zero for V8, which discards compiled code when a field that began as a whole number becomes 0.5. */
export const ZERO = new Float64Array(1)[0]!
