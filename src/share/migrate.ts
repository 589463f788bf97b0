import type { Pairs } from './pairs.ts'

/**
 * Turns the pairs of one version into those of the next. Called once for the pairs in the link itself, and once for the
 * pairs packed in it.
 */
export type Migration = (pairs: Pairs, of: 'link' | 'packed') => Pairs

/** Entry i takes version i + 1 to version i + 2. Empty, because version 1 is the only one. */
export const MIGRATIONS: readonly Migration[] = []

/** The version that these migrations end in: links are written in it, and it is the newest that is fully understood. */
export function versionOf(migrations: readonly Migration[]): number {
  return migrations.length + 1
}

export const LINK_VERSION = versionOf(MIGRATIONS)

/** Pairs of any older version as pairs of the present one. Pairs of a newer version stay as they are. */
export function migrate(pairs: Pairs, of: 'link' | 'packed', from: number, migrations: readonly Migration[]): Pairs {
  return migrations.slice(Math.max(0, from - 1)).reduce((older, migration) => migration(older, of), pairs)
}
