import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LICENCES_FILE = 'licences.txt'
/** The packages in a build; the npm package bundles them too, so it has no dependencies. */
export const SHIPPED = ['d3-array', 'd3-contour', 'fflate', 'react', 'react-dom', 'yaml', 'zustand']
const LOCK = 'package-lock.json'
const LICENCE = /^(licen[cs]e|copying)/i

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The licences of every package that may be in a build: of what `SHIPPED` names and of what that needs. */
export function readLicences(): string {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, Locked> }
  const shipped = new Map<string, Locked>()
  const take = (names: readonly string[]) => {
    for (const name of names) {
      const found = packages[`node_modules/${name}`]
      if (!found || shipped.has(name)) continue
      shipped.set(name, found)
      take(Object.keys(found.dependencies ?? {}))
    }
  }
  take(SHIPPED)
  return [...shipped]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(toText)
    .join('\n\n')
}

/** @throws Error for a package without a licence: it cannot be passed on */
function toText([name, { version, license }]: [string, Locked]): string {
  const folder = `node_modules/${name}`
  const file = readdirSync(folder).find((entry) => LICENCE.test(entry))
  if (!file) throw new Error(`${name} ships no licence file`)
  const text = readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version} (${license})\n${'-'.repeat(60)}\n${text}\n`
}

/** Puts the licences beside what is built. */
export const licences: Plugin = {
  name: 'sawtooth:licences',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: readLicences() })
  },
}
