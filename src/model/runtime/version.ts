/** A runtime model that computes differently gets a new version. */
export const RUNTIME_MODEL_VERSION = 'runtime-9'
