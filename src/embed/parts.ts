import { allowScripts } from '../work/own-scripts.ts'
import { findParts, type PartName, type Parts } from './part-registry.ts'

const NAMES: readonly PartName[] = ['runtime', 'map', 'packed', 'presets', 'player']
const fileOf = (name: PartName) => `./embed-${name}.js`

/**
 * Loads parts that are not loaded yet. They are classic scripts, as that of the frame: in a sandbox without an origin,
 * modules need CORS headers, which many servers do not send.
 *
 * @throws Error if one cannot be loaded
 */
export async function loadParts(names: readonly PartName[]): Promise<Partial<Parts>> {
  if (import.meta.env.DEV) {
    // During development they are modules, as everything else.
    await Promise.all([
      import('./part-runtime.ts'),
      import('./part-map.ts'),
      import('./part-packed.ts'),
      import('./part-presets.ts'),
      import('./part-player.ts'),
    ])
    return findParts()
  }
  allowScripts((url) => NAMES.some((name) => url === fileOf(name)))
  await Promise.all(names.filter((name) => !findParts()[name]).map(load))
  const here = findParts()
  const missing = names.find((name) => !here[name])
  if (missing) throw new Error(`${fileOf(missing)} has come without its part`)
  return here
}

function load(name: PartName): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.nonce = document.querySelector('script')?.nonce ?? ''
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${fileOf(name)} could not be loaded`))
    script.src = fileOf(name)
    document.head.append(script)
  })
}
