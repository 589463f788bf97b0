import { allowScripts } from '../work/own-scripts.ts'
import { findParts, type PartName, type Parts } from './given.ts'

const FILES: Readonly<Record<PartName, string>> = {
  runtime: './embed-runtime.js',
  map: './embed-map.js',
  packed: './embed-packed.js',
  presets: './embed-presets.js',
  player: './embed-player.js',
}

/**
 * Has parts loaded, unless they are here. They are classic scripts, as the frame's own is: a sandbox without an origin
 * takes no modules from servers without CORS headers.
 *
 * @throws Error where one cannot be loaded
 */
export async function loadParts(names: readonly PartName[]): Promise<Partial<Parts>> {
  if (import.meta.env.DEV) {
    // As modules, as all that is being worked on.
    await Promise.all([
      import('./part-runtime.ts'),
      import('./part-map.ts'),
      import('./part-packed.ts'),
      import('./part-presets.ts'),
      import('./part-player.ts'),
    ])
    return findParts()
  }
  const files = Object.values(FILES)
  allowScripts((url) => files.includes(url))
  await Promise.all(names.filter((name) => !findParts()[name]).map(load))
  const here = findParts()
  const missing = names.find((name) => !here[name])
  if (missing) throw new Error(`${FILES[missing]} has come without its part`)
  return here
}

function load(name: PartName): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.nonce = document.querySelector('script')?.nonce ?? ''
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${FILES[name]} could not be loaded`))
    script.src = FILES[name]
    document.head.append(script)
  })
}
