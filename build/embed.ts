import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { BuildEnvironmentOptions, Plugin } from 'vite'
import { FOLDER } from './pages.ts'

const PAGE = 'embed.html'
const SOURCE = `${FOLDER}/${PAGE}`
const MODULE = /<script type="module" src="\/src\/embed\.ts"><\/script>/

/**
 * The page's policy names its script and its style by this: in a sandbox without an origin WebKit takes nothing for
 * 'self', and the figure stayed blank. It is no secret: nothing but this build writes the page.
 */
const NONCE = 'figure'

/** The frame's own script and style; other people's pages load embed.js. */
const SCRIPT = 'embed-frame.js'
const STYLE = 'embed-frame.css'

/**
 * One classic script in one file, without modules and imports: a frame with an opaque origin needs that if its server
 * sends no CORS headers. Later parts (src/embed/parts.ts) are such scripts too.
 */
function classic(input: string, file: string): BuildEnvironmentOptions {
  return {
    emptyOutDir: false,
    copyPublicDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input,
      output: { format: 'iife', entryFileNames: file, assetFileNames: STYLE, codeSplitting: false },
    },
  }
}

/** The frame's script, its parts that few links ask for, and the custom element that makes such frames. */
export const EMBED_ENVIRONMENTS = {
  embed: { consumer: 'client', build: classic('src/embed.ts', SCRIPT) },
  embedRuntime: { consumer: 'client', build: classic('src/embed/part-runtime.ts', 'embed-runtime.js') },
  embedPacked: { consumer: 'client', build: classic('src/embed/part-packed.ts', 'embed-packed.js') },
  embedPresets: { consumer: 'client', build: classic('src/embed/part-presets.ts', 'embed-presets.js') },
  embedPlayer: { consumer: 'client', build: classic('src/embed/part-player.ts', 'embed-player.js') },
  embedMap: { consumer: 'client', build: classic('src/embed/part-map.ts', 'embed-map.js') },
  element: { consumer: 'client', build: classic('src/embed/element.ts', 'embed.js') },
} as const

/** What few links need, and what stands for it in the frame's own script until its part has come. */
const STAND_INS: Readonly<Record<string, string>> = {
  [resolve('src/share/pack.ts')]: resolve('src/embed/packing.ts'),
  [resolve('src/scenario/presets/all.ts')]: resolve('src/embed/presets.ts'),
}

/** Leaves packing and most presets to parts. */
export const embedStandIns: Plugin = {
  name: 'sawtooth:embed-stand-ins',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'embed',
  resolveId: (id, importer) => (importer === undefined ? undefined : STAND_INS[resolve(dirname(importer), id)]),
}

const NO_STYLES = '\0no-styles'

/** Omits the player's styles from its part: the frame's own sheet already has them. */
export const embedPartsWithoutStyles: Plugin = {
  name: 'sawtooth:embed-parts-without-styles',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'embedPlayer',
  resolveId: (id) => (id.endsWith('.css') ? NO_STYLES : undefined),
  load: (id) => (id === NO_STYLES ? '' : undefined),
}

/** Writes the frame's page with its classic script in place of the module that development loads. */
export const embedPage: Plugin = {
  name: 'sawtooth:embed-page',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'embed',
  generateBundle() {
    const html = readFileSync(SOURCE, 'utf8')
    if (!MODULE.test(html)) throw new Error(`${SOURCE} does not load the module that it is to be built from`)
    if (!html.includes(`'nonce-${NONCE}'`)) throw new Error(`the policy of ${SOURCE} does not name the nonce`)
    const tags = `<link rel="stylesheet" nonce="${NONCE}" href="./${STYLE}" />\n    <script defer nonce="${NONCE}" src="./${SCRIPT}"></script>`
    this.emitFile({ type: 'asset', fileName: PAGE, source: html.replace(MODULE, () => tags) })
  },
}
