/** What a build consists of, as far as a browser keeps it. Paths are relative to the build's folder, without a fragment. */
export interface Build {
  /** Of everything below: another build has another. */
  readonly version: string
  /** Files whose names stay from build to build, each with the hash that tells this build's from another's. */
  readonly named: Readonly<Record<string, string>>
  /** Everything else of the pages, their workers and late parts too, with a hash of its content in its name. */
  readonly assets: readonly string[]
}

const PREFIX = 'sawtooth-'
/** What the folder itself answers with. */
const INDEX = 'index.html'

/** The name of the cache of a build: builds never share one. */
export const cacheNameOf = ({ version }: Build) => PREFIX + version

/** Whether a cache is one of ours, of a build that is not this one. */
export const isOutdated = (name: string, build: Build) => name.startsWith(PREFIX) && name !== cacheNameOf(build)

/** What is kept before it is asked for, with the hash that its content must have where its name has none. */
export function toPrecache({
  named,
  assets,
}: Build): readonly (readonly [path: string, integrity: string | undefined])[] {
  return [...Object.entries(named), ...assets.map((path) => [path, undefined] as const)]
}

/**
 * Which kept file answers a request; undefined: none, the network does, as if nothing were kept. Embedded figures, which
 * are other people's pages' own, are never answered.
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
