/** The files of a build that a browser keeps. Paths are relative to the build’s folder, without a fragment. */
export interface Build {
  /** A hash of everything below, so every build has another. */
  readonly version: string
  /** Files with the same name in every build, each with the hash of this build’s content. */
  readonly named: Readonly<Record<string, string>>
  /** All other files of the pages, with workers and late parts. Each has a hash of its content in its name. */
  readonly assets: readonly string[]
}

const PREFIX = 'sawtooth-'
/** The file that the folder itself is answered with. */
const INDEX = 'index.html'

/** The name of a build’s cache. No two builds share one. */
export const cacheNameOf = ({ version }: Build) => PREFIX + version

/** Whether a cache belongs to another build of ours. */
export const isOutdated = (name: string, build: Build) => name.startsWith(PREFIX) && name !== cacheNameOf(build)

/** The files that are kept before a page asks for them, with the hash that a file without one in its name must have. */
export function toPrecache({
  named,
  assets,
}: Build): readonly (readonly [path: string, integrity: string | undefined])[] {
  return [...Object.entries(named), ...assets.map((path) => [path, undefined] as const)]
}

/**
 * The kept file that answers a request; undefined: the network does, as if nothing were kept. Embedded figures are
 * never answered, because they belong to other people's pages.
 *
 * @param request its method and whole address
 * @param scope address of the build's folder
 */
export function toKeptPath(
  request: { readonly method: string; readonly url: string },
  scope: string,
  { named, assets }: Build,
): string | undefined {
  const [address = ''] = request.url.split(/[?#]/)
  if (request.method !== 'GET' || !address.startsWith(scope)) return undefined
  const path = address.slice(scope.length) || INDEX
  return Object.hasOwn(named, path) || assets.includes(path) ? path : undefined
}
