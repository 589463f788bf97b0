import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { EMBED_ENVIRONMENTS, embedPage, embedPartsWithoutStyles, embedStandIns } from './build/embed.ts'
import { firstPaint } from './build/first-paint.ts'
import { licences } from './build/licences.ts'
import { OFFLINE_ENVIRONMENT, offlineBuild } from './build/offline.ts'
import { pageInputs, pageShell, pagesOnTop } from './build/pages.ts'
import { sitePages } from './build/site.ts'

/** The development server injects inline scripts and styles (React refresh, HMR); only the built page keeps its policy. */
const withoutPolicyInDevelopment: Plugin = {
  name: 'sawtooth:without-policy-in-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
}

/** `vitest run`, and not where tests are run again in one process while the source changes: watched, or by mutants. */
const isTestRun = Boolean(process.env.VITEST) && process.argv.includes('run')

/** The source is imported by Node itself, which makes simulations twice as fast. Stacks have other lines there. */
const NATIVE = {
  // Simulations leave their columns behind: where young objects have more room, fewer of them are copied.
  execArgv: ['--import', './tests/tools/native/register.mjs', '--min-semi-space-size=32', '--max-semi-space-size=64'],
  server: {
    deps: {
      external: [/\/src\/.*\.tsx?$/],
    },
  },
}

/**
 * Small modules that the first screen needs, and parts that come later too: in one chunk, which packs better than fifteen.
 * React stands in it, as all parts need that.
 */
const BASE =
  /\/src\/((result|units|format|numbers)|scenario\/(round|rates|go-env|same|with-model|typed(-text|-container)?)|model\/(slices|ceiling|phase|trace|empty|search|clock|cycles|tally|step-line|steps|guide\/goal|judgement\/(count|limits|facts|rules))|charts\/(path|layout|dom)|scenario\/presets\/as-published)\.ts$|\/node_modules\/(d3-array|react)\//

export default defineConfig({
  // Relative, so that the build works from any sub-path of any static host.
  base: './',
  plugins: [
    react(),
    withoutPolicyInDevelopment,
    embedStandIns,
    embedPartsWithoutStyles,
    embedPage,
    firstPaint(),
    pageShell,
    pagesOnTop,
    licences,
    sitePages(process.env.SITE_URL),
    offlineBuild,
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // No data addresses: the page's policy allows them for images alone. What is written into a page has its hash there.
    assetsInlineLimit: 0,
    // Parts that come later are small, and a preload would write an absolute address into the page. What comes first
    // has its links (build/first-paint.ts).
    modulePreload: false,
  },
  // None for tests: where one of them bundles all packages, Vitest would import nothing by Node.
  environments: isTestRun ? {} : environments(),
  builder: {
    // The page first: it empties the folder that all go into. Last what lists the files of all pages.
    buildApp: async (builder) => {
      for (const name of ['client', 'pages', ...Object.keys(EMBED_ENVIRONMENTS), 'cli', 'lib', 'offline']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/browser/**'],
    setupFiles: ['tests/setup.ts'],
    // Pictures take their colours from the charts' style sheet; tests must see it as it is.
    css: { include: /charts\.css/ },
    benchmark: { include: ['tests/bench/**/*.bench.ts'] },
    allowOnly: false,
    // Modules keep no state, so files may share them: half of the processors' time was spent on loading them anew.
    isolate: false,
    ...(isTestRun && NATIVE),
    // All processors: Vitest leaves one to itself, which of two is half of them.
    maxWorkers: '100%',
    // The longest takes two or three: a slow machine is no reason to fail, and a test that waits in vain ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

function environments() {
  return {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } } } },
    // A build of their own: chunks shared with them would make the first page's screen larger than it needs.
    pages: {
      consumer: 'client' as const,
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: pageInputs() },
      },
    },
    cli: commandLine(),
    lib: library(),
    ...EMBED_ENVIRONMENTS,
    offline: OFFLINE_ENVIRONMENT,
  }
}

/** One self-contained file for Node: everything it imports is bundled. */
function commandLine() {
  return {
    consumer: 'server' as const,
    resolve: { noExternal: true as const },
    build: {
      target: 'node20',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/cli.ts',
        output: { entryFileNames: 'cli.js', banner: '#!/usr/bin/env node', codeSplitting: false },
      },
    },
  }
}

/** The package's modules, each in its own file so that a bundler takes only what is used, with nothing left to install. */
function library() {
  return {
    consumer: 'server' as const,
    // Without `node`: packages then give what runs in browsers as well.
    resolve: { noExternal: true as const, external: ['react', 'react/jsx-runtime'], conditions: ['module'] },
    build: {
      target: 'es2022',
      minify: false,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: ['src/core.ts', 'src/embed/element.ts', 'src/embed/react.tsx', 'src/cli/render/remark.ts'],
        output: {
          preserveModules: true,
          preserveModulesRoot: 'src',
          // npm leaves out every folder of the other name.
          entryFileNames: ({ name }: { name: string }) =>
            `lib/${name.replace(/^(.*\/)?node_modules\//, 'packages/')}.js`,
        },
      },
    },
  }
}
