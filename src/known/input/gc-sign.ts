/** A line of gctrace, of any version: `gc 1 @0.004s 0%: …`, `gc1(1): …`. */
export const GC_LINE = /\bgc ?\d+(?:\(\d+\):| @[\d.]+s \d+%:)/
