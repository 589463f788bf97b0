import { allowScripts } from '../work/own-scripts.ts'
import { findParts, type PartName } from './given.ts'

const FILES: Readonly<Record<PartName, string>> = { runtime: './embed-runtime.js', map: './embed-map.js' }

/**
 * Has parts loaded, unless they are here. They are classic scripts, as the frame's own is: a sandbox without an origin
 * takes no modules from servers without CORS headers.
 *
 * @throws Error where one cannot be loaded
 */
export async function loadParts(names: readonly PartName[]): Promise<void> {
  if (import.meta.env.DEV) {
    // As modules, as all that is being worked on.
    await Promise.all([import('./part-runtime.ts'), import('./part-map.ts')])
    return
  }
  const files = Object.values(FILES)
  allowScripts((url) => files.includes(url))
  await Promise.all(names.filter((name) => !findParts()[name]).map(load))
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
