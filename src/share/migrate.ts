import type { Pairs } from './pairs.ts'

/**
 * Turns the pairs of one version into those of the next. Called for the pairs that stand in the link itself and for
 * those that are packed in it.
 */
export type Migration = (pairs: Pairs, of: 'link' | 'packed') => Pairs

/** Entry i takes version i + 1 to version i + 2. There is only version 1, so there are none. */
export const MIGRATIONS: readonly Migration[] = []

/** The version that these migrations end in: the one that is written, and the newest that is wholly understood. */
export function versionOf(migrations: readonly Migration[]): number {
  return migrations.length + 1
}

/** The link version that is written. */
export const LINK_VERSION = versionOf(MIGRATIONS)

/** Pairs of any version as pairs of the present one. Those of a newer version stay as they are. */
export function migrate(pairs: Pairs, of: 'link' | 'packed', from: number, migrations: readonly Migration[]): Pairs {
  return migrations.slice(Math.max(0, from - 1)).reduce((older, migration) => migration(older, of), pairs)
}
