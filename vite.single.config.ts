import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { singlePage, withoutWorkers } from './build/single.ts'

// Where the copies that its links lead to are served, if that is known.
process.env.VITE_SITE_URL ??= process.env.SITE_URL ?? ''

/** One HTML file with everything in it, for `file:` and for pages that may load nothing. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [withoutWorkers, react(), singlePage],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/main.tsx',
      output: { format: 'iife', codeSplitting: false },
      // Vite passes each dynamic import its module's address, to load styles beside it; here there is nothing to load.
      checks: { emptyImportMeta: false },
    },
  },
})
