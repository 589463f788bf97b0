/** The result of `rate()` or of a recording rule contains no counter. */
export const COUNTERS_LOST =
  'series without a metric’s own name were skipped: rate() and recording rules lose the counters. Query the metrics themselves.'

/** The name of a recording rule over a metric of a Go process: `job:go_memstats_alloc_bytes:rate5m`. */
export const RECORDED = /^[ \t>]*[a-zA-Z_]\w{0,200}:[\w:]{0,200}?(?:go|process)_/
