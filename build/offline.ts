import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { BuildEnvironmentOptions, Plugin } from 'vite'
import type { Build } from '../src/work/offline/kept.ts'

/** A constant name: browsers fetch it again, and so notice a new build. */
const FILE = 'service-worker.js'
const ASSETS = 'assets'
/** Files at the top that the pages need: not those of the frame, the package or the command line. */
const NAMED = /^(index|learn|experiments|evidence|program|log)\.html$|^favicon\.svg$/

/** The service worker: built last, because it lists the other files. */
export const OFFLINE_ENVIRONMENT = {
  consumer: 'client',
  build: {
    target: 'es2022',
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/work/offline/worker.ts',
      output: { format: 'iife', entryFileNames: FILE, codeSplitting: false },
    },
  } satisfies BuildEnvironmentOptions,
} as const

/** Writes into that script what the build consists of. */
export const offlineBuild: Plugin = {
  name: 'sawtooth:offline-build',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'offline',
  generateBundle(_, bundle) {
    const script = bundle[FILE]
    if (script?.type !== 'chunk') throw new Error(`the build has no ${FILE}`)
    script.code = `${toList(readBuild(this.environment.config.build.outDir))}\n${script.code}`
  },
}

/** The line of the script that says what the build consists of. */
export const toList = (build: Build) => `const BUILD=${JSON.stringify(build)};`

/** The content of a folder that was built. */
export function readBuild(folder: string): Build {
  const hash = (text: string | Buffer) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const read = (file: string) => readFileSync(`${folder}/${file}`)
  const named = Object.fromEntries(
    readdirSync(folder)
      .filter((file) => NAMED.test(file))
      .map((file) => [file, hash(read(file))]),
  )
  const assets = readdirSync(`${folder}/${ASSETS}`).map((file) => `${ASSETS}/${file}`)
  const build = { named, assets: assets.sort() }
  return { ...build, version: createHash('sha256').update(JSON.stringify(build)).digest('hex').slice(0, 16) }
}
