/**
 * Zero, as V8 keeps numbers that need not be whole. It keeps small whole numbers apart from others: where a field begins
 * as 0 and becomes 0.5 in a later run, everything that was compiled to read such objects is thrown away. What is read
 * from a column of numbers is never kept as whole.
 */
export const ZERO = new Float64Array(1)[0]!
