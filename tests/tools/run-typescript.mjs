// Runs a TypeScript program in Node, bundled as the product is: run-typescript.mjs FILE [ARGUMENTS…]
import { resolve } from 'node:path'
import { bundle } from './bundle.mjs'

const [entry, ...rest] = process.argv.slice(2)
if (!entry) throw new Error('usage: run-typescript.mjs FILE [ARGUMENTS…]')
const program = await bundle(entry)
process.argv = [process.argv[0] ?? 'node', resolve(entry), ...rest]
await import(program)
