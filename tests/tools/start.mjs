// Serves the build and prints its address. PORT is where to begin looking for a free port, BASE the sub-path to serve it from.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readNginxHeaders } from './nginx-headers.mjs'
import { serve } from './serve.mjs'

const DEFAULT_PORT = 4173

const root = fileURLToPath(new URL('../../dist', import.meta.url))
if (!existsSync(root)) throw new Error('nothing built yet: npm run build')
const port = Number(process.env.PORT || DEFAULT_PORT)
const headersOf = readNginxHeaders(fileURLToPath(new URL('../../hosting/nginx.conf', import.meta.url)))
const { url } = await serve({ root, port, base: process.env.BASE || '/', anyPort: true, headersOf })
console.log(`Sawtooth runs at ${url}`)
